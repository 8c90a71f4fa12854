import Diagnostics
import Foundation
import SchemaDiagram
import SchemaLanguage
import Testing

/// Schema folders for test sites.
enum SiteSources {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The folders, below that of the package.
    static let folders = [
        "Schemas/Messages", "Schemas/Notes", "Schemas/Pokedex", "Schemas/Services", "Schemas/Shop",
        "Tests/Goldens/Diagram/hostile", "Tests/Goldens/Diagram/identities",
        "Tests/Goldens/Diagram/orders", "Tests/Goldens/Diagram/panels",
    ]

    /// The schemas of a folder.
    static func files(in folder: String) throws -> [SourceFile] {
        let url = root.appending(path: folder)
        return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
            .filter { $0.hasSuffix(".yaml") }
            .map { name in
                let text = try String(contentsOf: url.appending(path: name), encoding: .utf8)
                return SourceFile(path: "\(folder)/\(name)", text: text)
            }
    }

    /// The source of the site for a folder.
    static func source(of folder: String) throws -> DiagramSource {
        let files = try files(in: folder)
        let (schema, diagnostics) = SchemaCompiler().compile(files)
        let text = DiagnosticPrinter(files: files).text(for: diagnostics)
        return DiagramSource(
            schema: try #require(schema, "\(text)"),
            places: DeclarationPlaces(of: files)
        )
    }
}
