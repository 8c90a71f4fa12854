import ArgumentParser
import Foundation
import SchemaImport

/// The destination of a proposed schema.
struct SchemaOutput: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The schema to write. Default: standard output.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var output: String?

    @Flag(help: "Overwrite an existing schema.")
    var force = false

    @Flag(help: "Omit the comments that give evidence.")
    var noEvidence = false

    func validate() throws {
        try requireText(output, of: "--output", "a file")
        if let output, output.lowercased().hasSuffix(".json") {
            let name = "\(output.dropLast(5)).yaml"
            throw ValidationError("schemas are YAML: write --output \(name)")
        }
    }

    /// The absolute path of the file; nil for standard output.
    var path: String? { output.map { ProjectLocator().url($0).path } }

    /// Writes the text of a schema, with evidence if requested.
    var writer: SchemaTextWriter { SchemaTextWriter(showsEvidence: !noEvidence) }

    /// Rejects an existing file, which may be an edited schema.
    func requireFree() throws(ToolError) {
        guard let output, let path else { return }
        if DiskFile(path).kindBehindLinks == .folder {
            let file = URL(filePath: output).appending(path: "schema.yaml").relativePath
            throw .arguments("'\(output)' is a folder", hint: "name a file, for example '\(file)'")
        }
        guard !force, try DiskFile(path).knownKind() != .missing else { return }
        throw ToolError(
            kind: .schemas,
            message: "'\(output)' exists, and nothing was written",
            hint: "write to another file, or overwrite it with --force"
        )
    }
}
