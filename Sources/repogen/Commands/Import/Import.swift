import ArgumentParser

/// Makes schemas of what others wrote.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a schema of documents that describe a service or its data.",
        discussion: """
            The result is a schema that is yours: edit it. What was guessed, and what a schema cannot \
            say, is reported with its place in the document:

              repogen import openapi petstore.yaml --output Schemas/petstore.yaml
            """,
        subcommands: [ImportOpenAPI.self, ImportJSONSchema.self]
    )
}
