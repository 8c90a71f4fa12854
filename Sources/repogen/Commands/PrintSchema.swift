import ArgumentParser
import SchemaLanguage

/// Prints JSON Schemas for editors.
struct PrintSchema: ParsableCommand {
    /// The languages.
    enum Language: String, CaseIterable, ExpressibleByArgument {
        case schema, configuration

        fileprivate var vocabulary: Vocabulary {
            switch self {
            case .schema: .schema
            case .configuration: .configuration
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of the schema language, or a list of its keys.",
        discussion: """
            With the JSON Schema, editors complete and explain keys and values, and mark unknown \
            ones:

              repogen schema > repogen.schema.json
              repogen schema --of configuration > repogen-configuration.schema.json

            Editors with the YAML language server use it if this is the first line of a file:

              # yaml-language-server: $schema=../repogen.schema.json

            It is JSON Schema, draft 2020-12. `repogen validate` checks more, for example whether \
            the names in a schema exist.

            A two-page list of all keys:

              repogen schema --keys
              repogen schema --keys --of configuration
            """
    )

    @Option(
        name: .customLong("of"),
        help: ArgumentHelp("The kind of file.", valueName: "language")
    )
    var language: Language = .schema

    @Flag(help: "Print all keys with their possible values, instead of a JSON Schema.")
    var keys = false

    func run() throws {
        try Terminal.answer {
            keys
                ? KeySummary(language.vocabulary).text
                : JSONSchemaWriter(language.vocabulary).schema.text
        }
    }
}
