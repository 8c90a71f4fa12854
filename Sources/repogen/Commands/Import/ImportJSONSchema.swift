import ArgumentParser
import SchemaImport

/// Makes schemas of JSON Schemas.
struct ImportJSONSchema: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jsonschema",
        abstract: "Make a schema of JSON Schemas, of draft 4 to 2020-12.",
        discussion: """
            Each file becomes a value, an enum or a union, and so does each of its `$defs` or \
            `definitions`. References to other files are followed, those to other machines are not:

              repogen import jsonschema order.json customer.json --output Schemas/orders.yaml

            What a schema cannot say is a warning at its place; with --strict it is an error. A later \
            import is merged into the schema, as `repogen help import` explains.
            """
    )

    @Argument(
        help: ArgumentHelp("The JSON Schemas; - for standard input.", valueName: "file"),
        completion: .file(extensions: ["json", "yaml", "yml"])
    )
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "Import only this definition, with what it needs; may be repeated.",
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
