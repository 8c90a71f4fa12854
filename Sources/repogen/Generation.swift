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
        let output: ProjectConfiguration.Output
        let folder: OutputFolder
        /// The paths of the schemas, relative to the project.
        let schemaPaths: [String]
        /// The paths of a user's templates, relative to the project.
        let templatePaths: [String]
        let schema: CheckedSchema
        fileprivate let emitter: SwiftEmitter
    }

    let project: Project
    let display: DisplayPath
    let results: [Result]

    /// Reads and checks the schemas and templates of all outputs; reports all mistakes of all of them.
    ///
    /// Where nothing will be written, no output need be named.
    ///
    /// - Throws: where there is a mistake, which then is in the report.
    init(_ options: ProjectOptions, writes: Bool = true, report: inout Report) throws {
        let locator = ProjectLocator()
        var diagnostics: [Diagnostic] = []
        var sources: [SourceFile] = []
        let located = try locator.locate(
            options,
            writes: writes,
            diagnostics: &diagnostics,
            sources: &sources
        )
        let root = located?.root ?? locator.configurationFolder(options)
        display = DisplayPath(root: root, workingDirectory: locator.workingDirectory)
        guard let located else {
            report.add(diagnostics, sources: sources, display: display)
            throw ExitCode.schemasAreWrong
        }
        project = located
        var results: [Result] = []
        for output in project.configuration.outputs {
            let files = try SchemaDiscovery(root: root).files(at: output.schemas)
            let compiler = SchemaCompiler(
                reservedNames: SwiftNames.reservedTypeNames,
                conformances: output.conformances
            )
            let templates = try TemplateDiscovery(root: root).files(at: output.templates)
            // Neither needs the other.
            let loading = BackgroundValue { Self.emitter(of: output, templates) }
            var (schema, found) = compiler.compile(files)
            let (emitter, mistakes) = loading.value
            found += mistakes
            sources += files + templates
            // Two outputs may share a file, and with it its mistakes.
            diagnostics += found.filter { !diagnostics.contains($0) }
            guard let schema, let emitter else { continue }
            let directory = URL(filePath: root.path, directoryHint: .isDirectory)
            results.append(
                Result(
                    output: output,
                    folder: OutputFolder(URL(filePath: output.output, relativeTo: directory)),
                    schemaPaths: files.map(\.path),
                    templatePaths: templates.map(\.path),
                    schema: schema,
                    emitter: emitter
                )
            )
        }
        self.results = results
        report.add(diagnostics, sources: sources, display: display)
        if report.hasErrors { throw ExitCode.schemasAreWrong }
    }

    /// The files that belong into an output.
    func files(of result: Result) -> [GeneratedFile] {
        result.emitter.emit(result.schema)
    }

    /// The emitter of an output; nil, and what is wrong, where a template has a mistake.
    private static func emitter(
        of output: ProjectConfiguration.Output,
        _ templates: [SourceFile]
    ) -> (SwiftEmitter?, [Diagnostic]) {
        let configuration = SwiftEmitter.Configuration(
            access: output.access,
            grouping: output.grouping
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
