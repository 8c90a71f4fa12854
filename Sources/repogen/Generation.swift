import ArgumentParser
import Diagnostics
import Foundation
import Parallelism
import SchemaLanguage
import SwiftEmitter

/// The steps that commands share, from options to checked schemas and generated files.
struct Generation {
    /// One output with its schemas and templates.
    struct Result {
        let part: ProjectInputs.Part
        let schema: CheckedSchema
        fileprivate let emitter: SwiftEmitter

        var output: ProjectConfiguration.Output { part.output }
        var folder: OutputFolder { part.folder }
    }

    let display: DisplayPath
    let results: [Result]

    /// Reads and checks the schemas and templates of all outputs, and reports all errors.
    ///
    /// If nothing will be written, no output is required.
    ///
    /// - Throws: if there are errors; they are in the report.
    init(_ options: ProjectOptions, writes: Bool = true, report: inout Report) throws {
        try options.requirePaths()
        try self.init(try ProjectInputs(options, writes: writes, report: &report), report: &report)
    }

    /// Checks the schemas and templates of all outputs, and reports all errors.
    ///
    /// - Throws: if there are errors; they are in the report.
    init(_ inputs: ProjectInputs, report: inout Report) throws {
        var diagnostics: [Diagnostic] = []
        var results: [Result] = []
        for part in inputs.parts {
            let compiler = SchemaCompiler(
                reservedNames: SwiftNames.reservedTypeNames,
                conformances: part.output.conformances
            )
            // Neither depends on the other.
            let loading = BackgroundValue { Self.emitter(of: part.output, for: part) }
            var (schema, found) = compiler.compile(part.schemas, importing: part.imports)
            if found.contains(where: Self.isUnknownType) {
                found = Self.explained(found, in: part, others: inputs.parts, compiler)
            }
            let (emitter, mistakes) = loading.value
            found += mistakes
            // Two outputs may share a file, and so its errors.
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

    private static func isUnknownType(_ finding: Diagnostic) -> Bool {
        finding.rule == SchemaRule.unknownType.rawValue
    }

    /// Findings in which an unknown type that another output declares has a hint to import it.
    private static func explained(
        _ found: [Diagnostic],
        in part: ProjectInputs.Part,
        others: [ProjectInputs.Part],
        _ compiler: SchemaCompiler
    ) -> [Diagnostic] {
        let own = part.output.moduleName
        let known = [own] + part.imports.map(\.module)
        let unknown = others.compactMap { other -> SchemaCompiler.Import? in
            guard let module = other.output.moduleName, !known.contains(module),
                // Modules cannot import one another.
                !other.imports.contains(where: { $0.module == own })
            else { return nil }
            return SchemaCompiler.Import(module: module, isNamed: false, files: other.schemas)
        }
        guard !unknown.isEmpty else { return found }
        let (_, all) = compiler.compile(part.schemas, importing: unknown + part.imports)
        return found.map { finding in
            guard isUnknownType(finding) else { return finding }
            return all.first { isUnknownType($0) && $0.range == finding.range } ?? finding
        }
    }

    /// A check is incomplete: no check finds an error in the schemas, but they cannot be built.
    private struct UnexplainedFailure: Error, CustomStringConvertible {
        let description =
            "repogen cannot generate code from these schemas, for an unknown reason. "
            + "This is a bug in repogen: please report it with the schemas."
    }

    /// The files of an output.
    func files(of result: Result) -> [GeneratedFile] {
        result.emitter.emit(result.schema)
    }

    /// The files of an output, with one file per declaration regardless of its `grouping`.
    func declarations(of result: Result) -> [GeneratedFile] {
        guard result.output.grouping != .declaration else { return files(of: result) }
        var output = result.output
        output.grouping = .declaration
        let (emitter, _) = Self.emitter(of: output, for: result.part)
        return (emitter ?? result.emitter).emit(result.schema)
    }

    /// The emitter of an output; nil, with diagnostics, if a template is invalid.
    private static func emitter(
        of output: ProjectConfiguration.Output,
        for part: ProjectInputs.Part
    ) -> (SwiftEmitter?, [Diagnostic]) {
        let configuration = SwiftEmitter.Configuration(
            access: output.access,
            grouping: output.grouping,
            isServer: output.isServer,
            isImported: part.isImported
        )
        do throws(TemplateError) {
            return (
                try SwiftEmitter(configuration: configuration, userTemplates: part.templates), []
            )
        } catch {
            return (nil, error.diagnostics)
        }
    }

    /// The path of a generated file, as shown to the reader.
    func path(_ file: String, of result: Result) -> String {
        display.path(result.output.path(of: file))
    }

    /// Reports the files in the way, and the files kept.
    func report(
        _ plan: OutputPlan,
        of result: Result,
        leavingOutDifferences: Bool = false,
        to report: inout Report
    ) {
        let findings = OutputFindings(output: result.output, display: display)
        for obstacle in plan.obstacles {
            let path = path(obstacle.path, of: result)
            if leavingOutDifferences, FileDifference(obstacle, at: path) != nil { continue }
            let (diagnostic, source) = findings.finding(obstacle)
            report.add([diagnostic], sources: source.map { [$0] } ?? [], display: display)
        }
        report.add(plan.leftovers.map(findings.finding), display: display)
    }
}
