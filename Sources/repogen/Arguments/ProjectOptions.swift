import ArgumentParser
import SchemaLanguage

/// The options that configure input and output.
struct ProjectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The configuration file.",
            discussion: "Default: repogen.yaml here or in the nearest parent folder.",
            valueName: "file"
        ),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var config: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The schema folders or files.",
            discussion: """
                They override those of the configuration. With --output, a configuration is \
                read only if --config names it.
                """,
            valueName: "path"
        ),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var schemas: [String] = []

    @Option(
        help: ArgumentHelp("The folder for the generated files.", valueName: "folder"),
        completion: .directory
    )
    var output: String?

    @Option(help: ArgumentHelp("The access level of generated declarations.", valueName: "level"))
    var access: ProjectConfiguration.AccessLevel?

    @Option(
        help: ArgumentHelp(
            "How declarations are grouped into files.",
            discussion: "One file per declaration, or one per schema file.",
            valueName: "grouping"
        )
    )
    var grouping: ProjectConfiguration.Grouping?

    @Option(
        help: ArgumentHelp(
            "A folder of templates that override the built-in ones.",
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
    /// Checks that the value of an option is not empty, as an unset shell variable is.
    func requireText(_ value: String?, of option: String, _ expected: String) throws {
        guard value?.isEmpty == true else { return }
        throw ValidationError("\(option) needs \(expected), but the value is empty")
    }
}

extension ProjectConfiguration.AccessLevel: ExpressibleByArgument {}

extension ProjectConfiguration.Grouping: ExpressibleByArgument {}
