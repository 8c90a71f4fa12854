import ArgumentParser
import Diagnostics
import Foundation
import Parallelism
import SchemaLanguage
import SwiftEmitter

/// What the commands share: from options to checked schemas and generated files.
struct Generation {
    /// One output with what belongs into it.
    struct Result {
        let part: ProjectInputs.Part
        let schema: CheckedSchema
        fileprivate let emitter: SwiftEmitter

        var output: ProjectConfiguration.Output { part.output }
        var folder: OutputFolder { part.folder }
    }

    let display: DisplayPath
    let results: [Result]

    /// Reads and checks the schemas and templates of all outputs; reports all mistakes of all of them.
    ///
    /// Where nothing will be written, no output need be named.
    ///
    /// - Throws: where there is a mistake, which then is in the report.
    init(_ options: ProjectOptions, writes: Bool = true, report: inout Report) throws {
        try options.requirePaths()
        try self.init(try ProjectInputs(options, writes: writes, report: &report), report: &report)
    }

    /// Checks the schemas and templates of all outputs; reports all mistakes of all of them.
    ///
    /// - Throws: where there is a mistake, which then is in the report.
    init(_ inputs: ProjectInputs, report: inout Report) throws {
        var diagnostics: [Diagnostic] = []
        var results: [Result] = []
        for part in inputs.parts {
            let compiler = SchemaCompiler(
                reservedNames: SwiftNames.reservedTypeNames,
                conformances: part.output.conformances
            )
            // Neither needs the other.
            let loading = BackgroundValue { Self.emitter(of: part.output, part.templates) }
            var (schema, found) = compiler.compile(part.schemas, importing: part.imports)
            let (emitter, mistakes) = loading.value
            found += mistakes
            // Two outputs may share a file, and with it its mistakes.
            diagnostics += found.filter { !diagnostics.contains($0) }
            guard let schema, let emitter else { continue }
            results.append(Result(part: part, schema: schema, emitter: emitter))
        }
        self.results = results
        display = inputs.display
        let sources = inputs.parts.flatMap { $0.schemas + $0.templates }
        report.add(diagnostics, sources: sources, display: display)
        if report.hasErrors { throw ExitCode.schemasAreWrong }
        guard results.count == inputs.parts.count else { throw UnexplainedFailure() }
    }

    /// A check has a hole: a schema has no mistake that any check knows, and cannot be built.
    private struct UnexplainedFailure: Error, CustomStringConvertible {
        let description =
            "repogen cannot generate from these schemas, and cannot say why. "
            + "This is a bug of repogen: please report it with the schemas."
    }

    /// The files that belong into an output.
    func files(of result: Result) -> [GeneratedFile] {
        result.emitter.emit(result.schema)
    }

    /// The same with a file for each declaration, whatever the output says of that.
    func declarations(of result: Result) -> [GeneratedFile] {
        guard result.output.grouping != .declaration else { return files(of: result) }
        var output = result.output
        output.grouping = .declaration
        let (emitter, _) = Self.emitter(of: output, result.part.templates)
        return (emitter ?? result.emitter).emit(result.schema)
    }

    /// The emitter of an output; nil, and what is wrong, where a template has a mistake.
    private static func emitter(
        of output: ProjectConfiguration.Output,
        _ templates: [SourceFile]
    ) -> (SwiftEmitter?, [Diagnostic]) {
        let configuration = SwiftEmitter.Configuration(
            access: output.access,
            grouping: output.grouping,
            isServer: output.isServer
        )
        do throws(TemplateError) {
            return (try SwiftEmitter(configuration: configuration, userTemplates: templates), [])
        } catch {
            return (nil, error.diagnostics)
        }
    }

    /// The path of a generated file, as the reader knows it.
    func path(_ file: String, of result: Result) -> String {
        display.path(result.output.path(of: file))
    }

    /// Reports the files that are in the way, and those that are kept.
    func report(
        _ plan: OutputPlan,
        of result: Result,
        leavingOutDifferences: Bool = false,
        to report: inout Report
    ) {
        let findings = OutputFindings(output: result.output)
        for obstacle in plan.obstacles {
            let path = path(obstacle.path, of: result)
            if leavingOutDifferences, FileDifference(obstacle, at: path) != nil { continue }
            let (diagnostic, source) = findings.finding(obstacle)
            report.add([diagnostic], sources: source.map { [$0] } ?? [], display: display)
        }
        report.add(plan.leftovers.map(findings.finding), display: display)
    }
}
