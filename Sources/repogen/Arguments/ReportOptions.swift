import ArgumentParser

/// How much is said.
struct VerbosityOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Say nothing but mistakes.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Name every file, and every line that differs.")
    var verbose = false

    func validate() throws {
        if quiet, verbose {
            throw ValidationError("--quiet and --verbose exclude one another")
        }
    }
}

/// For whom mistakes are printed.
struct DiagnosticsOptions: ParsableArguments {
    /// The forms.
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
            "How mistakes are printed.",
            discussion: """
                As text they go to the standard error stream, as compilers print them. As JSON they \
                are one array on standard output, empty where there are none.
                """,
            valueName: "form"
        )
    )
    var diagnostics: Form = .text
}
