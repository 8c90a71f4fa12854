import ArgumentParser
import Diagnostics
import Foundation
import SchemaLanguage

/// A project with all files that a run reads, before anything is made of them.
struct ProjectInputs {
    /// What belongs into one output.
    struct Part {
        let output: ProjectConfiguration.Output
        let folder: OutputFolder
        let schemas: [SourceFile]
        /// The user's own templates.
        let templates: [SourceFile]
    }

    let project: Project
    let display: DisplayPath
    /// One for each output.
    let parts: [Part]

    /// Finds the project that options speak of, and reads its files.
    ///
    /// Where nothing will be written, no output need be named.
    ///
    /// - Throws: where the configuration has a mistake, which then is in the report, or a file cannot be
    ///   read.
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
        let display = DisplayPath(root: root, workingDirectory: locator.workingDirectory)
        report.add(diagnostics, sources: sources, display: display)
        guard let located else { throw ExitCode.schemasAreWrong }
        self.display = display
        project = located
        let directory = URL(filePath: root.path, directoryHint: .isDirectory)
        parts = try located.configuration.outputs.map { output in
            Part(
                output: output,
                folder: OutputFolder(URL(filePath: output.output, relativeTo: directory)),
                schemas: try SchemaDiscovery(root: root).files(at: output.schemas),
                templates: try TemplateDiscovery(root: root).files(at: output.templates)
            )
        }
    }

    /// The paths of the files, relative to the project: each once, the configuration first.
    var paths: [String] {
        var seen: Set<String> = []
        let all =
            [project.file?.path(relativeTo: project.root)].compactMap(\.self)
            + parts.flatMap(\.schemas).map(\.path) + parts.flatMap(\.templates).map(\.path)
        return all.filter { seen.insert($0).inserted }
    }
}
