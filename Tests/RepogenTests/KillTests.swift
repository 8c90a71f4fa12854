import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Whenever a run is killed, each file is complete, and the next run does the rest.
@Suite struct KillTests {
    private static let folder = "Generated"
    private static let kills = Repetitions.count("KILLS", quick: 40, thorough: 200)
    private static let values = 40

    /// Returns a schema with eighty declarations, in one of two versions that share half of their
    /// files;
    /// one file may exceed the size limit.
    private static func schema(_ version: Int, large: Int? = nil) -> String {
        var text = "repogen: 1\nvalues:\n"
        for number in 0..<values {
            text += "  Value\(number): { properties: { a\(version): Int, b: String }"
            if number == large {
                let line = String(repeating: "more than fits ", count: 6) + "\\n\\n"
                text += ", doc: \"\(String(repeating: line, count: 1_000))\""
            }
            text += " }\n  Only\(version)x\(number): { properties: { a: Int } }\n"
        }
        return text
    }

    /// Returns the paths that a run changes between two states of a folder, in order.
    private static func changes(from old: [String: String], to new: [String: String]) -> [String] {
        let removed = old.keys.filter { new[$0] == nil }.sorted()
        let written = new.keys.filter { old[$0] != new[$0] && $0 != ".repogen.json" }.sorted()
        return [".repogen.json"] + removed + written
    }

    /// Creates a package in the first of the two versions, and returns it with the output of each.
    private static func package() async throws -> (TemporaryPackage, [[String: String]]) {
        let package = try TemporaryPackage(["repogen.yaml": "output: \(folder)\n"])
        var versions: [[String: String]] = []
        for version in [1, 0] {
            try package.write(schema(version), to: "Schemas/a.yaml")
            #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
            versions.insert(try package.everything(in: folder), at: 0)
            #expect(versions[0].count > 2 * values)
        }
        return (package, versions)
    }

    /// Returns the contents of the folder, without partial files of killed runs.
    private static func files(of package: TemporaryPackage) throws -> [String: String] {
        try package.everything(in: folder).filter { !$0.key.hasSuffix(".repogen-temporary") }
    }

    /// Expects that the next run completes the output without warnings and leftovers.
    private static func repair(
        _ package: TemporaryPackage,
        to version: Int,
        giving expected: [String: String]
    ) async throws {
        try package.write(schema(version), to: "Schemas/a.yaml")
        let repair = try await CommandLineTool.run("generate", in: package.root)
        #expect(repair.status == 0, "\(repair.errors)")
        #expect(!repair.errors.contains("warning"), "\(repair.errors)")
        #expect(try package.everything(in: folder) == expected)
    }

    @Test("a run killed at any time leaves complete files, and the next one does the rest")
    func killed() async throws {
        let (package, versions) = try await Self.package()
        // A run that writes takes longer than this one, which changes nothing.
        let start = Date()
        try await Self.repair(package, to: 0, giving: versions[0])
        let longest = 1.5 * Date().timeIntervalSince(start)
        var random = SeededGenerator(state: 2026)
        var standing = 0
        for number in 0..<Self.kills / 2 {
            let target = 1 - standing
            try package.write(Self.schema(target), to: "Schemas/a.yaml")
            let before = try Self.files(of: package)
            let changes = Self.changes(from: before, to: versions[target])
            // On a busy machine, a run takes long, but waiting is not needed.
            let seconds = Double.random(in: 0...min(longest, 0.5), using: &random)
            let interruption: Interruption =
                switch number % 5 {
                case 0: .beforeFirstWrite(seconds: seconds)
                case 1: .atInstant(seconds: seconds)
                default: .afterChange(of: changes.randomElement(using: &random) ?? "")
                }
            let status = try await interruption.run(in: package.root, writingInto: Self.folder)
            // On a busy machine, it may have finished before.
            #expect(status == 128 + SIGKILL || status == 0)
            let found = try Self.files(of: package)
            if case .beforeFirstWrite = interruption {
                // If the earlier run finished in time, nothing is written, and nothing waits.
                #expect(status == 128 + SIGKILL || changes == [".repogen.json"])
                #expect(found == before)
            }
            for (path, contents) in found where path != ".repogen.json" {
                let isWhole = versions.contains { $0[path] == contents }
                #expect(isWhole, "\(path) is torn after kill \(number)")
            }

            // Two kills in a row must be as harmless as one.
            guard !number.isMultiple(of: 2) else { continue }
            // Another change must not make the killed run's files look edited.
            if number % 4 == 1 { standing = target }
            try await Self.repair(package, to: standing, giving: versions[standing])
        }
    }

    @Test("a run stopped during a write leaves complete files, and the next one does the rest")
    func stoppedInsideWrite() async throws {
        let (package, versions) = try await Self.package()
        var random = SeededGenerator(state: 2027)
        var standing = 0
        for number in 0..<Self.kills / 2 {
            let target = 1 - standing
            let large = Int.random(in: 0..<Self.values, using: &random)
            let largePath = "Values/Value\(large).swift"
            try package.write(Self.schema(target, large: large), to: "Schemas/a.yaml")
            let before = try Self.files(of: package)
            let status = try await Interruption.insideWrite
                .run(in: package.root, writingInto: Self.folder)
            // Files are written on several threads, and only the main one accepts the signal. On the
            // others, the write fails.
            let isKilled = status == 128 + SIGXFSZ
            #expect(isKilled || status == EX_IOERR)

            let found = try Self.files(of: package)
            #expect(found[largePath] == before[largePath], "stop \(number)")
            for (path, contents) in found where path != ".repogen.json" {
                let isWhole = contents == before[path] || contents == versions[target][path]
                #expect(isWhole, "\(path) is torn after stop \(number)")
                #expect(
                    versions[target][path] != nil,
                    "\(path) is not deleted after stop \(number)"
                )
            }
            // The smaller part of the large file has another name.
            let temporary = try package.everything(in: Self.folder)
                .filter { $0.key.hasPrefix(largePath + ".") }
            #expect(temporary.count == (isKilled ? 1 : 0))
            #expect(temporary.values.allSatisfy { $0.utf8.count >= Interruption.sizeLimit })

            guard !number.isMultiple(of: 2) else { continue }
            if number % 4 == 1 { standing = target }
            try await Self.repair(package, to: standing, giving: versions[standing])
        }
    }

    @Test("two simultaneous runs do not interfere")
    func concurrentRuns() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": "output: \(Self.folder)\n", "Schemas/a.yaml": Self.schema(0),
        ])
        let root = package.root
        try await withThrowingTaskGroup(of: CommandLineTool.Run.self) { group in
            for _ in 0..<4 {
                group.addTask { try await CommandLineTool.run("generate", in: root) }
            }
            for try await run in group { #expect(run.status == 0, "\(run.errors)") }
        }
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)
    }
}
