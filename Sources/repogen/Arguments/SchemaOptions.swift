import ArgumentParser

/// The options that say of which schemas a command speaks that writes no generated files.
struct SchemaOptions: ParsableArguments {
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
            discussion: "Instead of those of the configuration.",
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
    /// - Parameter report: Where mistakes go.
    /// - Returns: The files.
    /// - Throws: where a path leads nowhere, or the configuration has a mistake.
    func inputs(report: inout Report) throws -> ProjectInputs {
        let options = try projectOptions()
        try options.requirePaths()
        return try ProjectInputs(options, writes: false, report: &report)
    }

    /// The same as options of a project, of which nothing is said beside.
    func projectOptions() throws -> ProjectOptions {
        let arguments =
            (config.map { ["--config", $0] } ?? [])
            + (schemas.isEmpty ? [] : ["--schemas"] + schemas)
        return try ProjectOptions.parse(arguments)
    }
}
