import ArgumentParser
import Foundation
import SchemaLanguage
import SwiftEmitter

/// Generates.
struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the Swift of the schemas.",
        discussion: """
            Writes only the files that differ, each in one step, and removes those that an earlier \
            schema left behind:

              $ repogen generate
              Sources/App/Generated: 2 created, 1 updated, 31 unchanged

            The file .repogen.json in the output folder lists what was written; commit it with the \
            rest. By it, a file that somebody edited is told from one that nobody did: an edited \
            file is reported, and then nothing is written unless you say --force. A file that \
            Repogen did not write is never touched.

            For a build system that runs the tool itself:

              repogen generate --only Message --depfile .build/Message.d
            """
    )

    @OptionGroup var project: ProjectOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var diagnostics: DiagnosticsOptions
    @OptionGroup var verbosity: VerbosityOptions

    /// A plan with where it comes from.
    private struct Step {
        let result: Generation.Result
        let files: [GeneratedFile]
        let plan: OutputPlan
        /// Held until the plan is carried out; nil where there is no folder yet.
        let lock: FolderLock?
    }

    func run() throws {
        try Report.run(verbosity, format: diagnostics.diagnostics.format) { report in
            let generation = try Generation(project, report: &report)
            let steps = try steps(generation)
            for step in steps { generation.report(step.plan, of: step.result, to: &report) }
            if report.hasErrors { throw ExitCode.schemasAreWrong }
            let buildFiles = output.dryRun ? [] : try buildFiles(steps, generation)
            for step in steps {
                if !output.dryRun { try OutputWriter().write(step.plan, holding: step.lock) }
                tell(step, generation, &report)
            }
            for file in buildFiles { try file.disk.update(to: Array(file.text.utf8)) }
        }
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
            steps.append(Step(result: result, files: files, plan: plan, lock: lock))
        }
        return steps
    }

    private func tell(_ step: Step, _ generation: Generation, _ report: inout Report) {
        for change in step.plan.changes {
            let text = change.summary(
                at: generation.path(change.path, of: step.result),
                isDone: !output.dryRun
            )
            if output.dryRun { report.say(text) } else { report.terminal.detail(text) }
        }
        let folder = step.result.output.shownFolder
        report.say("\(folder): \(step.plan.summary(isDone: !output.dryRun))")
        if step.plan.changes.contains(where: \.isOfLineEnds) {
            report.say("hint: \(LineEnds.hint)")
        }
    }

    /// What a build system is told, which is made before anything is written.
    private func buildFiles(_ steps: [Step], _ generation: Generation) throws -> [BuildFile] {
        let locator = ProjectLocator()
        let configuration = generation.project.configuration
        let inputs = BuildInputs(
            configuration: generation.project.file?.path(relativeTo: generation.project.root),
            schemas: generation.results.flatMap(\.schemaPaths),
            templates: generation.results.flatMap(\.templatePaths)
        )
        let outputs = steps.flatMap { step in
            step.files.map { step.result.output.path(of: $0.path) }
        }
        var files: [BuildFile] = []
        let root = URL(filePath: generation.project.root.path, directoryHint: .isDirectory)
        let depfile =
            output.depfile.map(locator.url)
            ?? configuration.depfile.map { URL(filePath: $0, relativeTo: root) }
        if let depfile {
            let display = generation.display
            let text = try DependencyFile.text(
                outputs: outputs.map(display.path),
                inputs: inputs.paths.map(display.path)
            )
            files.append(BuildFile(path: depfile.standardizedFileURL.path, text: text))
        }
        let lists =
            output.fileLists.map(locator.url)
            ?? configuration.fileLists.map { URL(filePath: $0, relativeTo: root) }
        if let lists, output.only.isEmpty {
            files += XcodeFileLists(folder: lists.standardizedFileURL.path)
                .files(inputs: inputs.paths, outputs: outputs)
        }
        let taken = Set(
            (inputs.paths + outputs).map {
                URL(filePath: $0, relativeTo: root).standardizedFileURL.path
            }
        )
        for file in files where taken.contains(file.disk.path) {
            throw ToolError.arguments(
                "'\(file.disk.path)' is a file that this run reads or generates, and would be overwritten"
            )
        }
        return files
    }
}

extension OutputPlan {
    /// What the plan does, in a few words.
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
            (removed, would + "removed"), (unchanged, "unchanged"),
        ]
        return words.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}

extension OutputPlan.Change {
    /// What happens to the file, in a few words.
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
