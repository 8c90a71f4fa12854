import ArgumentParser
import SchemaLanguage

/// Validates the schemas.
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the schemas without generating code.",
        discussion: """
            Reports all errors of all files in one run, each with its position:

              Schemas/messages.yaml:7:14: error: unknown type 'Itn' [unknown-type]
                    likes: Itn = 0
                           ^~~
              hint: did you mean 'Int'?

            Exits with 1 if there are errors. A single folder or file needs no configuration:

              repogen validate --schemas Schemas

            For an editor or another tool:

              repogen validate --diagnostics json
            """
    )

    @OptionGroup var project: ProjectOptions
    @OptionGroup var diagnostics: DiagnosticsOptions
    @OptionGroup var verbosity: VerbosityOptions
    @OptionGroup(visibility: .hidden) var stray: StrayArguments

    func run() throws {
        try Report.run(verbosity, format: diagnostics.diagnostics.format) { report in
            for result in try Generation(project, writes: false, report: &report).results {
                report.say(summary(of: result))
            }
        }
    }

    private func summary(of result: Generation.Result) -> String {
        let schema = result.schema.own
        let counts = [
            count(schema.entities, "entity", "entities"),
            count(schema.values, "value", "values"),
            count(schema.enumerations, "enum", "enums"),
            count(schema.scalars, "scalar", "scalars"),
            count(schema.unions, "union", "unions"),
            count(schema.endpoints, "endpoint", "endpoints"),
            count(schema.repositories, "repository", "repositories"),
        ].compactMap(\.self)
        let declared = counts.isEmpty ? "nothing declared" : counts.joined(separator: ", ")
        let paths = result.output.schemas.map { $0.isEmpty ? "." : $0 }
        return "\(paths.joined(separator: ", ")): \(declared), no errors"
    }

    private func count(_ all: [some Any], _ one: String, _ many: String) -> String? {
        all.isEmpty ? nil : "\(all.count) \(all.count == 1 ? one : many)"
    }
}
