import ArgumentParser

/// The output and the report of an import, for documents of all formats.
struct ImportOutput: ParsableArguments {
    @OptionGroup var schema: SchemaOutput

    @Option(
        help: ArgumentHelp(
            "Rename a schema or an operation; repeatable.",
            discussion: "Later imports use the name, too; old=old restores the original.",
            valueName: "old=New"
        )
    )
    var rename: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Write nothing, and exit with 3 if the documents have changed since the last import.",
            discussion:
                "Prints the effect on the schema and on callers of generated code."
        )
    )
    var check = false

    @Flag(
        help: ArgumentHelp(
            "Fail if anything is omitted, simplified or guessed.",
            discussion: """
                Inferences, for example of entities, and restrictions that generated code does not \
                check, such as `minProperties`, stay warnings: they reject no valid value of the \
                document.
                """
        )
    )
    var strict = false

    @Option(
        help: ArgumentHelp(
            "The format of findings.",
            discussion: """
                Text goes to standard error. JSON is one array on standard output, and requires \
                --output for the schema.
                """,
            valueName: "form"
        )
    )
    var report: DiagnosticsOptions.Form = .text

    func validate() throws {
        if report == .json, schema.output == nil {
            throw ValidationError("--report json prints the findings, so the schema needs --output")
        }
        if check, schema.output == nil {
            throw ValidationError("--check compares with a schema, which --output names")
        }
        if check, schema.force { throw ValidationError("--check cannot be used with --force") }
        for pair in rename where pair.split(separator: "=").count != 2 {
            throw ValidationError(
                "--rename needs two names, for example find_pets=ListPets, found '\(pair)'"
            )
        }
    }

    /// The new names by the names in the documents.
    var renames: [String: String] {
        let pairs = rename.map { $0.split(separator: "=").map(String.init) }
        return Dictionary(pairs.map { ($0[0], $0[1]) }) { $1 }
    }
}
