import ArgumentParser

/// How much is printed.
struct VerbosityOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print only errors and warnings.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print every file and every differing line.")
    var verbose = false

    func validate() throws {
        if quiet, verbose {
            throw ValidationError("--quiet and --verbose cannot be used together")
        }
    }
}

/// The output format of diagnostics.
struct DiagnosticsOptions: ParsableArguments {
    /// The formats.
    enum Form: String, CaseIterable, ExpressibleByArgument {
        case text, json

        var format: Report.Format {
            switch self {
            case .text: .text
            case .json: .json
            }
        }
    }

    @Option(
        help: ArgumentHelp(
            "The format of errors and warnings.",
            discussion: """
                Text goes to standard error, in the format of compilers. JSON is one array on \
                standard output, which is empty if there are no diagnostics.
                """,
            valueName: "form"
        )
    )
    var diagnostics: Form = .text
}
