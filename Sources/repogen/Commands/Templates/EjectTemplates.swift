import ArgumentParser
import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter

/// Copies templates.
struct EjectTemplates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eject",
        abstract: "Copy built-in templates into a folder, for editing.",
        discussion: """
            Eject only the templates that you change: the others improve with new releases. If one \
            of the templates exists and was edited, writes nothing.

              $ repogen templates eject Entity Header
              wrote Templates/Entity.mustache
              wrote Templates/Header.mustache
              hint: write `templates: Templates` into repogen.yaml
            """
    )

    @Argument(help: ArgumentHelp("The templates; all by default.", valueName: "name"))
    var names: [String] = []

    @Option(
        help: ArgumentHelp(
            "The folder to write to.",
            discussion: """
                By default, the template folder of the configuration, or Templates next to the \
                configuration.
                """,
            valueName: "folder"
        ),
        completion: .directory
    )
    var to: String?

    @Option(
        help: ArgumentHelp(
            "The configuration file.",
            discussion: "Default: repogen.yaml here or in the nearest parent folder.",
            valueName: "file"
        ),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var config: String?

    @Flag(help: "Overwrite edited templates.")
    var force = false

    @OptionGroup var verbosity: VerbosityOptions

    func run() throws {
        try Report.run(verbosity, format: .text) { report in
            let templates = try Templates.references(named: names)
            let project = try project(&report)
            let folder = folder(in: project)
            let display = DisplayPath(
                root: project.root,
                workingDirectory: ProjectLocator().workingDirectory
            )
            let written = try differing(templates, in: folder, display)
            for template in written {
                let path = folder + "/" + Self.fileName(of: template)
                try DiskFile(path).replace(with: Array(template.text.utf8))
                report.say("wrote \(display.path(path))")
            }
            if written.isEmpty { report.say("\(display.path(folder)): all templates exist") }
            if let hint = hint(folder, project) { report.say("hint: \(hint)") }
        }
    }

    /// The folder of the configuration, and the template folders that it names.
    private struct Target {
        let root: URL
        let isConfigured: Bool
        let templates: [String]
        let hasSeveralOutputs: Bool
    }

    private func project(_ report: inout Report) throws -> Target {
        let locator = ProjectLocator()
        guard config != nil || (try? locator.configurationFile(nil)) != nil else {
            return Target(
                root: locator.workingDirectory,
                isConfigured: false,
                templates: [],
                hasSeveralOutputs: false
            )
        }
        let file = try locator.configurationFile(config)
        let root = file.deletingLastPathComponent()
        var diagnostics: [Diagnostic] = []
        var sources: [SourceFile] = []
        let found = try locator.configuration(
            in: file,
            diagnostics: &diagnostics,
            sources: &sources
        )
        let display = DisplayPath(root: root, workingDirectory: locator.workingDirectory)
        report.add(diagnostics, sources: sources, display: display)
        guard let found else { throw ExitCode.schemasAreWrong }
        return Target(
            root: root,
            isConfigured: true,
            templates: found.outputs.compactMap(\.templates),
            hasSeveralOutputs: found.outputs.count > 1
        )
    }

    /// The absolute path of the folder to write to.
    private func folder(in project: Target) -> String {
        if let to { return ProjectLocator().url(to).path }
        let directory = URL(filePath: project.root.path, directoryHint: .isDirectory)
        let name = project.templates.first ?? "Templates"
        return URL(filePath: name, relativeTo: directory).standardizedFileURL.path
    }

    /// The templates that are missing or differ from the built-in ones.
    ///
    /// - Throws: if an edited template would be overwritten, or is not a regular file.
    private func differing(
        _ templates: [TemplateReference],
        in folder: String,
        _ display: DisplayPath
    ) throws(ToolError) -> [TemplateReference] {
        var differing: [TemplateReference] = []
        var edited: [String] = []
        for template in templates {
            let path = folder + "/" + Self.fileName(of: template)
            let file = DiskFile(path)
            switch file.kind {
            case .missing: differing.append(template)
            case .file:
                if try file.bytes() == Array(template.text.utf8) { continue }
                differing.append(template)
                if !force { edited.append("'\(display.path(path))'") }
            case .folder, .link, .other:
                throw .arguments(
                    "'\(display.path(path))' is not a regular file; nothing was written"
                )
            }
        }
        guard edited.isEmpty else {
            throw ToolError(
                kind: .schemas,
                message: """
                    \(edited.joined(separator: ", ")) \(edited.count == 1 ? "was" : "were") \
                    edited; nothing was written
                    """,
                hint: "name the templates to write, or overwrite edited ones with --force"
            )
        }
        return differing
    }

    /// The remaining step; nil if there is none.
    private func hint(_ folder: String, _ project: Target) -> String? {
        let path = URL(filePath: folder).path(relativeTo: project.root)
        guard
            !project.templates.contains(where: { name in
                let directory = URL(filePath: project.root.path, directoryHint: .isDirectory)
                return URL(filePath: name, relativeTo: directory).standardizedFileURL.path == folder
            })
        else { return nil }
        let key = "`templates: \(path)`"
        if !project.isConfigured { return "write \(key) into repogen.yaml, or use --templates" }
        return project.hasSeveralOutputs
            ? "write \(key) into the outputs in repogen.yaml that use the templates"
            : "write \(key) into repogen.yaml"
    }

    private static func fileName(of template: TemplateReference) -> String {
        template.name + ".mustache"
    }
}
