import Diagnostics
import Foundation
import SchemaLanguage

/// The package in its state before initialization: its targets, configuration and schemas.
///
/// It is read once, so that files written later do not affect the messages.
struct StarterPackage {
    /// The destination of the first schema.
    enum Example {
        /// It is written to this file.
        case file(String)
        /// It is omitted, as there are other schemas at this path.
        case schemas(String)
        /// It is omitted, as the configuration reads schemas only from this path, where it cannot
        /// be written.
        case outside(String)
        /// It is omitted, as the configuration has errors.
        case unknown
    }

    /// The default folder for the first schema.
    static let schemaFolder = (StarterFiles.schemaPath as NSString).deletingLastPathComponent

    /// The folder of the package.
    let root: String
    /// Whether there is a configuration.
    let isConfigured: Bool
    /// The configuration; nil if there is none, or it has errors.
    let configuration: ProjectConfiguration?
    /// The folders under Sources, sorted; without any, the targets in the manifest.
    let targets: [String]
    /// The destination of the first schema.
    let example: Example

    /// Reads a package.
    init(root: String) {
        self.root = root
        let file = root + "/" + StarterFiles.configurationPath
        isConfigured = DiskFile(file).kind != .missing
        configuration = isConfigured ? Self.configuration(in: file) : nil
        let sources = root + "/Sources"
        let folders = ((try? DiskFile(sources).names()) ?? []).sorted().filter {
            !$0.hasPrefix(".") && DiskFile(sources + "/" + $0).kind == .folder
        }
        targets = folders.isEmpty ? Self.targets(in: root + "/Package.swift") : folders
        let paths = configuration?.outputs.flatMap(\.schemas) ?? [Self.schemaFolder]
        let found = Self.example(in: root, reading: paths)
        if isConfigured, configuration == nil, case .file = found {
            example = .unknown
        } else {
            example = found
        }
    }

    /// The possible folders for generated files, one for each target, sorted; at least one.
    var outputs: [String] {
        (targets.isEmpty ? ["App"] : targets).map { "Sources/\($0)/Generated" }
    }

    /// The default folder for the generated files; nil if there are several candidates.
    var output: String? {
        let usual = "Sources/App/Generated"
        return outputs.count == 1 ? outputs[0] : outputs.first { $0 == usual }
    }

    /// The names of the targets that a manifest declares, except tests, sorted.
    private static func targets(in manifest: String) -> [String] {
        guard let bytes = try? DiskFile(manifest).bytes() else { return [] }
        let text = String(decoding: bytes, as: UTF8.self)
        let names = text.matches(of: /\.(?:executableTarget|target)\(\s*name:\s*"(\w+)"/)
        return Set(names.map { String($0.1) }).sorted()
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
        // A project with schemas needs no example.
        for schemas in paths {
            let found = try? SchemaDiscovery(root: folder).files(at: [schemas])
            if found?.contains(where: { $0.path != path }) == true { return .schemas(schemas) }
        }
        return path.map { .file($0) } ?? .outside(paths.first ?? schemaFolder)
    }

    /// The file of a first schema that is read from a path; nil if the path is outside of the
    /// package.
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
