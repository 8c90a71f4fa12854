import ArgumentParser
import Foundation
import SchemaImport

/// Where a schema is written that a command proposes.
struct SchemaOutput: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The schema to write; without it, it is printed.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var output: String?

    @Flag(help: "Overwrite the schema, if it exists.")
    var force = false

    @Flag(help: "Leave the comments out that give evidence.")
    var noEvidence = false

    func validate() throws {
        try requireText(output, of: "--output", "a file")
        if let output, output.lowercased().hasSuffix(".json") {
            let name = "\(output.dropLast(5)).yaml"
            throw ValidationError("a schema is written as YAML, as with --output \(name)")
        }
    }

    /// The absolute path of the file; nil where the schema is printed.
    var path: String? { output.map { ProjectLocator().url($0).path } }

    /// Writes the text of a schema, with evidence where that is wanted.
    var writer: SchemaTextWriter { SchemaTextWriter(showsEvidence: !noEvidence) }

    /// Refuses to overwrite a file, which may be a schema that somebody has edited.
    func requireFree() throws(ToolError) {
        guard let output, let path else { return }
        if DiskFile(path).kindBehindLinks == .folder {
            let file = URL(filePath: output).appending(path: "schema.yaml").relativePath
            throw .arguments("'\(output)' is a folder", hint: "name a file, such as '\(file)'")
        }
        guard !force, try DiskFile(path).knownKind() != .missing else { return }
        throw ToolError(
            kind: .schemas,
            message: "'\(output)' exists, and nothing was written",
            hint: "write to another file, or overwrite it with --force"
        )
    }
}
