import Diagnostics
import Foundation
import SchemaLanguage

/// The package that gets its first files, as it is before: its targets, configuration and schemas.
///
/// It is read once, so that what is written into it changes nothing of what is said of it.
struct StarterPackage {
    /// What becomes of the first schema.
    enum Example {
        /// It goes to this file.
        case file(String)
        /// It is left out, as there are others at this path.
        case schemas(String)
        /// It is left out, as the configuration reads schemas only here, where none may be written.
        case outside(String)
        /// It is left out, as the configuration has a mistake.
        case unknown
    }

    /// The folder of the first schema, where no configuration names another.
    static let schemaFolder = (StarterFiles.schemaPath as NSString).deletingLastPathComponent

    /// The folder of the package.
    let root: String
    /// Whether there is a configuration.
    let isConfigured: Bool
    /// The configuration; nil where there is none, or one with a mistake.
    let configuration: ProjectConfiguration?
    /// The folders under Sources, sorted.
    let targets: [String]
    /// What becomes of the first schema.
    let example: Example

    /// Reads a package.
    init(root: String) {
        self.root = root
        let file = root + "/" + StarterFiles.configurationPath
        isConfigured = DiskFile(file).kind != .missing
        configuration = isConfigured ? Self.configuration(in: file) : nil
        let sources = root + "/Sources"
        targets = ((try? DiskFile(sources).names()) ?? []).sorted().filter {
            !$0.hasPrefix(".") && DiskFile(sources + "/" + $0).kind == .folder
        }
        let paths = configuration?.outputs.flatMap(\.schemas) ?? [Self.schemaFolder]
        let found = Self.example(in: root, reading: paths)
        if isConfigured, configuration == nil, case .file = found {
            example = .unknown
        } else {
            example = found
        }
    }

    /// The folders that generated files may go to, one for each target, sorted; at least one.
    var outputs: [String] {
        (targets.isEmpty ? ["App"] : targets).map { "Sources/\($0)/Generated" }
    }

    /// The folder of the generated files where nobody names one; nil where several are as good.
    var output: String? {
        let usual = "Sources/App/Generated"
        return outputs.count == 1 ? outputs[0] : outputs.first { $0 == usual }
    }

    private static func configuration(in file: String) -> ProjectConfiguration? {
        var diagnostics: [Diagnostic] = []
        var sources: [SourceFile] = []
        return try? ProjectLocator().configuration(
            in: URL(filePath: file),
            diagnostics: &diagnostics,
            sources: &sources
        )
    }

    private static func example(in root: String, reading paths: [String]) -> Example {
        let folder = URL(filePath: root, directoryHint: .isDirectory)
        let places = paths.lazy.compactMap { place(of: $0, in: folder) }
        let path = places.first
        // Schemas of one's own need no example beside them.
        for schemas in paths {
            let found = try? SchemaDiscovery(root: folder).files(at: [schemas])
            if found?.contains(where: { $0.path != path }) == true { return .schemas(schemas) }
        }
        return path.map { .file($0) } ?? .outside(paths.first ?? schemaFolder)
    }

    /// The file of a first schema that is read at a path; nil where it is none of the package.
    private static func place(of path: String, in root: URL) -> String? {
        let url = URL(filePath: path, relativeTo: root).standardizedFileURL
        let name = (StarterFiles.schemaPath as NSString).lastPathComponent
        let isFile = !url.pathExtension.isEmpty && DiskFile(url.path).kindBehindLinks != .folder
        guard !isFile || ["yaml", "yml"].contains(url.pathExtension.lowercased()) else {
            return nil
        }
        let place = (isFile ? url : url.appending(path: name)).path(relativeTo: root)
        return place.hasPrefix("../") ? nil : place
    }
}
