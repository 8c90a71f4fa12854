import Foundation
import SchemaSite

/// The folder of a site, with a list of its files.
struct SiteFolder {
    let url: URL
    /// The folder, as named by the user.
    private let name: String
    private static let list = ".repogen-docs"

    init(_ url: URL, name: String) {
        self.url = url
        self.name = name
    }

    /// Writes the files of a site, and deletes those of an earlier one that are not part of it.
    ///
    /// - Throws: ``ToolError`` if the folder has other files, or for I/O errors.
    func write(_ files: [SiteFile]) throws(ToolError) {
        let earlier = try earlierFiles()
        let paths = files.map(\.path).sorted()
        for path in paths where !isInside(path) {
            throw .arguments(
                "'\(name)/\(path)' would be written through a link",
                hint: "delete the link, or name another folder with --output"
            )
        }
        // Listed first, in case the run is interrupted.
        try note(Set(earlier).union(paths).sorted())
        for file in files { try self.file(file.path).update(to: Array(file.contents.utf8)) }
        for path in Set(earlier).subtracting(paths).sorted() {
            try self.file(path).remove(upTo: url.path)
        }
        try note(paths)
    }

    private func note(_ paths: [String]) throws(ToolError) {
        try file(Self.list).update(to: Array(paths.map { "\($0)\n" }.joined().utf8))
    }

    /// Whether neither the file nor a folder on the way is a link.
    private func isInside(_ path: String) -> Bool {
        var steps = path.split(separator: "/").map(String.init)
        while !steps.isEmpty {
            let file = file(steps.joined(separator: "/"))
            if file.kind != .missing, file.kind != file.kindBehindLinks { return false }
            steps.removeLast()
        }
        return true
    }

    private func file(_ path: String) -> DiskFile { DiskFile(url.appending(path: path).path) }

    /// The files of an earlier run.
    private func earlierFiles() throws(ToolError) -> [String] {
        let folder = DiskFile(url.path)
        switch folder.kindBehindLinks {
        case .missing: return []
        case .folder: break
        default:
            throw .arguments("'\(name)' is not a folder", hint: "name another one with --output")
        }
        if file(Self.list).kindBehindLinks == .file {
            let text = String(decoding: try file(Self.list).bytes(), as: UTF8.self)
            // Entries outside of the folder, or that are not files, are ignored.
            return text.split(whereSeparator: \.isNewline).map(String.init).filter { path in
                !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
                    && isInside(path) && file(path).kind == .file
            }
        }
        guard try folder.names(as: name).isEmpty else {
            throw .arguments(
                "'\(name)' contains other files, and no site of an earlier run",
                hint: "name an empty folder with --output"
            )
        }
        return []
    }
}
