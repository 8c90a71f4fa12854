import ArgumentParser
import SchemaLanguage

/// The options that say what is read and where it goes.
struct ProjectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The configuration file.",
            discussion: "Without it, repogen.yaml is looked for here and in the folders above.",
            valueName: "file"
        ),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var config: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The schema folders or files.",
            discussion: "Instead of those of the configuration; with --output none is needed.",
            valueName: "path"
        ),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var schemas: [String] = []

    @Option(
        help: ArgumentHelp("The folder of the generated files.", valueName: "folder"),
        completion: .directory
    )
    var output: String?

    @Option(help: ArgumentHelp("Who may see what is generated.", valueName: "level"))
    var access: ProjectConfiguration.AccessLevel?

    @Option(
        help: ArgumentHelp(
            "What a file holds.",
            discussion: """
                One declaration, or all declarations of a schema file; then --only means the files of \
                the schemas that declare what it names.
                """,
            valueName: "grouping"
        )
    )
    var grouping: ProjectConfiguration.Grouping?

    @Option(
        help: ArgumentHelp(
            "The folder of templates that go before the built-in ones.",
            discussion: "See `repogen help templates`.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var templates: String?
}

extension ProjectConfiguration.AccessLevel: ExpressibleByArgument {}

extension ProjectConfiguration.Grouping: ExpressibleByArgument {}
