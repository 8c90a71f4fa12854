import ArgumentParser
import SchemaImport

/// Imports OpenAPI documents.
struct ImportOpenAPI: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi",
        abstract: "Import a schema from OpenAPI 3.0 to 3.2 or Swagger 2.0.",
        discussion: """
            Reads YAML and JSON. References to other files are followed; references to other hosts \
            are not. Without --output, prints the schema:

              repogen import openapi petstore.yaml --output Schemas/petstore.yaml
              repogen import openapi shop.json --only orders --only /customers
              repogen import openapi shop.json --rename find_pets=ListPets
              curl -s https://shop.example.com/openapi.json | repogen import openapi -

            Import is lenient: errors in the document, parts that a schema cannot express, and \
            guesses are warnings at their positions in the document, and the rest is imported. \
            With --strict, they are errors, and nothing is written. Inferences that lose nothing, \
            such as entities, and restrictions that generated code does not check, such as \
            `minProperties`, stay warnings. Several documents with the same server and credentials \
            form one service.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The documents, of one or more services; - for standard input.",
            valueName: "file"
        ),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var files: [String] = []

    @Flag(
        inversion: .prefixedNo,
        help: "Import every schema, including those that no operation needs."
    )
    var all: Bool?

    @Flag(inversion: .prefixedNo, help: "Infer no entities and no repositories.")
    var endpointsOnly: Bool?

    @Option(
        help: ArgumentHelp(
            "Import only this part; repeatable.",
            discussion:
                "A tag, an operation ID, a path with everything below it, or a schema.",
            valueName: "name"
        )
    )
    var only: [String] = []

    @Option(
        help: ArgumentHelp(
            "A schema to import as an entity; repeatable.",
            valueName: "schema"
        )
    )
    var entity: [String] = []

    @OptionGroup var output: ImportOutput
    @OptionGroup var verbosity: VerbosityOptions

    func run() throws {
        var run = ImportRun(language: .openapi, files: files, only: only, output)
        run.includesUnused = all
        run.onlyEndpoints = endpointsOnly
        run.entities = entity
        try run.run(verbosity) { files, options, source in
            OpenAPIImporter(options: options).propose(files, from: source)
        }
    }
}
