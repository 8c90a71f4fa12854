import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter
import Testing

/// Schemas without errors, and the Swift code generated from them, file by file.
@Suite struct GoodSchemaTests {
    @Test("a schema gives exactly the files of its golden", arguments: GoldenCase.all("Good"))
    func files(golden: GoldenCase) throws {
        let found = try generate(golden, golden.schemas)
        let folder = golden.folder.appending(path: "Expected")
        if GoldenCase.isRecording {
            try record(found, in: folder)
            Issue.record("recorded \(golden.name)")
            return
        }
        let expected = try golden.files(in: folder) { _ in true }
            .mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(Set(expected.keys) == Set(found.keys))
        for (path, contents) in found {
            let golden = expected[path] ?? ""
            #expect(
                golden == contents,
                "\(path)\n\(difference(expected: golden, found: contents))"
            )
        }
    }

    @Test("generating twice, from files in any order, gives the same bytes")
    func deterministic() throws {
        for golden in GoldenCase.all("Good") {
            let files = try golden.schemas
            let once = try generate(golden, files)
            #expect(once == (try generate(golden, files)))
            #expect(once == (try generate(golden, files.reversed())))
        }
    }

    private func generate(_ golden: GoldenCase, _ files: [SourceFile]) throws -> [String: String] {
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let (schema, diagnostics) = compiler.compile(files)
        #expect(diagnostics.isEmpty, "\(DiagnosticPrinter(files: files).text(for: diagnostics))")
        let emitter = try SwiftEmitter(
            configuration: golden.configuration,
            userTemplates: golden.templates
        )
        let generated = emitter.emit(try #require(schema))
        return Dictionary(
            generated.map { ($0.path, $0.contents) },
            uniquingKeysWith: { first, second in
                Issue.record("two files of one path in \(golden.name)")
                return first + second
            }
        )
    }

    private func record(_ files: [String: String], in folder: URL) throws {
        try? FileManager.default.removeItem(at: folder)
        for (path, contents) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(contents.utf8).write(to: file)
        }
    }
}
