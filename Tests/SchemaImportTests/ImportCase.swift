import Diagnostics
import Foundation
import SchemaImport
import SwiftEmitter
import Testing

/// A folder under `Tests/Goldens/Import`: a document with the files it refers to, and the expected
/// schema and report.
struct ImportCase: CustomTestStringConvertible {
    /// Whether the run records the results instead of comparing them; such a run fails.
    static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil

    private static let goldens = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Goldens/Import")

    /// The expected files, which are not documents.
    private static let expected = ["schema.yaml", "report.txt"]

    let folder: URL

    var testDescription: String { folder.lastPathComponent }

    /// The cases, sorted by name.
    static let all: [ImportCase] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: goldens.path)) ?? []
        return names.sorted().filter { !$0.hasPrefix(".") }
            .map { ImportCase(folder: goldens.appending(path: $0)) }
    }()

    /// The files of the case, without the expected ones.
    var sources: [SourceFile] {
        get throws {
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            return try names.filter { $0.contains(".") && !Self.expected.contains($0) }.map {
                name in
                let data = try Data(contentsOf: folder.appending(path: name))
                return SourceFile(path: name, bytes: Array(data))
            }
        }
    }

    /// The result of importing the document.
    func result(_ change: (inout ImportOptions) -> Void = { _ in }) throws -> ImportResult {
        let sources = try sources
        var options = ImportOptions()
        options.reservedNames = SwiftNames.reservedTypeNames
        change(&options)
        let documents = LoadedDocuments(sources)
        let isOfJSONSchema = sources.contains { $0.path == "jsonschema.json" }
        if isOfJSONSchema {
            return JSONSchemaImporter(options: options).propose(
                ["jsonschema.json"],
                from: documents
            )
        }
        let mains = sources.map(\.path).filter { $0.hasPrefix("openapi.") }
        try #require(!mains.isEmpty)
        return OpenAPIImporter(options: options).propose(mains, from: documents)
    }

    func expected(_ name: String) -> String {
        (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
    }

    func record(_ text: String, as name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }
}

/// Compares texts, and reports the lines that differ.
func difference(expected: String, found: String) -> String {
    let expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let found = found.split(separator: "\n", omittingEmptySubsequences: false)
    return found.difference(from: expected).map { change in
        switch change {
        case .remove(let offset, let line, _): "- \(offset + 1): \(line)"
        case .insert(let offset, let line, _): "+ \(offset + 1): \(line)"
        }
    }.joined(separator: "\n")
}
