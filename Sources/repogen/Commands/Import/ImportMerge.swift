import ArgumentParser
import Diagnostics
import Foundation
import SchemaImport
import SchemaLanguage
import SwiftEmitter
import YAMLTree

/// A merge of a new import into an edited schema.
struct ImportMerge {
    private let target: ImportedSchema
    private let former: [UInt8]
    private let merged: MergedImport
    /// The other schemas of the project.
    private let others: [SourceFile]
    private let display: DisplayPath

    /// Merges the import.
    ///
    /// - Parameters:
    ///   - target: The schema on disk.
    ///   - base: The result of the last import.
    ///   - new: The result of this import.
    ///   - isStrict: Whether a conflict is an error.
    ///   - display: The file names for the reader.
    ///   - report: Collects errors of the schema.
    /// - Throws: An exit status, if the schema cannot be read.
    init(
        _ target: ImportedSchema,
        _ base: ImportState,
        _ new: ImportState,
        isStrict: Bool,
        _ display: DisplayPath,
        _ report: inout Report
    ) throws {
        self.target = target
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
        self.display = display
        others = ProjectLocator().schemas(besides: target.path)
        merged = MergedImport(new, after: base, into: written, besides: others)
        report.add(
            merged.findings(at: target.name, isStrict: isStrict),
            sources: [SourceFile(path: target.name, text: merged.text)],
            display: display
        )
    }

    /// Writes the schema and the state if they differ from the files on disk.
    func write(_ summary: String, _ report: inout Report) throws {
        if report.hasErrors {
            report.say("nothing was written")
            throw ExitCode.schemasAreWrong
        }
        try target.write(isUnchanged ? nil : merged.text, merged.state)
        guard !merged.changes.isEmpty else {
            return report.say("\(target.name) is up to date with the documents: \(summary)")
        }
        report.say("merged into \(target.name): \(summary)\n" + changes)
        if !isUnchanged { try requireValid(&report) }
    }

    /// Reports the errors of a merged schema that had none before, for example a reference to what
    /// the document removed.
    private func requireValid(_ report: inout Report) throws {
        func errors(_ text: [UInt8]) -> (found: [Diagnostic], sources: [SourceFile]) {
            let sources = [SourceFile(path: target.name, bytes: text)] + others
            let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
            return (compiler.compile(sources).diagnostics.filter { $0.severity == .error }, sources)
        }
        let (found, sources) = errors(Array(merged.text.utf8))
        guard !found.isEmpty, errors(former).found.isEmpty else { return }
        report.add(found, sources: sources, display: display)
        report.say(
            "the merged schema has errors: correct them here, or in the schema before the merge"
        )
        throw ExitCode.schemasAreWrong
    }

    /// Reports the changes of the documents, and their effect on callers of the generated code.
    ///
    /// - Throws: An exit status, if anything changed.
    func check(_ report: inout Report) throws {
        guard !merged.changes.isEmpty else {
            return report.say("the documents have not changed since the last import")
        }
        report.say("the documents have changed:\n" + changes)
        if !isUnchanged {
            let comparison = try comparison(with: Array(merged.text.utf8), &report)
            report.say(
                comparison.isBreaking
                    ? "merged into \(target.name), the changes break callers of the generated code"
                    : "merged into \(target.name), no change breaks callers of the generated code"
            )
        } else {
            report.say(
                "\(target.name) is unchanged: the changes only affect declarations that were removed "
                    + "from it or moved to other schemas"
            )
        }
        throw ExitCode.outputDiffers
    }

    /// Whether the schema is unchanged.
    private var isUnchanged: Bool { former.elementsEqual(merged.text.utf8) }

    /// The changes, one per line.
    private var changes: String { merged.changes.map { "  \($0)" }.joined(separator: "\n") }

    private func comparison(
        with text: [UInt8],
        _ report: inout Report
    ) throws -> GenerationComparison {
        var inputs: ProjectInputs?
        if ProjectLocator().nearestConfiguration != nil {
            inputs = try ProjectInputs(ProjectOptions.parse([]), writes: false, report: &report)
        }
        var changed = inputs?.replacing(target.path, with: text)
        if changed == nil {
            let options = try ProjectOptions.parse(["--schemas", target.path])
            inputs = try ProjectInputs(options, writes: false, report: &report)
            changed = inputs?.replacing(target.path, with: text)
        }
        guard let inputs, let changed else { throw ExitCode.schemasAreWrong }
        let before = try Generation(inputs, report: &report)
        let after = try Generation(changed, report: &report)
        return GenerationComparison(from: before, to: after, report: &report)
    }
}
