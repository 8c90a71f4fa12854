import Diagnostics
import Foundation
import SchemaImport
import SchemaLanguage
import SwiftEmitter
import Testing

/// Documents of real services, which lie next to the package; without them nothing is tested.
@Suite struct PublishedDocumentTests {
    private static let documents: [URL] = {
        let package = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder =
            ProcessInfo.processInfo.environment["REPOGEN_SHARED_DATA"].map { URL(filePath: $0) }
            ?? package.deletingLastPathComponent().appending(path: "shared/data")
        let openAPI = folder.appending(path: "openapi")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: openAPI.path)) ?? []
        if names.isEmpty { print("skipped: there are no documents in \(openAPI.path)") }
        return names.sorted().map { openAPI.appending(path: $0) }
    }()

    @Test("each imports as a whole, is valid, and gives Swift that compiles", arguments: documents)
    func imports(document: URL) async throws {
        let name = document.lastPathComponent
        let file = SourceFile(path: name, bytes: Array(try Data(contentsOf: document)))
        var options = ImportOptions()
        options.reservedNames = SwiftNames.reservedTypeNames
        let result = OpenAPIImporter(options: options)
            .propose([name], from: LoadedDocuments([file]))
        #expect(result.operations.total > 0)
        #expect(result.operations.imported == result.operations.total)
        #expect(result.schemas.imported * 100 >= result.schemas.total * 99)
        #expect(result.diagnostics.allSatisfy { $0.severity == .warning })
        let text = SchemaTextWriter().text(for: try #require(result.schema))
        let schema = SourceFile(path: "schema.yaml", text: text)
        #expect(try SchemaFormatter(.schema).format(schema) == .canonical)
        let (_, diagnostics) = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
            .compile([schema])
        #expect(diagnostics.isEmpty, "\(DiagnosticPrinter(files: [schema]).text(for: diagnostics))")
        let messages = try await GeneratedSchema.messages(of: text)
        #expect(messages.isEmpty, "\(messages)")
    }
}
