import Diagnostics
import Foundation
import SchemaLanguage

/// The schema of a mock, read again when one of its files changes.
///
/// Safe to share: options are parsed once, and nobody changes them.
struct MockSchema: @unchecked Sendable {
    private let options: ProjectOptions
    private let verbosity: VerbosityOptions

    init(_ options: ProjectOptions, _ verbosity: VerbosityOptions) {
        self.options = options
        self.verbosity = verbosity
    }

    /// Reads the schemas of the one output that the options name.
    ///
    /// - Parameter report: Where mistakes go.
    /// - Returns: The schema.
    /// - Throws: where there is a mistake, or several outputs are configured.
    func read(_ report: inout Report) throws -> CheckedSchema {
        let inputs = try ProjectInputs(options, writes: false, report: &report)
        guard inputs.parts.count < 2 else {
            let names = inputs.parts.map { "--schemas \($0.output.schemas.joined(separator: " "))" }
            throw ToolError.arguments(
                "the configuration has \(names.count) outputs, and a mock serves one",
                hint: "choose one: \(names.prefix(6).joined(separator: ", "))"
                    + (names.count > 6 ? ", …" : "")
            )
        }
        let results = try Generation(inputs, report: &report).results
        guard let result = results.first else { throw ToolError.arguments("there are no schemas") }
        return result.schema
    }

    /// Reads the schemas again after each change of a file, from now on.
    ///
    /// - Parameter take: Gets each schema that has no mistake.
    func follow(_ take: @escaping @Sendable (CheckedSchema) -> Void) {
        let schema = self
        Thread.detachNewThread { FileWatch(schema.options).run { schema.readAgain(take) } }
    }

    private func readAgain(_ take: (CheckedSchema) -> Void) {
        do {
            try Report.run(verbosity, format: .text) { report in
                take(try read(&report))
                report.say("the schemas have changed, and are taken over")
            }
        } catch {
            Terminal.write("the server goes on with the schemas of before")
        }
    }
}
