import ArgumentParser
import SchemaImport

/// Imports JSON Schemas.
struct ImportJSONSchema: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jsonschema",
        abstract: "Import a schema from JSON Schema, draft 4 to 2020-12.",
        discussion: """
            Each file, and each of its `$defs` or `definitions`, becomes a value, an enum or a \
            union. References to other files are followed; references to other hosts are not:

              repogen import jsonschema order.json customer.json --output Schemas/orders.yaml

            A part that a schema cannot express is a warning at its position; with --strict, it is \
            an error. Later imports are merged into the schema; see `repogen help import`.
            """
    )

    @Argument(
        help: ArgumentHelp("The JSON Schemas; - for standard input.", valueName: "file"),
        completion: .file(extensions: ["json", "yaml", "yml"])
    )
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "Import only this definition and its dependencies; repeatable.",
            valueName: "name"
        )
    )
    var only: [String] = []

    @OptionGroup var output: ImportOutput
    @OptionGroup var verbosity: VerbosityOptions

    func run() throws {
        let run = ImportRun(language: .jsonschema, files: files, only: only, output)
        try run.run(verbosity) { files, options, source in
            JSONSchemaImporter(options: options).propose(files, from: source)
        }
    }
}
