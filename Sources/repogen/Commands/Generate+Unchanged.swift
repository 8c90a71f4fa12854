import ArgumentParser
import SchemaLanguage
import SwiftEmitter

extension Generate {
    /// Whether a run with the same inputs finished and its files are unchanged; then it reports
    /// that, and nothing is left to do.
    func isUnchanged(_ inputs: ProjectInputs, _ report: inout Report) throws(ToolError) -> Bool {
        guard output.only.isEmpty, !output.force, !report.hasFindings,
            // Git may keep lines that were edited by hand.
            !inputs.parts.contains(where: { MergedFiles.isPossible(in: $0.folder) }),
            let program = Program.current
        else { return false }
        let notes = RunNotes()
        var manifests: [Manifest] = []
        for part in inputs.parts {
            guard let bytes = try? part.folder.file(Manifest.name).bytes(),
                notes.contain(FinishedRun(of: part, by: program, manifest: bytes))
            else { return false }
            let manifest = Manifest(reading: bytes)
            guard part.folder.isExactly(manifest) else { return false }
            manifests.append(manifest)
        }
        if !output.dryRun {
            let outputs = zip(inputs.parts, manifests).flatMap { part, manifest in
                manifest.paths.filter { $0 != GitAttributes.name }.sorted()
                    .map(part.output.path)
            }
            for file in try buildFiles(of: inputs, outputs) {
                try file.disk.update(to: Array(file.text.utf8))
            }
        }
        for (part, manifest) in zip(inputs.parts, manifests) {
            let paths = manifest.paths + [Manifest.name]
            if verbosity.verbose {
                for path in paths.sorted() {
                    report.say("unchanged " + inputs.display.path(part.output.path(of: path)))
                }
            }
            let folder = inputs.display.path(part.output.output)
            report.say("\(folder): \(paths.count) unchanged")
        }
        return true
    }

    /// Records that the run finished without diagnostics, so that the next run can skip the work.
    func note(_ plans: [(part: ProjectInputs.Part, plan: OutputPlan)]) {
        guard output.only.isEmpty, !output.dryRun, let program = Program.current else { return }
        let notes = RunNotes()
        for (part, plan) in plans {
            notes.add(FinishedRun(of: part, by: program, manifest: plan.manifestBytes))
        }
    }
}
