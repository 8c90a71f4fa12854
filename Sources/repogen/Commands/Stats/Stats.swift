import ArgumentParser
import Foundation
import SchemaLanguage

/// Prints statistics of the generated code.
struct Stats: ParsableCommand {
    /// The formats of the result.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json
    }

    static let configuration = CommandConfiguration(
        abstract: "Print the size of the generated code and its compile time.",
        discussion: """
            Generates in memory, and counts files, lines and bytes by kind and by declaration:

              $ repogen stats --most 1
              Sources/App/Generated: 11 files, 555 lines, 19,694 bytes, …

                kind      files  lines  bytes  compile
                entities      1    158  5,219    58 ms
                …

                most expensive  kind      lines  bytes  compile
                Message         entities    158  5,219    58 ms

            The compile time is an estimate. With --measure, `swiftc` compiles the files, and the \
            time and the size of the object files are measured. Build the package first:

              repogen stats --measure
              repogen stats --against origin/main    # changes since then

            A budget in repogen.yaml is printed with the amount used; `repogen check` fails if it \
            is exceeded:

              budget:
                lines: 20000
                compile: 5 s
                declaration: { lines: 400 }
            """
    )

    @OptionGroup var project: ProjectOptions

    @Option(
        help: ArgumentHelp(
            "The number of declarations to list, the most expensive first.",
            discussion: "JSON always lists all.",
            valueName: "number"
        )
    )
    var most = 10

    @Option(
        help: ArgumentHelp(
            "The Git revision to compare with.",
            discussion: "For example HEAD~2, a tag, origin/main, or a commit.",
            valueName: "revision"
        )
    )
    var against: String?

    @OptionGroup(title: "Measurement") var measurement: MeasurementOptions

    @Option(help: ArgumentHelp("The format of the numbers.", valueName: "form"))
    var format: Format = .text

    @OptionGroup var verbosity: VerbosityOptions
    @OptionGroup(visibility: .hidden) var stray: StrayArguments

    func validate() throws {
        try requireText(against, of: "--against", "a revision")
        guard (0...1_000_000).contains(most) else {
            throw ValidationError("--most needs a number from 0 to 1000000, not \(most)")
        }
    }

    func run() throws {
        try Report.run(verbosity, format: .text) { report in
            try project.requirePaths()
            let inputs = try ProjectInputs(project, writes: false, report: &report)
            let generation = try Generation(inputs, report: &report)
            let reports = try self.reports(generation, inputs, report: &report)
            if format == .json {
                return try Terminal.output(StatisticsJSON(revision: against).text(of: reports))
            }
            let writer = StatisticsText(most: most, revision: against)
            let texts = reports.map(writer.text)
            try Terminal.output(texts.joined(separator: "\n"))
            report.say(StatisticsText.remark(isMeasured: measurement.measure))
        }
    }

    private func reports(
        _ generation: Generation,
        _ inputs: ProjectInputs,
        report: inout Report
    ) throws -> [OutputReport] {
        guard let against else {
            return try generation.results.map { try output($0, of: generation, inputs) }
        }
        let files = try RevisionFiles(against, of: inputs.project.root)
        defer { withExtendedLifetime(files) {} }
        let formerInputs = try EarlierProject(inputs, files).inputs(project, report: &report)
        let former = try Generation(formerInputs, report: &report)
        let pairs = GenerationComparison.pairs(former.results, generation.results)
        // A deleted output no longer costs anything.
        return try pairs.compactMap { old, new in
            guard let new else { return nil }
            var output = try output(new, of: generation, inputs)
            output.trend = StatisticsTrend(
                from: old.map { OutputStatistics($0, of: former) },
                to: output.statistics
            )
            return output
        }
    }

    private func output(
        _ result: Generation.Result,
        of generation: Generation,
        _ inputs: ProjectInputs
    ) throws -> OutputReport {
        var output = OutputReport(statistics: OutputStatistics(result, of: generation))
        if measurement.measure {
            output.measurement = try CompileMeasurement(
                generation.declarations(of: result),
                module: result.output.moduleName ?? "Generated",
                measurement,
                of: output.statistics.folder,
                root: inputs.project.root
            )
        }
        return output
    }
}
