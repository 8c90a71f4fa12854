import Foundation
import SwiftEmitter
import TestSupport
import Testing

/// Broken, malicious and beginners' schemas give an exact diagnostic or harmless Swift.
///
/// A schema that contains `injected()` tries to turn that into code. No function has that name, so
/// the
/// generated code would not compile.
@Suite struct HostileSchemaTests {
    @Test("every hostile schema generates exactly its golden, and Swift that compiles")
    func goldens() async throws {
        let cases = try HostileCase.all()
        #expect(cases.count >= 200)
        let outcomes = try await BackgroundWork.run {
            let emitter = try SwiftEmitter()
            return cases.map { $0.outcome(emitter) }
        }
        for (golden, outcome) in zip(cases, outcomes) {
            try compare(outcome.text, with: golden.golden)
        }
        let texts = try HostileCase.files { $0.hasSuffix(".txt") }
        #expect(texts == cases.map { $0.name + ".txt" }, "a golden without a schema")
        let hasMarker = outcomes.filter { $0.files.contains { $0.contents.contains("injected()") } }
        #expect(hasMarker.count > 50, "what is generated would not show what becomes code")
        try await expectHarmless(outcomes)
    }

    @Test("a schema that is too large for a golden terminates, and is rejected or harmless")
    func made() async throws {
        let outcomes = try await BackgroundWork.run {
            let emitter = try SwiftEmitter()
            return HostileCase.made.map { ($0.rule, $0.case.outcome(emitter)) }
        }
        for (rule, outcome) in outcomes {
            guard let rule else {
                #expect(outcome.isAccepted, "\(outcome.name): \(outcome.diagnostics.prefix(1000))")
                continue
            }
            #expect(!outcome.isAccepted, "\(outcome.name) is accepted")
            #expect(
                outcome.diagnostics.contains("[\(rule)]\n"),
                "\(outcome.name): \(outcome.diagnostics.prefix(1000))"
            )
            // Diagnostics stay readable, whatever the file contains.
            #expect(outcome.diagnostics.utf8.count < 1_000_000, "\(outcome.name) says too much")
            let longest = outcome.diagnostics.split(separator: "\n").map(\.utf8.count).max() ?? 0
            #expect(longest < 2000, "\(outcome.name) has a line of \(longest) bytes")
        }
        try await expectHarmless(outcomes.map(\.1))
    }

    private func compare(_ found: String, with golden: URL) throws {
        if GoldenCase.isRecording {
            let recorded = try? String(contentsOf: golden, encoding: .utf8)
            guard recorded != found else { return }
            try Data(found.utf8).write(to: golden)
            Issue.record("recorded \(golden.lastPathComponent)")
            return
        }
        let expected = try String(contentsOf: golden, encoding: .utf8)
        #expect(
            expected == found,
            "\(golden.path)\n\(difference(expected: expected, found: found))"
        )
    }

    /// Checks that no file leaves its folder, and that all files compile without a warning.
    private func expectHarmless(_ outcomes: [HostileOutcome]) async throws {
        for outcome in outcomes {
            for file in outcome.files {
                let parts = file.path.split(separator: "/", omittingEmptySubsequences: false)
                #expect(parts.count <= 2, "\(outcome.name) gives \(file.path)")
                #expect(parts.allSatisfy { $0.utf8.count <= 255 }, "\(outcome.name)")
                #expect(parts.allSatisfy { $0.first?.isUppercase == true }, "\(outcome.name)")
            }
            #expect(outcome.fileNames.count == outcome.files.count, "\(outcome.name)")
        }
        for module in modules(of: outcomes.filter(\.isAccepted)) {
            let messages = try await typecheck(module)
            #expect(messages.isEmpty, "\(messages.prefix(10_000))")
        }
    }

    /// Groups the outcomes into as few modules as possible, without two files of one name.
    private func modules(of outcomes: [HostileOutcome]) -> [[HostileOutcome]] {
        var modules: [(names: Set<String>, outcomes: [HostileOutcome])] = []
        for outcome in outcomes {
            let names = outcome.fileNames
            let index = modules.firstIndex { $0.names.isDisjoint(with: names) } ?? modules.count
            if index == modules.count { modules.append(([], [])) }
            modules[index].names.formUnion(names)
            modules[index].outcomes.append(outcome)
        }
        return modules.map(\.outcomes)
    }

    private func typecheck(_ outcomes: [HostileOutcome]) async throws -> String {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-hostile-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var urls: [URL] = []
        for outcome in outcomes {
            for file in outcome.files {
                let url = folder.appending(path: outcome.name).appending(path: file.path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                urls.append(url)
                try Data(file.contents.utf8).write(to: url)
            }
        }
        return try await SwiftCompiler.typecheck(
            urls.sorted { $0.path < $1.path },
            mode: .upcomingFeatures
        )
    }
}
