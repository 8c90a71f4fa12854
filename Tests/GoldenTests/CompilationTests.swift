import Foundation
import SchemaLanguage
import SwiftEmitter
import TestSupport
import Testing

/// All generated code compiles without a warning in every mode of a user's module.
@Suite struct CompilationTests {
    /// The modes in which each golden is compiled: one per golden, in turn, or all.
    private static let modes: [(GoldenCase, SwiftCompiler.Mode)] = {
        let modes = SwiftCompiler.Mode.allCases
        let count = Repetitions.count("COMPILER_MODES", quick: 1, thorough: modes.count)
        return GoldenCase.all("Good").enumerated().flatMap { number, golden in
            (number..<number + count).map { (golden, modes[$0 % modes.count]) }
        }
    }()

    @Test("a golden compiles", arguments: modes)
    func compiles(golden: GoldenCase, mode: SwiftCompiler.Mode) async throws {
        let folder = golden.folder.appending(path: "Expected")
        let files = try golden.files(in: folder) { $0.pathExtension == "swift" }
            .keys.sorted().map { folder.appending(path: $0) }
        #expect(!files.isEmpty)
        let messages = try await SwiftCompiler.typecheck(
            files + [Self.neighbour],
            mode: mode,
            beside: try golden.modules
        )
        #expect(messages.isEmpty, "\(messages)")
    }

    @Test(
        "generated code compiles next to files with all kinds of imports, at every access level",
        arguments: ProjectConfiguration.AccessLevel.allCases,
        SwiftCompiler.Mode.allCases
    )
    func compiles(access: ProjectConfiguration.AccessLevel, mode: SwiftCompiler.Mode) async throws {
        let golden = try #require(GoldenCase.all("Good").first { $0.name == "responses" })
        let schema = try String(
            contentsOf: golden.folder.appending(path: "schema.yaml"),
            encoding: .utf8
        )
        let (checked, problems) = MarkdownPage.compile(schema)
        #expect(problems.isEmpty)
        let emitter = try SwiftEmitter(configuration: SwiftEmitter.Configuration(access: access))
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-imports-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var files: [URL] = []
        for file in emitter.emit(try #require(checked)).sorted(by: { $0.path < $1.path }) {
            let url = folder.appending(path: file.path)
            let parent = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try Data(file.contents.utf8).write(to: url)
            files.append(url)
        }
        for files in [files + [Self.neighbour], [Self.neighbour] + files.reversed()] {
            let messages = try await SwiftCompiler.typecheck(
                files,
                mode: mode,
                flags: ["-package-name", "app"]
            )
            #expect(messages.isEmpty, "\(messages)")
        }
    }

    /// Typical code next to generated code: imports without an access level.
    private static let neighbour = GoldenCase.goldens.appending(path: "Libraries/Neighbour.swift")
}
