import ArgumentParser
import Diagnostics
import Foundation

/// Compares with an earlier revision.
struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explain what the schemas change since a revision of git.",
        discussion: """
            Generates from the schemas as they are and as they were, both in memory, and says what that \
            means for those who call the generated code, for what goes over the wire, and for what an \
            app has stored in files. Writes nothing; what is generated need not be committed:

              $ repogen diff --base origin/main
              Sources/App/Generated/Entities/Message.swift: changes
                Message.likes: Int → Int?, breaking for callers, and changes what goes over the wire
              stored data:
                Message.sender: stored documents lack it, and cannot be read until the server has sent \
            them again

            The configuration and templates are those of the revision, too. With --verbose, the lines \
            of Swift that differ are shown. Exits with 3 where anything differs.
            """
    )

    @OptionGroup var project: ProjectOptions

    @Option(
        help: ArgumentHelp(
            "The revision to compare with.",
            discussion: "As git names it: HEAD~2, a tag, origin/main, or a commit.",
            valueName: "revision"
        )
    )
    var base = "HEAD"

    @Option(
        help: ArgumentHelp(
            "How everything is printed.",
            discussion: """
                As JSON, standard output gets one object: `diagnostics` as of --diagnostics json, \
                `differences` and `stored`. For GitHub it gets annotations.
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
            report.say("the schemas give what they gave in '\(base)'")
        }
    }
}
