import ArgumentParser
import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter

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
            var isSame = true
            for (old, new) in Self.pairs(former.results, generation.results) {
                let oldFiles = old.map(former.files) ?? []
                let newFiles = new.map(generation.files) ?? []
                let changes = Self.changes(from: oldFiles, to: newFiles)
                let output = (new ?? old)?.output
                let found = FileDifference.all(of: changes, among: newFiles) { path in
                    generation.display.path(output?.path(of: path) ?? path)
                }
                for (change, difference) in zip(changes, found) {
                    report.add(difference.betweenSchemas(change))
                }
                let stored = StoredDataComparison.changes(from: old?.schema, to: new?.schema)
                report.add(stored, display: generation.display)
                isSame = isSame && changes.isEmpty && stored.isEmpty
            }
            if !isSame { throw ExitCode.outputDiffers }
            report.say("the schemas give what they gave in '\(base)'")
        }
    }

    /// The outputs of both, each with the one that goes to the same folder; where each has only one,
    /// they belong together.
    private static func pairs(
        _ olds: [Generation.Result],
        _ news: [Generation.Result]
    ) -> [(old: Generation.Result?, new: Generation.Result?)] {
        if olds.count == 1, news.count == 1 { return [(olds[0], news[0])] }
        let pairs: [(Generation.Result?, Generation.Result?)] = news.map { new in
            (olds.first { $0.output.output == new.output.output }, new)
        }
        let gone = olds.filter { old in !news.contains { $0.output.output == old.output.output } }
        return pairs + gone.map { ($0, nil) }
    }

    private static func changes(
        from olds: [GeneratedFile],
        to news: [GeneratedFile]
    ) -> [OutputPlan.Change] {
        func byPath(_ files: [GeneratedFile]) -> [String: [UInt8]] {
            Dictionary(files.map { ($0.path, Array($0.contents.utf8)) }) { first, _ in first }
        }
        let (before, after) = (byPath(olds), byPath(news))
        return Set(before.keys).union(after.keys).sorted().compactMap { path in
            switch (before[path], after[path]) {
            case (nil, let new?): OutputPlan.Change(path: path, kind: .create(new))
            case (let old?, nil): OutputPlan.Change(path: path, kind: .remove(old: old))
            case (let old?, let new?) where old != new:
                OutputPlan.Change(path: path, kind: .update(old: old, new: new))
            case (_, _): nil
            }
        }
    }
}
