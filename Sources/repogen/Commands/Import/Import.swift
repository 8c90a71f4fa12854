import ArgumentParser

/// Makes schemas of what others wrote.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a schema of documents that describe a service or its data.",
        discussion: """
            The result is a schema that is yours: edit it. What was guessed, and what a schema cannot \
            say, is reported with its place in the document:

              repogen import openapi petstore.yaml --output Schemas/petstore.yaml

            Import again when the document has changed: the same command merges the changes into the \
            schema. What you changed stays, with your comments; what both changed stays as you have it, \
            with a warning and a comment that has the text of the document. A declaration that you \
            renamed keeps your name. For that, the file petstore.yaml.imported beside the schema has \
            what was imported last, and with which options, which need not be given again:

              repogen import openapi --output Schemas/petstore.yaml

            In CI, --check tells that a document has changed, and whether that breaks callers:

              repogen import openapi --output Schemas/petstore.yaml --check

            Exit status: 0 where all is well; 1 where a document cannot be read, or with --strict has \
            findings; 3 where --check finds changes; 64 for wrong arguments; 74 where a file cannot be \
            read or written.
            """,
        subcommands: [ImportOpenAPI.self, ImportJSONSchema.self]
    )
}
