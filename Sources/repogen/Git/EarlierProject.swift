import ArgumentParser
import Diagnostics
import Foundation
import SchemaLanguage

/// A project at an earlier revision.
struct EarlierProject {
    private let current: ProjectInputs
    private let files: RevisionFiles

    /// Takes the current project and the revision.
    init(_ current: ProjectInputs, _ files: RevisionFiles) {
        self.current = current
        self.files = files
    }

    /// Reads the configuration, schemas and templates of the revision.
    ///
    /// - Throws: if the revision lacks one, or the configuration has errors, which are in the
    ///   report.
    func inputs(_ options: ProjectOptions, report: inout Report) throws -> ProjectInputs {
        var display = current.display
        display.revision = "\(files.name):\(files.prefix)"
        var sources: [SourceFile] = []
        var configuration = try configuration(options, display, &sources, &report)
        configuration.makeRelative(to: current.project.root)
        let outputs = configuration.outputs
        try files.take(outputs.flatMap(\.schemas) + outputs.compactMap(\.templates))
        let project = Project(root: files.root, file: nil, configuration: configuration)
        do {
            return try ProjectInputs(
                project,
                sources,
                display: display,
                writes: false,
                report: &report
            )
        } catch let error as ToolError {
            throw ToolError(
                kind: error.kind,
                message: "in '\(files.name)': \(error.message)",
                hint: error.hint
            )
        }
    }

    private func configuration(
        _ options: ProjectOptions,
        _ display: DisplayPath,
        _ sources: inout [SourceFile],
        _ report: inout Report
    ) throws -> ProjectConfiguration {
        // Options apply to both versions.
        guard let file = current.project.file else { return current.project.configuration }
        let name = file.lastPathComponent
        try files.take([name])
        let former = files.root.appending(path: name)
        guard DiskFile(former.path).kindBehindLinks == .file else {
            throw ToolError.arguments(
                "'\(files.prefix)\(name)' does not exist in '\(files.name)'",
                hint: "commit it, or name a revision that contains it"
            )
        }
        let locator = ProjectLocator()
        var diagnostics: [Diagnostic] = []
        let found = try locator.configuration(
            in: former,
            diagnostics: &diagnostics,
            sources: &sources
        )
        report.add(diagnostics, sources: sources, display: display)
        guard let found else { throw ExitCode.schemasAreWrong }
        let root = current.project.root
        return try locator.configuration(found, at: root, overriddenBy: options)
    }
}

extension ProjectConfiguration {
    /// Makes absolute paths relative to a folder: as such, they would lead to the present files.
    fileprivate mutating func makeRelative(to root: URL) {
        func relative(_ path: String) -> String {
            path.hasPrefix("/") ? URL(filePath: path).path(relativeTo: root) : path
        }
        for index in outputs.indices {
            outputs[index].schemas = outputs[index].schemas.map(relative)
            outputs[index].templates = outputs[index].templates.map(relative)
        }
    }
}
