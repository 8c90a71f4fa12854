import Diagnostics
import Foundation
import SchemaLanguage

/// The schema of a mock, which is read again when one of its files changes.
///
/// Safe to share: options are parsed once, and nothing changes; whoever follows the files has a copy.
struct MockSchema: @unchecked Sendable {
    private let options: ProjectOptions
    private let verbosity: VerbosityOptions
    /// The files before they are first read.
    private let files: FileWatch

    init(_ options: ProjectOptions, _ verbosity: VerbosityOptions) {
        self.options = options
        self.verbosity = verbosity
        files = FileWatch(options)
    }

    /// Reads the schemas of the single output that the options select.
    ///
    /// - Parameter report: Collects errors.
    /// - Returns: The schema.
    /// - Throws: if a schema is invalid, or several outputs are configured.
    func read(_ report: inout Report) throws -> CheckedSchema {
        let inputs = try ProjectInputs(options, writes: false, report: &report)
        guard inputs.parts.count < 2 else {
            let configuration = inputs.project.configuration
            let names = configuration.outputs.indices.map { index in
                // What an output imports is part of its mock.
                let used = [index] + configuration.imports(of: index).map(\.output)
                let schemas = used.flatMap { configuration.outputs[$0].schemas }
                return "--schemas \(schemas.joined(separator: " "))"
            }
            throw ToolError.arguments(
                "the configuration has \(names.count) outputs, but a mock serves only one",
                hint: "choose one with \(names.prefix(6).joined(separator: ", "))"
                    + (names.count > 6 ? ", …" : "")
            )
        }
        let results = try Generation(inputs, report: &report).results
        guard let result = results.first else { throw ToolError.arguments("no schemas found") }
        return result.schema
    }

    /// Reads the schemas again after each change of a file.
    ///
    /// - Parameter take: Receives each valid schema.
    func follow(_ take: @escaping @Sendable (CheckedSchema) -> Void) {
        let schema = self
        Thread.detachNewThread {
            var files = schema.files
            files.run { schema.readAgain(take) }
        }
    }

    private func readAgain(_ take: (CheckedSchema) -> Void) {
        do {
            try Report.run(verbosity, format: .text) { report in
                take(try read(&report))
                report.say("the schemas have changed, and were reloaded")
            }
        } catch {
            Terminal.write("the server continues with the previous schemas")
        }
    }
}
