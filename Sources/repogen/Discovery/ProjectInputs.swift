import ArgumentParser
import Diagnostics
import Foundation
import SchemaLanguage

/// A project with all files that a run reads.
struct ProjectInputs {
    /// The inputs of one output.
    struct Part {
        let output: ProjectConfiguration.Output
        let folder: OutputFolder
        fileprivate(set) var schemas: [SourceFile]
        /// The user's own templates.
        let templates: [SourceFile]
        /// The schemas of the imported outputs, in dependency order.
        var imports: [SchemaCompiler.Import] = []
        /// Whether the schemas of other outputs use its declarations, too.
        fileprivate(set) var isImported = false
    }

    let project: Project
    let display: DisplayPath
    /// The configuration, for diagnostics; empty without a file.
    let configurationSources: [SourceFile]
    /// The inputs of each output.
    private(set) var parts: [Part]

    /// Finds the project that the options specify, and reads its files.
    ///
    /// If nothing will be written, no output is required.
    ///
    /// - Throws: if the configuration has errors, which are in the report, or a file cannot be
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
        try self.init(located, sources, display: display, writes: writes, report: &report)
    }

    /// Reads the files of a project.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - sources: Its configuration, for diagnostics.
    ///   - display: The file names for the reader.
    ///   - writes: Whether anything will be written.
    ///   - report: Collects errors.
    /// - Throws: if a file cannot be read.
    init(
        _ project: Project,
        _ sources: [SourceFile],
        display: DisplayPath,
        writes: Bool,
        report: inout Report
    ) throws {
        self.display = display
        self.project = project
        configurationSources = sources
        let root = project.root
        let directory = URL(filePath: root.path, directoryHint: .isDirectory)
        do throws(ToolError) {
            var parts = try project.configuration.outputs.map { output throws(ToolError) in
                let folder = URL(filePath: output.output, relativeTo: directory).standardizedFileURL
                if writes { try Self.requirePlace(folder, of: output, in: directory) }
                return Part(
                    output: output,
                    folder: OutputFolder(folder),
                    schemas: try SchemaDiscovery(root: root)
                        .files(at: output.schemas, places: output.schemaPlaces),
                    templates: try TemplateDiscovery(root: root).files(at: output.templates)
                )
            }
            if writes { try Self.requireSeparateFolders(parts) }
            try Self.addImports(to: &parts, project.configuration)
            self.parts = parts
        } catch {
            guard error.place != nil else { throw error }
            report.add([error.diagnostic], sources: sources, display: display)
            throw error.exitCode
        }
    }

    /// Adds the schemas of imported outputs.
    ///
    /// - Throws: if both outputs have the same schema: its types would be declared twice.
    private static func addImports(
        to parts: inout [Part],
        _ configuration: ProjectConfiguration
    ) throws(ToolError) {
        for index in parts.indices where !parts[index].output.imports.isEmpty {
            let own = Set(parts[index].schemas.map(\.path))
            for one in configuration.imports(of: index) {
                let files = parts[one.output].schemas
                if let shared = files.first(where: { own.contains($0.path) }) {
                    let output = parts[index].output
                    let place = output.imports.firstIndex(of: one.module)
                    throw ToolError(
                        kind: .schemas,
                        message: "'\(shared.path)' is a schema of this output and of "
                            + "\(one.module), which it imports",
                        hint: "remove it from one of them",
                        place: place.map { output.importPlaces[$0] } ?? output.importPlaces.first
                    )
                }
                parts[one.output].isImported = true
                parts[index].imports.append(
                    SchemaCompiler.Import(module: one.module, isNamed: one.isNamed, files: files)
                )
            }
        }
    }

    /// Checks that links do not lead two outputs to the same folder: each would delete the other's
    /// files.
    private static func requireSeparateFolders(_ parts: [Part]) throws(ToolError) {
        var known: [(path: String, name: String)] = []
        for part in parts {
            let name = part.output.output
            let path = URL(filePath: part.folder.path).resolvingSymlinksInPath().path + "/"
            if let other = known.first(where: {
                $0.path.hasPrefix(path) || path.hasPrefix($0.path)
            }) {
                throw ToolError(
                    kind: .schemas,
                    message:
                        "the outputs '\(other.name)' and '\(name)' are, by a link, the same folder "
                        + "or one contains the other",
                    hint: "give each its own folder"
                )
            }
            known.append((path, name))
        }
    }

    /// Checks that generated files stay separate from the sources of the package.
    private static func requirePlace(
        _ folder: URL,
        of output: ProjectConfiguration.Output,
        in root: URL
    ) throws(ToolError) {
        let problem = OutputPlace.problem(
            of: folder.path(relativeTo: root),
            schemas: output.schemas.map {
                URL(filePath: $0, relativeTo: root).path(relativeTo: root)
            }
        )
        guard let problem else { return }
        throw .arguments(problem.message, hint: problem.hint)
    }

    /// The inputs with other contents of a schema; nil if no output has this schema.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the schema.
    ///   - bytes: The contents.
    /// - Returns: The inputs.
    func replacing(_ path: String, with bytes: [UInt8]) -> ProjectInputs? {
        var inputs = self
        let name = URL(filePath: path).path(relativeTo: project.root)
        let file = SourceFile(path: name, bytes: bytes)
        let replaced = { (files: [SourceFile]) in files.map { $0.path == name ? file : $0 } }
        for index in inputs.parts.indices {
            inputs.parts[index].schemas = replaced(inputs.parts[index].schemas)
            inputs.parts[index].imports = inputs.parts[index].imports.map { one in
                SchemaCompiler.Import(
                    module: one.module,
                    isNamed: one.isNamed,
                    files: replaced(one.files)
                )
            }
        }
        return parts.contains { $0.schemas.contains { $0.path == name } } ? inputs : nil
    }

    /// The folders that contain schemas or templates, relative to the project, sorted: they change
    /// when files are added.
    var folders: [String] {
        var found: Set<String> = []
        for part in parts {
            let files = part.schemas + part.templates
            for path in part.output.schemas + [part.output.templates].compactMap(\.self) {
                let base = URL(filePath: path, relativeTo: project.root.asDirectory)
                guard DiskFile(base.path).kindBehindLinks == .folder else { continue }
                let root = base.path(relativeTo: project.root)
                found.insert(root.isEmpty ? "." : root)
                let depth = root.split(separator: "/").count
                for file in files where root.isEmpty || file.path.hasPrefix(root + "/") {
                    var parts = file.path.split(separator: "/").dropLast()
                    while parts.count > depth {
                        found.insert(parts.joined(separator: "/"))
                        parts = parts.dropLast()
                    }
                }
            }
        }
        return found.sorted()
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
