import ArgumentParser
import Diagnostics
import Foundation
import SchemaImport
import SchemaLanguage
import SwiftEmitter

/// Makes schemas of documents of OpenAPI.
struct ImportOpenAPI: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi",
        abstract: "Make a schema of documents of OpenAPI 3.0, 3.1 or Swagger 2.0.",
        discussion: """
            Reads YAML and JSON. References to other files are followed, those to other machines are \
            not. Without --output, the schema is printed:

              repogen import openapi petstore.yaml --output Schemas/petstore.yaml
              repogen import openapi shop.json --only orders --only /customers
              repogen import openapi shop.json --rename find_pets=ListPets

            Import is lenient: what is wrong in the document, what a schema cannot say, and what was \
            guessed, are warnings at their places in the document, and the rest is imported. With \
            --strict they are errors, and nothing is written.
            """
    )

    @Argument(
        help: ArgumentHelp("The documents, of one service each.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var files: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The schema to write; without it, it is printed.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var output: String?

    @Flag(help: "Overwrite the schema, if it exists.")
    var force = false

    @Flag(help: "Declare every schema, also those that no operation needs.")
    var all = false

    @Flag(help: "Conclude nothing: no entities and no repositories.")
    var endpointsOnly = false

    @Option(
        help: ArgumentHelp(
            "Import only what this selects; may be repeated.",
            discussion:
                "A tag, the identity of an operation, a path with all below it, or a schema.",
            valueName: "name"
        )
    )
    var only: [String] = []

    @Option(
        help: ArgumentHelp(
            "A schema that is an entity; may be repeated.",
            valueName: "schema"
        )
    )
    var entity: [String] = []

    @Option(
        help: ArgumentHelp(
            "Another name for a schema or an operation; may be repeated.",
            valueName: "old=New"
        )
    )
    var rename: [String] = []

    @Flag(help: "Leave the comments out that give evidence.")
    var noEvidence = false

    @Flag(help: "Fail where anything is left out, simplified or guessed.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "How findings are printed.",
            discussion: """
                As text they go to the standard error stream. As JSON they are one array on standard \
                output, and the schema needs --output.
                """,
            valueName: "form"
        )
    )
    var report: DiagnosticsOptions.Form = .text

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if report == .json, output == nil {
            throw ValidationError("--report json prints the findings, so the schema needs --output")
        }
        for pair in rename where pair.split(separator: "=").count != 2 {
            throw ValidationError(
                "--rename takes two names, as in --rename find_pets=ListPets, found '\(pair)'"
            )
        }
    }

    func run() throws {
        try Report.run(verbosity, format: report.format) { report in
            let directory = ProjectLocator().workingDirectory
            try requireFiles(in: directory)
            let target = output.map { ProjectLocator().url($0).path }
            try requireFree(target)
            let source = DiskDocuments(workingDirectory: directory)
            let result = OpenAPIImporter(options: options).propose(files, from: source)
            let display = DisplayPath(root: directory, workingDirectory: directory)
            report.add(result.diagnostics, sources: result.files, display: display)
            guard let schema = result.schema, !report.hasErrors else {
                report.say("nothing was written")
                throw ExitCode.schemasAreWrong
            }
            let text = SchemaTextWriter(showsEvidence: !noEvidence).text(for: schema)
            if let target {
                try DiskFile(target).replace(with: Array(text.utf8))
                report.say("wrote \(display.path(target)): \(summary(of: result))")
            } else {
                report.say(summary(of: result))
                try Terminal.output(text)
            }
        }
    }

    private var options: ImportOptions {
        var options = ImportOptions()
        options.includesUnused = all
        options.onlyEndpoints = endpointsOnly
        options.isStrict = strict
        options.only = only
        options.entities = entity
        options.reservedNames = SwiftNames.reservedTypeNames
        for pair in rename {
            let names = pair.split(separator: "=").map(String.init)
            if names.count == 2 { options.renames[names[0]] = names[1] }
        }
        return options
    }

    private func requireFiles(in directory: URL) throws(ToolError) {
        for file in files {
            switch try DiskFile(ProjectLocator(workingDirectory: directory).url(file).path)
                .knownKind()
            {
            case .missing: throw .arguments("there is no file '\(file)'")
            case .folder:
                throw .arguments("'\(file)' is a folder", hint: "name the documents in it")
            case .file, .link, .other: break
            }
        }
    }

    private func requireFree(_ target: String?) throws(ToolError) {
        guard let output, let target, !force, try DiskFile(target).knownKind() != .missing else {
            return
        }
        throw ToolError(
            kind: .schemas,
            message: "'\(output)' exists, and nothing was written",
            hint: "write to another file, or overwrite it with --force"
        )
    }

    private func summary(of result: ImportResult) -> String {
        "\(result.operations.imported) of \(result.operations.total) operations, "
            + "\(result.schemas.imported) of \(result.schemas.total) schemas \(result.missingSchemas)"
    }
}
