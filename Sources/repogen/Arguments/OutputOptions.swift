import ArgumentParser

/// The options that control which files are written.
struct OutputOptions: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Write only the files of these declarations.",
            discussion: """
                Other files are neither changed nor deleted, and dependency files and file lists \
                that the configuration asks for are not written. With --grouping schema, the \
                option selects the whole files that contain the declarations.
                """,
            valueName: "name"
        )
    )
    var only: [String] = []

    @Flag(help: "Print what would be written, without writing anything.")
    var dryRun = false

    @Flag(help: "Overwrite generated files that were edited by hand.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "Write a dependency file to this path.",
            discussion: """
                The syntax is that of make, which Ninja and Xcode also read. Every generated file \
                depends on the configuration, all schemas and all templates. A missing folder is \
                created.
                """,
            valueName: "path"
        ),
        completion: .file()
    )
    var depfile: String?

    @Option(
        help: ArgumentHelp(
            "Write file lists for an Xcode build phase into this folder.",
            discussion: """
                The files are repogen-input.xcfilelist and repogen-output.xcfilelist. A missing \
                folder is created.
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
            throw ValidationError("--only and --file-lists cannot be used together")
        }
    }
}
