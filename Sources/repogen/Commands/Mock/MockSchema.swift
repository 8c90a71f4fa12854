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

    /// Reads the schemas of all outputs as one.
    ///
    /// - Parameter report: Collects errors.
    /// - Returns: The schema.
    /// - Throws: if a schema is invalid, or two outputs declare the same name.
    func read(_ report: inout Report) throws -> CheckedSchema {
        let inputs = try ProjectInputs(options, writes: false, report: &report)
        let results = try Generation(inputs, report: &report).results
        guard !results.isEmpty else { throw ToolError.arguments("no schemas found") }
        let union = SchemaUnion(results.map(\.schema))
        guard let name = union.sharedName else { return union.schema }
        let configuration = inputs.project.configuration
        let choices = configuration.outputs.indices.map { index in
            let used = [index] + configuration.imports(of: index).map(\.output)
            let schemas = used.flatMap { configuration.outputs[$0].schemas }
            return "--schemas \(schemas.joined(separator: " "))"
        }
        throw ToolError.arguments(
            "a mock serves all outputs of the configuration, but two of them declare '\(name)'",
            hint: "choose one with \(choices.prefix(6).joined(separator: ", "))"
                + (choices.count > 6 ? ", …" : "")
        )
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
