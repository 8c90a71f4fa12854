import ArgumentParser
import SchemaLanguage
import SwiftEmitter

/// Compares.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say whether what is on disk is what the schemas would give.",
        discussion: """
            Writes nothing. Where `generate` would change anything, exits with 3, and says which \
            lines differ and what that means for those who call the generated code:

              Sources/App/Generated/Entities/Message.swift: differs
                Message.text: String → String?, breaking for callers, and changes what goes over \
            the wire
                @@ -13,3 +13,3 @@
                     /// What was said.
                -    public var text: String
                +    public var text: String?
                     /// The member `likes`.

            Where what is generated costs more than the `budget:` in the configuration allows, that is \
            an error at its line, and the exit status is 3, too; see `repogen help stats`.

            Of one file 40 lines are shown, and of all files 1,000; with --verbose, all of them.

            In a workflow of GitHub Actions, as annotations of the pull request:

              repogen check --format github
            """
    )

    @OptionGroup var project: ProjectOptions

    @Option(
        help: ArgumentHelp(
            "How everything is printed.",
            discussion: """
                As JSON, standard output gets one object: `diagnostics` as of --diagnostics json, \
                and `differences`. For GitHub it gets annotations.
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
            throw ValidationError("--format \(format.rawValue) prints the diagnostics too")
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
                    let folder = result.output.output
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

    /// The files that would change; the manifest follows them and is named only where it is alone.
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
