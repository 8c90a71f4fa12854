import ArgumentParser
import SchemaLanguage

/// Prints what editors need.
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
        abstract: "Print the JSON Schema of the schema language, for editors, or all its keys.",
        discussion: """
            With it, an editor completes keys and words, shows what they mean, and underlines what \
            is unknown:

              repogen schema > repogen.schema.json
              repogen schema --of configuration > repogen-configuration.schema.json

            Editors with the YAML language server read it where the first line of a file says

              # yaml-language-server: $schema=../repogen.schema.json

            It is JSON Schema, draft 2020-12. What it refuses, `repogen validate` refuses too; \
            whether a name means something, only `validate` knows.

            All keys on two pages, for people:

              repogen schema --keys
              repogen schema --keys --of configuration
            """
    )

    @Option(
        name: .customLong("of"),
        help: ArgumentHelp("The language of which files.", valueName: "language")
    )
    var language: Language = .schema

    @Flag(help: "Print all keys, with what may stand behind each, and no JSON Schema.")
    var keys = false

    func run() throws {
        try Terminal.answer {
            keys
                ? KeySummary(language.vocabulary).text
                : JSONSchemaWriter(language.vocabulary).schema.text
        }
    }
}
