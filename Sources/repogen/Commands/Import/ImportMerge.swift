import ArgumentParser
import Diagnostics
import Foundation
import SchemaImport
import SchemaLanguage
import YAMLTree

/// A new import, merged into the schema that people have.
struct ImportMerge {
    private let target: ImportedSchema
    private let state: ImportState
    private let text: String
    private let former: [UInt8]
    private let changes: [String]
    private let display: DisplayPath
    private let conflicts: [Diagnostic]

    /// Merges.
    ///
    /// - Parameters:
    ///   - target: The schema.
    ///   - base: What the last import gave.
    ///   - new: What this one gives.
    ///   - isStrict: Whether a conflict is an error.
    ///   - report: Where mistakes in the schema go.
    /// - Throws: An exit status, where the schema cannot be read.
    init(
        _ target: ImportedSchema,
        _ base: ImportState,
        _ new: ImportState,
        isStrict: Bool,
        _ report: inout Report
    ) throws {
        self.target = target
        let directory = ProjectLocator().workingDirectory
        display = DisplayPath(root: directory, workingDirectory: directory)
        let written: WrittenSchema
        do {
            written = try target.written()
        } catch let error as YAMLSyntaxError {
            let bytes = try DiskFile(target.path).bytes()
            report.add(
                error.diagnostics,
                sources: [SourceFile(path: target.name, bytes: bytes)],
                display: display
            )
            report.say("nothing was written")
            throw ExitCode.schemasAreWrong
        }
        former = written.bytes
        let merge = SchemaMerge(
            base: base.schema,
            ours: written.mapping,
            theirs: new.schema,
            renames: base.renames
        )
        let patch = SchemaPatch(merge.schema, into: written)
        text = patch.text
        var state = new
        state.renames = merge.renames
        self.state = state
        changes = DocumentChanges(from: base.schema, to: new.schema).lines
        let file = SourceFile(path: target.name, text: patch.text)
        conflicts = ImportFindings(file).diagnostics(
            for: merge.conflicts + patch.conflicts,
            isStrict: isStrict
        )
        report.add(conflicts, sources: [file], display: display)
    }

    /// Writes the schema and the state, where they differ from those on disk.
    func write(_ summary: String, _ report: inout Report) throws {
        if report.hasErrors {
            report.say("nothing was written")
            throw ExitCode.schemasAreWrong
        }
        try target.write(text, state)
        guard !changes.isEmpty else {
            return report.say("\(target.name) has what the documents give: \(summary)")
        }
        report.say(
            "merged into \(target.name): \(summary)\n"
                + changes.map { "  \($0)" }.joined(separator: "\n")
        )
    }

    /// Says what the documents have changed, and what that means for callers of the generated code.
    ///
    /// - Throws: An exit status, where they have changed anything.
    func check(_ report: inout Report) throws {
        guard !changes.isEmpty else {
            return report.say("the documents give what they gave at the last import")
        }
        report.say(
            "the documents have changed:\n" + changes.map { "  \($0)" }.joined(separator: "\n")
        )
        if Array(text.utf8) != former {
            let comparison = try comparison(&report)
            report.say(
                comparison.isBreaking
                    ? "merged into \(target.name), this breaks callers of the generated code"
                    : "merged into \(target.name), this breaks no caller of the generated code"
            )
        } else {
            report.say("\(target.name) stays as it is: the changes are to what was removed from it")
        }
        throw ExitCode.outputDiffers
    }

    private func comparison(_ report: inout Report) throws -> GenerationComparison {
        let whole = try? ProjectInputs(ProjectOptions.parse([]), writes: false, report: &report)
        var inputs = whole
        var merged = whole?.replacing(target.path, with: Array(text.utf8))
        if merged == nil {
            let options = try ProjectOptions.parse(["--schemas", target.path])
            inputs = try ProjectInputs(options, writes: false, report: &report)
            merged = inputs?.replacing(target.path, with: Array(text.utf8))
        }
        guard let inputs, let merged else { throw ExitCode.schemasAreWrong }
        let before = try Generation(inputs, report: &report)
        let after = try Generation(merged, report: &report)
        return GenerationComparison(from: before, to: after, report: &report)
    }
}
