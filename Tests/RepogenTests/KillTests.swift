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

/// Whatever happens to a run, each file is whole, and the next run does the rest.
@Suite struct KillTests {
    private static let folder = "Generated"
    private static let kills = 50

    /// A schema of two hundred declarations, in one of two versions that share half of their files.
    private static func schema(_ version: Int) -> String {
        var text = "repogen: 1\nvalues:\n"
        for number in 0..<100 {
            text += "  Value\(number): { properties: { a\(version): Int, b: String } }\n"
            text += "  Only\(version)x\(number): { properties: { a: Int } }\n"
        }
        return text
    }

    /// Runs the tool and kills it, either at some instant of its life or soon after it first wrote.
    private static func killRun(
        in root: URL,
        after seconds: Double,
        ofFirstWrite: Bool
    ) async throws {
        try await BackgroundWork.run {
            let manifest = root.appending(path: folder + "/.repogen.json").path
            let attributes = { try? FileManager.default.attributesOfItem(atPath: manifest) }
            let before = attributes()?[.systemFileNumber] as? Int
            let process = try CommandLineTool.start(["generate", "--quiet"], in: root)
            if ofFirstWrite {
                // The manifest is replaced before the first file: it is another file then.
                while process.isRunning, attributes()?[.systemFileNumber] as? Int == before {
                    usleep(100)
                }
            }
            usleep(UInt32(seconds * 1_000_000))
            kill(process.identifier, SIGKILL)
            process.wait()
        }
    }

    @Test("a run that is killed at any instant leaves whole files, and the next repairs the rest")
    func killed() async throws {
        let package = try TemporaryPackage(["repogen.yaml": "output: \(Self.folder)\n"])
        var versions: [[String: String]] = []
        var duration = 0.0
        for version in 0...1 {
            try package.write(Self.schema(version), to: "Schemas/a.yaml")
            let start = Date()
            let run = try await CommandLineTool.run("generate", in: package.root)
            duration = Date().timeIntervalSince(start)
            #expect(run.status == 0)
            versions.append(try package.everything(in: Self.folder))
            #expect(versions[version].count > 200)
        }
        var random = SeededGenerator(state: 2026)
        var interrupted = 0
        for number in 0..<Self.kills {
            let target = number / 2 % 2
            try package.write(Self.schema(target), to: "Schemas/a.yaml")
            try await Self.killRun(
                in: package.root,
                after: .random(
                    in: 0...(number % 3 == 0 ? duration : duration / 10),
                    using: &random
                ),
                ofFirstWrite: number % 3 != 0
            )
            let found = try package.everything(in: Self.folder)
            for (path, contents) in found
            where path != ".repogen.json" && !path.hasSuffix(".repogen-temporary") {
                let isWhole = versions.contains { $0[path] == contents }
                #expect(isWhole, "\(path) is torn after kill \(number)")
            }
            if !versions.contains(found) { interrupted += 1 }

            // Two kills in a row must be as harmless as one.
            guard !number.isMultiple(of: 2) else { continue }
            // A second change of mind must not make what the killed run wrote look edited.
            let mind = number % 8 < 4 ? target : 1 - target
            try package.write(Self.schema(mind), to: "Schemas/a.yaml")
            let repair = try await CommandLineTool.run("generate", in: package.root)
            #expect(repair.status == 0, "\(repair.errors)")
            #expect(!repair.errors.contains("warning"), "\(repair.errors)")
            #expect(try package.everything(in: Self.folder) == versions[mind])
        }
        // Otherwise the test has shown nothing.
        #expect(interrupted > 0)
    }

    @Test("two runs at once do not disturb one another")
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
