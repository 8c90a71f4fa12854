import ArgumentParser

/// Where an import writes, and how it reports; the same for documents of any language.
struct ImportOutput: ParsableArguments {
    @OptionGroup var schema: SchemaOutput

    @Option(
        help: ArgumentHelp(
            "Another name for a schema or an operation; may be repeated.",
            discussion: "Is remembered for later imports; old=old takes it back.",
            valueName: "old=New"
        )
    )
    var rename: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Write nothing, and exit with 3 where the documents have changed since the last import.",
            discussion:
                "Prints what that would change in the schema and for callers of generated code."
        )
    )
    var check = false

    @Flag(
        help: ArgumentHelp(
            "Fail where anything is left out, simplified or guessed.",
            discussion: """
                Conclusions, such as that a schema is an entity, and restrictions that generated code does \
                not check, such as `maxLength`, stay warnings: each value of the document still fits.
                """
        )
    )
    var strict = false

    @Option(
        help: ArgumentHelp(
            "How findings are printed.",
            discussion: """
                As text they go to the standard error stream. As JSON they are one array on standard \
                output, and the schema needs --output.
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
        if check, schema.force { throw ValidationError("--check excludes --force") }
        for pair in rename where pair.split(separator: "=").count != 2 {
            throw ValidationError(
                "--rename takes two names, as in --rename find_pets=ListPets, found '\(pair)'"
            )
        }
    }

    /// The names by those that the documents give.
    var renames: [String: String] {
        let pairs = rename.map { $0.split(separator: "=").map(String.init) }
        return Dictionary(pairs.map { ($0[0], $0[1]) }) { $1 }
    }
}
