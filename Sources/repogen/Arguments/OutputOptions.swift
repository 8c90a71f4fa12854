import ArgumentParser

/// The options of what is written beside the sources, and of what is not.
struct OutputOptions: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Only the files of these declarations.",
            discussion: """
                No other file is touched, and none is removed; a dependency file and file lists that \
                the configuration asks for stay as they are. With --grouping schema, the whole files \
                in which they are.
                """,
            valueName: "name"
        )
    )
    var only: [String] = []

    @Flag(help: "Say what would be written, and write nothing.")
    var dryRun = false

    @Flag(help: "Overwrite generated files that somebody edited.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "Where to write a dependency file.",
            discussion: """
                In the syntax of make, which Ninja and Xcode read too: every generated file \
                depends on the configuration, on all schemas and on all templates. A folder that is \
                not there is made.
                """,
            valueName: "path"
        ),
        completion: .file()
    )
    var depfile: String?

    @Option(
        help: ArgumentHelp(
            "The folder where to write file lists for a build phase of Xcode.",
            discussion: """
                They are called repogen-input.xcfilelist and repogen-output.xcfilelist. A folder that \
                is not there is made.
                """,
            valueName: "folder"
        ),
        completion: .directory
    )
    var fileLists: String?

    func validate() throws {
        try requireText(depfile, of: "--depfile", "a path")
        try requireText(fileLists, of: "--file-lists", "a folder")
        if !only.isEmpty, fileLists != nil {
            throw ValidationError("--only and --file-lists exclude one another")
        }
    }
}
