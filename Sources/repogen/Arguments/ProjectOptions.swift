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

    func validate() throws {
        try requireText(config, of: "--config", "a file")
        for path in schemas { try requireText(path, of: "--schemas", "a path") }
        try requireText(output, of: "--output", "a folder")
        try requireText(templates, of: "--templates", "a folder")
    }
}

extension ParsableArguments {
    /// Makes sure that an option that is given is not empty, as that of an unset variable of a shell is.
    func requireText(_ value: String?, of option: String, _ expected: String) throws {
        guard value?.isEmpty == true else { return }
        throw ValidationError("\(option) needs \(expected), and what it got is empty")
    }
}

extension ProjectConfiguration.AccessLevel: ExpressibleByArgument {}

extension ProjectConfiguration.Grouping: ExpressibleByArgument {}
