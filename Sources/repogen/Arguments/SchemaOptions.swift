import ArgumentParser

/// The options that select the schemas of a command that generates no code.
struct SchemaOptions: ParsableArguments {
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
            discussion: "They override those of the configuration.",
            valueName: "path"
        ),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var schemas: [String] = []

    func validate() throws {
        try requireText(config, of: "--config", "a file")
        for path in schemas { try requireText(path, of: "--schemas", "a path") }
    }

    /// The files of the project.
    ///
    /// - Parameter report: Collects errors.
    /// - Returns: The files.
    /// - Throws: if a path does not exist, or the configuration is invalid.
    func inputs(report: inout Report) throws -> ProjectInputs {
        let options = try projectOptions()
        try options.requirePaths()
        return try ProjectInputs(options, writes: false, report: &report)
    }

    /// The same as options of a project, with defaults for everything else.
    func projectOptions() throws -> ProjectOptions {
        let arguments =
            (config.map { ["--config", $0] } ?? [])
            + (schemas.isEmpty ? [] : ["--schemas"] + schemas)
        return try ProjectOptions.parse(arguments)
    }
}
