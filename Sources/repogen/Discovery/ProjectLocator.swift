import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter
import YAMLTree

/// Finds the configuration, or creates one from the options.
struct ProjectLocator {
    static let configurationName = "repogen.yaml"

    let workingDirectory: URL

    init(workingDirectory: URL = URL(filePath: FileManager.default.currentDirectoryPath)) {
        self.workingDirectory = workingDirectory.standardizedFileURL
    }

    /// The project that the options specify; they override the configuration.
    ///
    /// It is nil if the configuration has errors, which are among the diagnostics. If nothing is to
    /// be written, schemas suffice, and options for outputs are not checked against them.
    func locate(
        _ options: ProjectOptions,
        writes: Bool = true,
        diagnostics: inout [Diagnostic],
        sources: inout [SourceFile]
    ) throws(ToolError) -> Project? {
        if !options.schemas.isEmpty, let output = options.output, options.config == nil {
            return try projectOfOptions(options, output)
        }
        if !writes, !options.schemas.isEmpty, options.config == nil, nearestConfiguration == nil {
            return try projectOfOptions(options, "")
        }
        let file = try configurationFile(options.config)
        let root = file.deletingLastPathComponent()
        let found = try configuration(in: file, diagnostics: &diagnostics, sources: &sources)
        guard let found else { return nil }
        if !writes, !options.schemas.isEmpty, found.outputs.count > 1 {
            return try projectOfOptions(options, "")
        }
        let configuration = try self.configuration(found, at: root, overriddenBy: options)
        return Project(root: root, file: file, configuration: configuration)
    }

    /// The configuration of a project, with the options applied.
    func configuration(
        _ configuration: ProjectConfiguration,
        at root: URL,
        overriddenBy options: ProjectOptions
    ) throws(ToolError) -> ProjectConfiguration {
        var configuration = configuration
        if options.output != nil || !options.schemas.isEmpty {
            guard configuration.outputs.count == 1 else {
                throw .arguments(
                    "the configuration has several outputs: pass both --schemas and --output, "
                        + "or neither"
                )
            }
            if let output = options.output {
                configuration.outputs[0].output = url(output).path(relativeTo: root)
            }
            if !options.schemas.isEmpty {
                let schemas = options.schemas.map { url($0).path(relativeTo: root) }
                configuration.outputs[0].schemas = schemas
            }
        }
        for index in configuration.outputs.indices {
            configuration.outputs[index].apply(options, templates: templates(options, from: root))
        }
        let imported = Set(configuration.outputs.flatMap(\.imports))
        if let access = options.access, access != .public, !imported.isEmpty {
            throw .arguments(
                "--access \(access.rawValue) hides the types that another output imports",
                hint: "write `access:` in the configuration, at the outputs that no other imports"
            )
        }
        return configuration
    }

    /// The configuration in a file; nil if it has errors, which are among the diagnostics.
    func configuration(
        in file: URL,
        diagnostics: inout [Diagnostic],
        sources: inout [SourceFile]
    ) throws(ToolError) -> ProjectConfiguration? {
        let source = SourceFile(
            path: file.path(relativeTo: file.deletingLastPathComponent()),
            bytes: try SchemaDiscovery.bytes(of: file)
        )
        sources.append(source)
        do throws(YAMLSyntaxError) {
            let tree = try YAMLReader().read(source)
            return ConfigurationParser(reservedNames: SwiftNames.reservedTypeNames)
                .parse(tree, of: source, diagnostics: &diagnostics)
        } catch {
            diagnostics += error.diagnostics
            return nil
        }
    }

    /// The other schemas that the nearest project generates or imports together with a schema; none
    /// if the project cannot be read, which other commands report.
    ///
    /// - Parameter path: The absolute path of the schema.
    /// - Returns: The schemas.
    func schemas(besides path: String) -> [SourceFile] {
        var (diagnostics, sources): ([Diagnostic], [SourceFile]) = ([], [])
        guard let file = nearestConfiguration,
            let project = try? configuration(in: file, diagnostics: &diagnostics, sources: &sources)
        else { return [] }
        let root = file.deletingLastPathComponent()
        let name = URL(filePath: path).path(relativeTo: root)
        let files = project.outputs.map { output in
            (try? SchemaDiscovery(root: root).files(at: output.schemas)) ?? []
        }
        let own = files.indices.filter { files[$0].contains { $0.path == name } }
        let used = own.flatMap { index in [index] + project.imports(of: index).map(\.output) }
        return Set(used).sorted().flatMap { files[$0] }.filter { $0.path != name }
    }

    /// The absolute path of an option's path.
    func url(_ path: String) -> URL {
        URL(filePath: path, relativeTo: workingDirectory.asDirectory).standardizedFileURL
    }

    /// The folder of the configuration, if there is one.
    func configurationFolder(_ options: ProjectOptions) -> URL {
        (try? configurationFile(options.config).deletingLastPathComponent()) ?? workingDirectory
    }

    private func projectOfOptions(
        _ options: ProjectOptions,
        _ output: String
    ) throws(ToolError) -> Project {
        let schemas = options.schemas.map(url)
        let root = packageRoot(above: schemas[0])
        var output = ProjectConfiguration.Output(
            schemas: schemas.map { $0.path(relativeTo: root) },
            output: url(output).path(relativeTo: root)
        )
        output.apply(options, templates: templates(options, from: root))
        let configuration = ProjectConfiguration(outputs: [output])
        return Project(root: root, file: nil, configuration: configuration)
    }

    private func templates(_ options: ProjectOptions, from root: URL) -> String? {
        options.templates.map { url($0).path(relativeTo: root) }
    }

    /// The configuration file at a path, or the nearest one in the working directory or a parent
    /// folder.
    func configurationFile(_ path: String?) throws(ToolError) -> URL {
        if let path {
            let file = url(path)
            guard FileManager.default.fileExists(atPath: file.path) else {
                throw .arguments("no configuration at '\(path)'")
            }
            return file
        }
        if let nearestConfiguration { return nearestConfiguration }
        // A working directory that has been deleted has no path.
        guard workingDirectory.path.hasPrefix("/") else {
            throw .arguments("the working directory has been deleted")
        }
        throw .arguments(
            "no \(Self.configurationName) in this folder or a parent folder",
            hint: "run `repogen init` in your package, or use --schemas and --output"
        )
    }

    /// The nearest configuration file in the working directory or a parent folder; nil if there is
    /// none.
    var nearestConfiguration: URL? {
        workingDirectory.andAncestors.lazy.map { $0.appending(path: Self.configurationName) }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// The nearest folder with a package or a configuration, so that the output does not depend on
    /// the working directory.
    private func packageRoot(above schema: URL) -> URL {
        let parent = schema.deletingLastPathComponent()
        return parent.andAncestors.first { folder in
            ["Package.swift", Self.configurationName].contains {
                FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
            }
        } ?? parent
    }
}

extension ProjectConfiguration.Output {
    /// Applies the options to all outputs of the configuration.
    fileprivate mutating func apply(_ options: ProjectOptions, templates folder: String?) {
        access = options.access ?? access
        grouping = options.grouping ?? grouping
        templates = folder ?? templates
    }
}

extension URL {
    /// The folder and its parents, nearest first; only the folder if its path is relative.
    var andAncestors: [URL] {
        guard path.hasPrefix("/") else { return [self] }
        return Array(
            sequence(first: self) { folder in
                guard folder.path != "/" else { return nil }
                return folder.deletingLastPathComponent().standardizedFileURL
            }
        )
    }

    var asDirectory: URL { URL(filePath: path, directoryHint: .isDirectory) }

    /// The path relative to a folder, with `..` if the file is not below it.
    func path(relativeTo folder: URL) -> String {
        let own = standardizedFileURL.pathComponents
        let base = folder.standardizedFileURL.pathComponents
        let common = zip(own, base).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: base.count - common)
        return (up + own[common...]).joined(separator: "/")
    }
}
