package import Diagnostics
package import Foundation
package import SchemaLanguage

/// Reads the schema files of folders, without a configuration.
package struct SchemaFiles {
    private static let extensions: Set = ["yaml", "yml", "json"]

    /// The checked schema of some files and folders.
    ///
    /// - Parameter places: The files, and the folders whose files are read, also those of the folders in them.
    /// - Returns: The schema.
    /// - Throws: ``InvalidSchemas`` where there is none, or one has a mistake; an error of the system where one
    ///   cannot be read.
    static func schema(at places: [URL]) throws -> CheckedSchema { try read(places).schema }

    /// The checked schema of some files and folders, and the files that it was read from.
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
            throw InvalidSchemas(description: "There are no schema files at \(names).")
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
            throw InvalidSchemas(description: "There is no file or folder at \(place.path).")
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

/// Why there is no schema for a mock: the diagnostics, as `repogen validate` prints them.
public struct InvalidSchemas: Error, CustomStringConvertible {
    /// The reason.
    public let description: String
}
