import ArgumentParser
import Foundation
import SchemaLanguage
import SwiftEmitter

/// Generates the Swift code.
struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Generate Swift code from the schemas.",
        discussion: """
            Writes only files that differ, each atomically, and deletes files that no schema \
            produces anymore:

              $ repogen generate
              Sources/App/Generated: 2 created, 1 updated, 31 unchanged

            The file .repogen.json in the output folder lists the generated files; commit it with \
            them. Repogen uses it to detect files edited by hand: it reports them, and then writes \
            nothing unless you pass --force. It never changes or deletes files that it did not \
            write.

            If both branches of a merge changed the schemas, merge the schemas first. Then run \
            this command, and `git add` the output folder. The .gitattributes in the output folder \
            keeps Git from merging generated files. Files edited by hand on either branch are \
            reported.

            Repogen records the inputs of each run in the user's cache folder (XDG_CACHE_HOME), so \
            that the next run quickly detects that nothing changed; --force ignores the record.

            With --watch, runs again whenever a schema, a template or the configuration is saved, \
            and shows the errors.

            For a build system that calls the tool:

              repogen generate --only Message --depfile .build/Message.d
            """
    )

    @Flag(help: "Run again whenever a schema, a template or the configuration is saved.")
    var watch = false

    @Option(
        help: ArgumentHelp(
            "Write tests that compare a live service with the schemas into this folder.",
            discussion: """
                The tests use Swift Testing and the library ServiceContract, and do the same as \
                `repogen verify`. The environment variable SERVICE_URL sets the address of the \
                service. A file that you edited is reported, and overwritten only with --force.
                """,
            valueName: "folder"
        ),
        completion: .directory
    )
    var contractTests: String?

    @OptionGroup var project: ProjectOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var diagnostics: DiagnosticsOptions
    @OptionGroup var verbosity: VerbosityOptions
    @OptionGroup(visibility: .hidden) var stray: StrayArguments

    /// A plan with its origin.
    private struct Step {
        let result: Generation.Result
        let files: [GeneratedFile]
        let plan: OutputPlan
        /// Held until the plan is carried out; nil if the folder does not exist yet.
        let lock: FolderLock?
    }

    func validate() throws {
        try requireText(contractTests, of: "--contract-tests", "a folder")
        if watch, diagnostics.diagnostics != .text || output.dryRun {
            throw ValidationError(
                "--watch cannot be used with --dry-run, nor with diagnostics other than text"
            )
        }
    }

    func run() throws {
        guard watch else { return try generate() }
        var files = FileWatch(project)
        // The errors were reported, and the next save may resolve them.
        try? generate()
        Terminal(verbosity: verbosity).say("watching; press Ctrl-C to stop")
        files.run { try? generate() }
    }

    private func generate() throws {
        try Report.run(verbosity, format: diagnostics.diagnostics.format) { report in
            try project.requirePaths()
            let inputs = try ProjectInputs(project, report: &report)
            if contractTests == nil, try isUnchanged(inputs, &report) { return }
            let generation = try Generation(inputs, report: &report)
            let steps = try steps(generation)
            for step in steps { generation.report(step.plan, of: step.result, to: &report) }
            let contracts = contractTests.map { ContractFiles($0, overwrites: output.force) }
            let tests = try contracts?.plan(generation.results, of: inputs, &report) ?? []
            if report.hasErrors { throw ExitCode.schemasAreWrong }
            let outputs = steps.flatMap { step in
                step.files.map { step.result.output.path(of: $0.path) }
            }
            let buildFiles = output.dryRun ? [] : try buildFiles(of: inputs, outputs)
            for step in steps {
                if !output.dryRun { try OutputWriter().write(step.plan, holding: step.lock) }
                tell(step, generation, &report)
            }
            try contracts?.write(tests, isDryRun: output.dryRun, &report)
            for file in buildFiles { try file.disk.update(to: Array(file.text.utf8)) }
            if !report.hasFindings { note(steps.map { ($0.result.part, $0.plan) }) }
        }
    }

    func buildFiles(
        of inputs: ProjectInputs,
        _ outputs: [String]
    ) throws(ToolError) -> [BuildFile] {
        try RequestedBuildFiles(output, of: inputs).files(outputs: outputs)
    }

    private func steps(_ generation: Generation) throws -> [Step] {
        let all = generation.results.map(generation.files)
        let selection = try DeclarationSelection(output.only, among: all)
        var steps: [Step] = []
        for (result, all) in zip(generation.results, all) {
            let files = selection.files(of: all)
            guard !files.isEmpty else { continue }
            let lock = output.dryRun ? nil : result.folder.lock()
            let planner = OutputPlanner(
                overwritesEdited: output.force,
                isPartial: selection.isPartial
            )
            let plan = try planner.plan(files, in: result.folder)
            if selection.isPartial {
                let folder = generation.display.path(result.output.output)
                try plan.requireSameGrouping(as: all, in: folder)
            }
            steps.append(Step(result: result, files: files, plan: plan, lock: lock))
        }
        return steps
    }

    private func tell(_ step: Step, _ generation: Generation, _ report: inout Report) {
        if output.dryRun || verbosity.verbose {
            var lines = step.plan.changes.map { change in
                let path = generation.path(change.path, of: step.result)
                return (change.path, change.summary(at: path, isDone: !output.dryRun))
            }
            if verbosity.verbose {
                lines += step.plan.unchanged.map {
                    ($0, "unchanged " + generation.path($0, of: step.result))
                }
            }
            for line in lines.sorted(by: { $0.0 < $1.0 }) { report.say(line.1) }
        }
        let folder = step.result.output.output
        let summary = step.plan.summary(isDone: !output.dryRun)
        report.say("\(generation.display.path(folder)): \(summary)")
        if step.plan.changes.contains(where: \.isOfLineEnds) {
            report.say("hint: \(LineEnds.hint)")
        }
        if step.plan.isInMerge {
            let command = "\(generation.display.git) add \(DisplayPath.word(folder))"
            report.say("hint: `\(command)` marks these files as merged")
        }
    }
}

extension OutputPlan {
    /// A short summary of the plan.
    func summary(isDone: Bool) -> String {
        var created = 0
        var updated = 0
        var removed = 0
        for change in changes {
            switch change.kind {
            case .create: created += 1
            case .update: updated += 1
            case .remove: removed += 1
            }
        }
        let would = isDone ? "" : "would be "
        let words = [
            (created, would + "created"), (updated, would + "updated"),
            (removed, would + "removed"), (unchanged.count, "unchanged"),
        ]
        return words.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}

extension OutputPlan.Change {
    /// A short description of the change to the file.
    fileprivate func summary(at path: String, isDone: Bool) -> String {
        let verb =
            switch kind {
            case .create: isDone ? "created" : "create"
            case .update: isDone ? "updated" : "update"
            case .remove: isDone ? "removed" : "remove"
            }
        return (isDone ? verb : "would \(verb)") + " " + path
    }
}
