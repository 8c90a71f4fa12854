import ArgumentParser
import SchemaLanguage
import SwiftEmitter

/// Compares the files on disk with the generator's output.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check that the generated files match the schemas.",
        discussion: """
            Writes nothing. If `generate` would change a file, exits with 3 and prints the lines \
            that differ, and how the change affects callers of the generated code:

              Sources/App/Generated/Entities/Message.swift: differs
                Message.text: String → String?, breaking for callers, and changes requests or \
            responses
                @@ -13,3 +13,3 @@
                     /// The text.
                -    public var text: String
                +    public var text: String?
                     /// The property `likes`.

            If the generated code exceeds the `budget:` of the configuration, reports an error at \
            the line of the budget and exits with 3, too; see `repogen help stats`.

            Prints up to 40 lines of a file and 1,000 in total, or all of them with --verbose.

            In GitHub Actions, --format github annotates the pull request:

              repogen check --format github
            """
    )

    @OptionGroup var project: ProjectOptions

    @Option(
        help: ArgumentHelp(
            "The output format.",
            discussion: """
                JSON is one object on standard output, with `diagnostics` as in --diagnostics \
                json, and `differences`. For GitHub, the output consists of annotations.
                """,
            valueName: "form"
        )
    )
    var format: Report.Format = .text

    @OptionGroup var diagnostics: DiagnosticsOptions
    @OptionGroup var verbosity: VerbosityOptions
    @OptionGroup(visibility: .hidden) var stray: StrayArguments

    func validate() throws {
        if format != .text, diagnostics.diagnostics != .text {
            throw ValidationError("--format \(format.rawValue) already includes the diagnostics")
        }
    }

    func run() throws {
        let isDiagnosticsOnly = diagnostics.diagnostics == .json
        try Report.run(
            verbosity,
            format: isDiagnosticsOnly ? .json : format,
            contents: isDiagnosticsOnly ? .diagnostics : .differences
        ) { report in
            try project.requirePaths()
            let inputs = try ProjectInputs(project, report: &report)
            let generation = try Generation(inputs, report: &report)
            let overBudget = generation.results.filter { $0.output.budget != nil }.flatMap {
                BudgetCheck(statistics: OutputStatistics($0, of: generation)).findings
            }
            var differences: [FileDifference] = []
            for result in generation.results {
                let planner = OutputPlanner()
                let files = generation.files(of: result)
                let plan = try planner.plan(files, in: result.folder)
                generation.report(plan, of: result, leavingOutDifferences: true, to: &report)
                let found = self.differences(plan, files, of: result, in: generation)
                for difference in found { report.add(difference) }
                if found.isEmpty {
                    let folder = inputs.display.path(result.output.output)
                    report.say("\(folder): \(plan.unchanged.count) files are up to date")
                }
                differences += found
            }
            if report.hasErrors { throw ExitCode.schemasAreWrong }
            report.add(overBudget, sources: inputs.configurationSources, display: inputs.display)
            if let hint = FileDifference.hint(for: differences) { report.say("hint: \(hint)") }
            if !differences.isEmpty || !overBudget.isEmpty { throw ExitCode.outputDiffers }
        }
    }

    /// The files that would change.
    ///
    /// The manifest changes with them, so it is listed only on its own.
    private func differences(
        _ plan: OutputPlan,
        _ files: [GeneratedFile],
        of result: Generation.Result,
        in generation: Generation
    ) -> [FileDifference] {
        let sources = plan.changesOfSources
        let changes = sources.isEmpty ? plan.changes : sources
        var found = FileDifference.all(of: changes, among: files) {
            generation.path($0, of: result)
        }
        found += plan.obstacles.compactMap {
            FileDifference($0, at: generation.path($0.path, of: result))
        }
        return found.sorted { $0.path < $1.path }
    }
}
