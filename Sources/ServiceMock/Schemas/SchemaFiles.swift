package import Diagnostics
package import Foundation
package import SchemaLanguage

/// Reads the schema files of folders, without a configuration.
package struct SchemaFiles {
    private static let extensions: Set = ["yaml", "yml", "json"]

    /// The checked schema of some files and folders.
    ///
    /// - Parameter places: The files, and the folders whose files are read recursively.
    /// - Returns: The schema.
    /// - Throws: ``InvalidSchemas`` if there is none, or one is invalid; a system error if one
    ///   cannot be read.
    static func schema(at places: [URL]) throws -> CheckedSchema { try read(places).schema }

    /// The checked schema of some files and folders, with its source files.
    ///
    /// - Parameter places: As for ``schema(at:)``.
    /// - Returns: The schema and the files.
    /// - Throws: As ``schema(at:)``.
    package static func read(
        _ places: [URL]
    ) throws -> (schema: CheckedSchema, files: [SourceFile]) {
        let files = try places.flatMap(files).map { url in
            SourceFile(path: url.path, bytes: Array(try Data(contentsOf: url)))
        }
        guard !files.isEmpty else {
            let names = places.map(\.path).joined(separator: ", ")
            throw InvalidSchemas(description: "No schema files at \(names).")
        }
        let (schema, diagnostics) = SchemaCompiler().compile(files)
        guard let schema else {
            let text = DiagnosticPrinter(files: files).text(for: diagnostics)
            throw InvalidSchemas(description: text)
        }
        return (schema, files)
    }

    private static func files(at place: URL) throws -> [URL] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder) else {
            throw InvalidSchemas(description: "No file or folder at \(place.path).")
        }
        guard isFolder.boolValue else { return [place] }
        let names = try FileManager.default.subpathsOfDirectory(atPath: place.path)
        return names.filter { name in
            let isHidden = name.split(separator: "/").contains { $0.hasPrefix(".") }
            let file = URL(filePath: name)
            return !isHidden && extensions.contains(file.pathExtension.lowercased())
                && file.lastPathComponent != "repogen.yaml"
        }.sorted().map { place.appending(path: $0) }
    }
}

/// The reason why a mock has no schema: the diagnostics, as printed by `repogen validate`.
public struct InvalidSchemas: Error, CustomStringConvertible {
    /// The reason.
    public let description: String
}
