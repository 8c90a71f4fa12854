import ArgumentParser
import Diagnostics
import Foundation

/// Compares the schemas with an earlier revision.
struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explain how the schemas changed since a Git revision.",
        discussion: """
            Generates in memory from the current and from the earlier schemas. Reports how the \
            changes affect callers of the generated code, requests and responses, and data that \
            apps have stored. Writes nothing; generated files need not be committed:

              $ repogen diff --base origin/main
              Sources/App/Generated/Entities/Message.swift: changes
                Message.likes: Int → Int?, breaking for callers, and changes requests or responses
              stored data:
                Message.sender: stored documents lack it, and cannot be read until the server has sent \
            them again

            The configuration and the templates are also taken from the revision. --verbose prints \
            the Swift lines that differ. Exits with 3 if anything differs.
            """
    )

    @OptionGroup var project: ProjectOptions

    @Option(
        help: ArgumentHelp(
            "The Git revision to compare with.",
            discussion: "For example HEAD~2, a tag, origin/main, or a commit.",
            valueName: "revision"
        )
    )
    var base = "HEAD"

    @Option(
        help: ArgumentHelp(
            "The output format.",
            discussion: """
                JSON is one object on standard output, with `diagnostics` as in --diagnostics \
                json, `differences` and `stored`. For GitHub, the output consists of annotations.
                """,
            valueName: "form"
        )
    )
    var format: Report.Format = .text

    @OptionGroup var verbosity: VerbosityOptions
    @OptionGroup(visibility: .hidden) var stray: StrayArguments

    func validate() throws {
        try requireText(base, of: "--base", "a revision")
    }

    func run() throws {
        try Report.run(verbosity, format: format, contents: .changes) { report in
            try project.requirePaths()
            let inputs = try ProjectInputs(project, writes: false, report: &report)
            let files = try RevisionFiles(base, of: inputs.project.root)
            defer { withExtendedLifetime(files) {} }
            let formerInputs = try EarlierProject(inputs, files).inputs(project, report: &report)
            let generation = try Generation(inputs, report: &report)
            let former = try Generation(formerInputs, report: &report)
            let comparison = GenerationComparison(from: former, to: generation, report: &report)
            if !comparison.isSame { throw ExitCode.outputDiffers }
            report.say("no differences from '\(base)'")
        }
    }
}
