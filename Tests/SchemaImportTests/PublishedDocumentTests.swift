import Diagnostics
import Foundation
import SchemaImport
import SwiftEmitter
import TestSupport
import Testing

/// Documents of real services, in a folder next to the package; without them, nothing is tested.
@Suite struct PublishedDocumentTests {
    private static let documents: [URL] = {
        let folder = SharedData.folder?.appending(path: "openapi")
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder?.path ?? "")
        if names == nil { print("skipped: \(SharedData.absence)") }
        return (names ?? []).sorted().compactMap { folder?.appending(path: $0) }
    }()

    @Test("each imports completely, is valid, and compiles", arguments: documents)
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
        _ = try GeneratedSchema.checked(text)
        let messages = try await GeneratedSchema.messages(of: text)
        #expect(messages.isEmpty, "\(messages)")
    }
}
