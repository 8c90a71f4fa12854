import ArgumentParser
import SchemaImport

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
              curl -s https://shop.example.com/openapi.json | repogen import openapi -

            Import is lenient: what is wrong in the document, what a schema cannot say, and what was \
            guessed, are warnings at their places in the document, and the rest is imported. With \
            --strict they are errors, and nothing is written, but for conclusions and restrictions that \
            nothing checks, such as `maxLength`. Several documents with the same server and \
            the same credentials are one service.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The documents, of one service or of several; - for standard input.",
            valueName: "file"
        ),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var files: [String] = []

    @Flag(
        inversion: .prefixedNo,
        help: "Declare every schema, also those that no operation needs."
    )
    var all: Bool?

    @Flag(inversion: .prefixedNo, help: "Conclude nothing: no entities and no repositories.")
    var endpointsOnly: Bool?

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
