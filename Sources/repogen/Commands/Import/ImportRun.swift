import ArgumentParser
import Diagnostics
import Foundation
import SchemaImport
import SchemaLanguage
import SwiftEmitter
import YAMLTree

/// One import: the first of a schema, or a later one that is merged into it.
struct ImportRun {
    typealias Importer = ([String], ImportOptions, DiskDocuments) -> ImportResult

    let language: ImportState.Language
    /// The documents; empty for those of the last import.
    let files: [String]
    let only: [String]
    let output: ImportOutput
    var includesUnused: Bool?
    var onlyEndpoints: Bool?
    var entities: [String] = []

    private let directory = ProjectLocator().workingDirectory

    init(
        language: ImportState.Language,
        files: [String],
        only: [String],
        _ output: ImportOutput
    ) {
        self.language = language
        self.files = files
        self.only = only
        self.output = output
    }

    /// Imports the documents, writes the schema, and reports the findings.
    ///
    /// - Throws: The reason for stopping, as an exit status.
    func run(_ verbosity: VerbosityOptions, _ importer: Importer) throws {
        let contents: Report.Contents = output.check ? .changes : .diagnostics
        try Report.run(verbosity, format: output.report.format, contents: contents) { report in
            let display = DisplayPath(root: directory, workingDirectory: directory)
            let target = output.schema.path.map { ImportedSchema(path: $0, display: display) }
            let state = output.schema.force ? nil : try target?.state()
            if state == nil { try requireFirst(target) }
            try requireLanguage(of: state, target)
            let files =
                files.isEmpty
                ? (state?.documents ?? []).compactMap { target?.document($0, display: display) }
                : files
            try requireFiles(files)
            var options = options(after: state)
            let line = ProgressLine.watched(verbosity)
            options.onStep = { line?.show(Self.text($0)) }
            let documents = try DiskDocuments(files, in: directory)
            let result = importer(documents.paths, options, documents)
            line?.clear()
            try documents.requireReadable()
            try requireSelected(result)
            if !output.check || result.schema == nil {
                var given = display
                given.keepsPaths = true
                report.add(result.diagnostics, sources: result.files, display: given)
            }
            guard let proposal = result.schema, !report.hasErrors else {
                report.say("nothing was written")
                throw ExitCode.schemasAreWrong
            }
            let showsEvidence = !output.schema.noEvidence && state?.showsEvidence ?? true
            let text = SchemaTextWriter(showsEvidence: showsEvidence).text(for: proposal)
            guard let target else {
                report.say(summary(of: result))
                return try Terminal.output(text)
            }
            let new = try ImportState(
                language: language,
                documents: documents.paths.map(target.relativePath(ofDocument:)),
                options: options,
                showsEvidence: showsEvidence,
                giving: SourceFile(path: target.name, text: text)
            )
            guard let state else {
                try target.write(text, new)
                return report.say("wrote \(target.name): \(summary(of: result))")
            }
            let merge = try ImportMerge(
                target,
                state,
                new,
                isStrict: output.strict,
                display,
                &report
            )
            if output.check { return try merge.check(&report) }
            try merge.write(summary(of: result), &report)
        }
    }

    // MARK: - Arguments

    private func options(after state: ImportState?) -> ImportOptions {
        var options = state?.options ?? ImportOptions()
        options.includesUnused = includesUnused ?? options.includesUnused
        options.onlyEndpoints = onlyEndpoints ?? options.onlyEndpoints
        if !only.isEmpty { options.only = only }
        if !entities.isEmpty { options.entities = entities }
        options.renames = options.renames.merging(output.renames) { $1 }.filter {
            $0.key != $0.value
        }
        options.isStrict = output.strict
        options.reservedNames = SwiftNames.reservedTypeNames
        return options
    }

    // MARK: - Requirements

    /// Rejects a schema that no import wrote, both for overwriting and for checking.
    private func requireFirst(_ target: ImportedSchema?) throws {
        if output.check || files.isEmpty, !output.schema.force, let target, try target.isRemoved {
            let state = target.name + ImportState.suffix
            throw ToolError(
                kind: .schemas,
                message: "'\(target.name)' does not exist, only its '\(state)'",
                hint:
                    "restore it, for example with `git checkout`, or name the documents again"
            )
        }
        if output.check, let target {
            throw ToolError(
                kind: .schemas,
                message: "there is no '\(target.name)\(ImportState.suffix)' to compare with",
                hint: "import into '\(target.name)' first, and commit both files"
            )
        }
        if files.isEmpty {
            throw ToolError.arguments(
                "name the documents to import",
                hint: "they can be omitted only if the schema was imported before"
            )
        }
        try output.schema.requireFree()
    }

    private func requireLanguage(of state: ImportState?, _ target: ImportedSchema?)
        throws(ToolError)
    {
        guard let state, let target, state.language != language else { return }
        throw .arguments(
            "'\(target.name)' was imported with `repogen import \(state.language.rawValue)`",
            hint: "use that, or overwrite the schema with --force"
        )
    }

    private func requireFiles(_ files: [String]) throws(ToolError) {
        for file in files where file != DiskDocuments.standardInput {
            switch try DiskFile(ProjectLocator().url(file).path).knownKind() {
            case .missing: throw .arguments("'\(file)' does not exist")
            case .folder:
                throw .arguments("'\(file)' is a folder", hint: "name the documents in it")
            case .file, .link, .other: break
            }
        }
    }

    /// Rejects selections that match nothing in the documents, unless an earlier import made them:
    /// the documents may have changed since.
    private func requireSelected(_ result: ImportResult) throws(ToolError) {
        let given = [
            "only": only, "entity": entities, "rename": Array(output.renames.keys),
        ]
        for mistake in result.mistakes where given[mistake.option]?.contains(mistake.value) == true
        {
            throw .arguments("--\(mistake.option): \(mistake.message)", hint: mistake.hint)
        }
    }

    /// The progress of an import, as text.
    static func text(_ step: ImportStep) -> String {
        switch step {
        case .reading(let path): "reading \(path)"
        case .translating(let number, let total): "translating \(number) of \(total)"
        case .checking: "checking the schema"
        }
    }

    private func summary(of result: ImportResult) -> String {
        let schemas = "\(result.schemas.imported) of \(result.schemas.total) schemas"
        guard result.operations.total > 0 else { return schemas }
        return "\(result.operations.imported) of \(result.operations.total) operations, \(schemas)"
    }
}
