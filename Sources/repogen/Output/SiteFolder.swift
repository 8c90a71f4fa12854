import Foundation
import SchemaSite

/// The folder of a site, with the list of the files that were written there.
struct SiteFolder {
    let url: URL
    /// The folder as the user named it.
    private let name: String
    private static let list = ".repogen-docs"

    init(_ url: URL, name: String) {
        self.url = url
        self.name = name
    }

    /// Writes the files of a site, and deletes those of an earlier one that are no part of it.
    ///
    /// - Throws: ``ToolError`` where other files are in the folder, or the disk fails.
    func write(_ files: [SiteFile]) throws(ToolError) {
        let earlier = try earlierFiles()
        let paths = files.map(\.path).sorted()
        for file in files { try self.file(file.path).update(to: Array(file.contents.utf8)) }
        for path in Set(earlier).subtracting(paths).sorted() {
            try self.file(path).remove(upTo: url.path)
        }
        let list = paths.map { "\($0)\n" }.joined()
        try file(Self.list).update(to: Array(list.utf8))
    }

    private func file(_ path: String) -> DiskFile { DiskFile(url.appending(path: path).path) }

    /// The files that an earlier run has written.
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
            // What leads out of the folder is not from here.
            return text.split(separator: "\n").map(String.init)
                .filter { !$0.hasPrefix("/") && !$0.split(separator: "/").contains("..") }
        }
        guard try folder.names(as: name).isEmpty else {
            throw .arguments(
                "'\(name)' has other files in it, and no site of an earlier run",
                hint: "name a folder of its own with --output"
            )
        }
        return []
    }
}
