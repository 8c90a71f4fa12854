import Diagnostics
import Foundation

/// Finds the schema files of a project and reads them.
struct SchemaDiscovery {
    private static let extensions: Set = ["yaml", "yml", "json"]

    let root: URL

    /// Reads the schema files at paths, sorted by path, each once.
    ///
    /// Paths are files or folders, searched recursively, relative to the root. A path that does not
    /// exist, has no schema, or cannot be read is an error. Its position is taken from `places`, if
    /// that has one for each path.
    func files(at paths: [String], places: [SourceRange] = []) throws(ToolError) -> [SourceFile] {
        try self.paths(at: paths, places: places).map { path throws(ToolError) in
            let file = URL(filePath: path, relativeTo: directory)
            return SourceFile(path: path, bytes: try Self.bytes(of: file))
        }
    }

    /// The paths of the schema files, relative to the root, sorted, each once; with the same errors
    /// as ``files(at:places:)``.
    func paths(at paths: [String], places: [SourceRange] = []) throws(ToolError) -> [String] {
        var found: Set<String> = []
        for (index, path) in paths.enumerated() {
            do throws(ToolError) {
                let before = found.count
                try collect(
                    URL(filePath: path, relativeTo: directory).standardizedFileURL,
                    path,
                    &found
                )
                if found.count == before, paths.count == 1 {
                    throw ToolError(
                        kind: .schemas,
                        message: "no schemas (*.yaml, *.yml, *.json) in '\(path)'"
                    )
                }
            } catch {
                var error = error
                if places.indices.contains(index) { error.place = places[index] }
                throw error
            }
        }
        return found.sorted()
    }

    private var directory: URL { URL(filePath: root.path, directoryHint: .isDirectory) }

    private func collect(
        _ url: URL,
        _ path: String,
        _ found: inout Set<String>
    ) throws(ToolError) {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
            throw ToolError(
                kind: .schemas,
                message: "no schema folder or file at '\(path)'",
                hint: Self.nearest(to: url).map { nearest in
                    let place = nearest.path(relativeTo: root)
                    return "did you mean '\(place)'?"
                }
            )
        }
        guard isDirectory.boolValue else {
            found.insert(url.path(relativeTo: root))
            return
        }
        var visited: Set<String> = []
        try collectFolder(url, path, &visited, &found)
    }

    /// Collects the files of a folder, recursively.
    ///
    /// A folder that cannot be listed is an error: ignoring it would delete the code of its
    /// schemas. Links to folders are followed, each folder once.
    private func collectFolder(
        _ folder: URL,
        _ path: String,
        _ visited: inout Set<String>,
        _ found: inout Set<String>
    ) throws(ToolError) {
        guard visited.insert(folder.resolvingSymlinksInPath().path).inserted else { return }
        let names = try DiskFile(folder.path).names(as: path)
        for name in names.sorted() where !name.hasPrefix(".") {
            let file = folder.appending(path: name)
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory)
            else {
                // Ignoring it would delete the code of its schemas, too.
                guard Self.extensions.contains(file.pathExtension.lowercased()) else { continue }
                // An existing file without read permission is not missing.
                guard try DiskFile(file.path).knownKind() == .link else {
                    throw .disk("cannot read '\(path)/\(name)': it was deleted during the run")
                }
                throw ToolError(
                    kind: .schemas,
                    message: "'\(path)/\(name)' is a broken symbolic link"
                )
            }
            if isDirectory.boolValue {
                try collectFolder(file, path + "/" + name, &visited, &found)
            } else if name != ProjectLocator.configurationName,
                Self.extensions.contains(file.pathExtension.lowercased())
            {
                found.insert(file.path(relativeTo: root))
            }
        }
    }

    /// The existing path most similar to a missing one.
    private static func nearest(to missing: URL) -> URL? {
        // The first missing folder of the path may be misspelled.
        let ancestors = missing.andAncestors
        guard let name = ancestors.last(where: { DiskFile($0.path).kind == .missing }) else {
            return nil
        }
        let folder = name.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let visible = names.filter { !$0.hasPrefix(".") }.sorted()
        return NearestSpelling.nearest(to: name.lastPathComponent, in: visible)
            .map { folder.appending(path: $0).standardizedFileURL }
    }

    /// The contents of a file.
    static func bytes(of file: URL) throws(ToolError) -> [UInt8] {
        try DiskFile(file.path).bytes()
    }
}
