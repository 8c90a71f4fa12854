import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter
import TestSupport
import Testing

/// What the pages about the runtime show works: schemas have no mistakes, and Swift compiles.
@Suite struct DocumentationPageTests {
    private static let folder = GoldenCase.goldens.deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/RepositoryRuntime/Documentation.docc")

    static let pages: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).filter { $0.hasSuffix(".md") }.sorted()
    }()

    @Test("there are pages, and each whole block of them is a schema or a program")
    func blocks() throws {
        #expect(Self.pages.count >= 8)
        for page in Self.pages {
            let page = try MarkdownPage(Self.folder.appending(path: page))
            #expect(page.blocks.count == page.schemas.count + page.programs.count)
        }
    }

    @Test("the schemas of a page have no mistakes, and what they become compiles", arguments: pages)
    func schemas(_ name: String) async throws {
        for block in try MarkdownPage(Self.folder.appending(path: name)).schemas {
            let file = SourceFile(path: "schema.yaml", text: block.text)
            let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
            let (checked, diagnostics) = compiler.compile([file])
            let found = DiagnosticPrinter(files: [file]).text(for: diagnostics)
            #expect(found.isEmpty, "\(found)")
            let folder = FileManager.default.temporaryDirectory
                .appending(path: "repogen-page-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            var files: [URL] = []
            for file in try SwiftEmitter().emit(try #require(checked)) {
                let url = folder.appending(path: file.path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(file.contents.utf8).write(to: url)
                files.append(url)
            }
            let messages = try await SwiftCompiler.typecheck(files, mode: .plain)
            #expect(messages.isEmpty, "\(messages)")
        }
    }

    @Test("the Swift of a page compiles against the examples", arguments: pages)
    func programs(_ name: String) async throws {
        for program in try MarkdownPage(Self.folder.appending(path: name)).programs {
            let file = FileManager.default.temporaryDirectory
                .appending(path: "repogen-page-\(UUID().uuidString).swift")
            try Data(program.text.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let messages = try await SwiftCompiler.typecheck([file], mode: .plain)
            #expect(messages.isEmpty, "\(messages)")
        }
    }
}
