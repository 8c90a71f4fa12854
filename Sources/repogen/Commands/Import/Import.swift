import ArgumentParser

/// Imports schemas from documents in other formats.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Import a schema from documents that describe a service or its data.",
        discussion: """
            The result is a schema for you to edit. Guesses, and parts that a schema cannot \
            express, are reported with their position in the document:

              repogen import openapi petstore.yaml --output Schemas/petstore.yaml

            Import again when the document has changed: the same command merges the changes into \
            the schema and keeps your changes and comments. If both changed the same part, your \
            version stays, with a warning and a comment that quotes the document. Renamed \
            declarations keep your names. For that, the file petstore.yaml.imported next to the \
            schema stores the last import and its options, so you need not repeat them:

              repogen import openapi --output Schemas/petstore.yaml

            In CI, --check detects changes of a document, and whether they break callers:

              repogen import openapi --output Schemas/petstore.yaml --check

            Exit status: 0 for success; 1 if a document cannot be read or, with --strict, has \
            findings; 3 if --check finds changes; 64 for invalid arguments; 74 if a file cannot be \
            read or written.
            """,
        subcommands: [ImportOpenAPI.self, ImportJSONSchema.self]
    )
}
