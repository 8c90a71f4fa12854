import ArgumentParser
import Diagnostics
import Foundation
import SchemaImport
import SwiftEmitter

/// Where an import writes, and how it reports; the same for documents of any language.
struct ImportOutput: ParsableArguments {
    @OptionGroup var schema: SchemaOutput

    @Option(
        help: ArgumentHelp(
            "Another name for a schema or an operation; may be repeated.",
            valueName: "old=New"
        )
    )
    var rename: [String] = []

    @Flag(help: "Fail where anything is left out, simplified or guessed.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "How findings are printed.",
            discussion: """
                As text they go to the standard error stream. As JSON they are one array on standard \
                output, and the schema needs --output.
                """,
            valueName: "form"
        )
    )
    var report: DiagnosticsOptions.Form = .text

    func validate() throws {
        if report == .json, schema.output == nil {
            throw ValidationError("--report json prints the findings, so the schema needs --output")
        }
        for pair in rename where pair.split(separator: "=").count != 2 {
            throw ValidationError(
                "--rename takes two names, as in --rename find_pets=ListPets, found '\(pair)'"
            )
        }
    }

    /// What these options say of an import.
    var options: ImportOptions {
        var options = ImportOptions()
        options.isStrict = strict
        options.reservedNames = SwiftNames.reservedTypeNames
        for pair in rename {
            let names = pair.split(separator: "=").map(String.init)
            if names.count == 2 { options.renames[names[0]] = names[1] }
        }
        return options
    }

    /// Imports files, writes the schema, and reports what was found.
    ///
    /// - Parameters:
    ///   - files: The documents.
    ///   - verbosity: How much is said.
    ///   - propose: The import.
    /// - Throws: What stopped it, as an exit status.
    func run(
        _ files: [String],
        _ verbosity: VerbosityOptions,
        propose: ([String], DiskDocuments) -> ImportResult
    ) throws {
        try Report.run(verbosity, format: report.format) { report in
            let directory = ProjectLocator().workingDirectory
            try requireFiles(files)
            let target = schema.path
            try schema.requireFree()
            let result = propose(files, DiskDocuments(workingDirectory: directory))
            let display = DisplayPath(root: directory, workingDirectory: directory)
            report.add(result.diagnostics, sources: result.files, display: display)
            guard let proposal = result.schema, !report.hasErrors else {
                report.say("nothing was written")
                throw ExitCode.schemasAreWrong
            }
            let text = schema.writer.text(for: proposal)
            if let target {
                try DiskFile(target).replace(with: Array(text.utf8))
                report.say("wrote \(display.path(target)): \(summary(of: result))")
            } else {
                report.say(summary(of: result))
                try Terminal.output(text)
            }
        }
    }

    private func requireFiles(_ files: [String]) throws(ToolError) {
        for file in files {
            switch try DiskFile(ProjectLocator().url(file).path).knownKind() {
            case .missing: throw .arguments("there is no file '\(file)'")
            case .folder:
                throw .arguments("'\(file)' is a folder", hint: "name the documents in it")
            case .file, .link, .other: break
            }
        }
    }

    private func summary(of result: ImportResult) -> String {
        let schemas = "\(result.schemas.imported) of \(result.schemas.total) schemas"
        guard result.operations.total > 0 else { return schemas }
        return "\(result.operations.imported) of \(result.operations.total) operations, \(schemas)"
    }
}
