import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder of generated files, from which no path and no link leads out.
struct OutputFolder {
    /// The absolute path, without a trailing slash.
    let path: String

    /// Creates a folder for a path.
    init(_ folder: URL) {
        path = folder.standardizedFileURL.path
    }

    /// The file at a path in the folder.
    func file(_ relative: String) -> DiskFile {
        DiskFile(path + "/" + relative)
    }

    /// Whether a path stays in the folder, judging by its text.
    static func holds(_ relative: String) -> Bool {
        let parts = relative.utf8.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        return parts.allSatisfy { part in
            !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
                && part.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\\") }
        }
    }

    /// Checks that the path is a folder, or can become one.
    ///
    /// - Throws: if the path or a parent is a file or a broken link.
    func requireFolder() throws(ToolError) {
        var way = ""
        for part in path.split(separator: "/") {
            way += "/" + part
            let noun: String
            switch try DiskFile(way).knownKind() {
            case .folder: continue
            case .missing: return
            case .file: noun = "a file"
            case .other(let words): noun = words
            case .link:
                var isFolder: ObjCBool = false
                let isThere = FileManager.default.fileExists(atPath: way, isDirectory: &isFolder)
                if isFolder.boolValue { continue }
                noun = isThere ? "a link to a file" : "a broken symbolic link"
            }
            throw .disk(
                "'\(way)' is \(noun), but the generated files need a folder",
                hint: "move it, or choose another folder with `output:` or --output"
            )
        }
    }

    /// The folders that are links, or are reached through one, each with that link.
    ///
    /// Links in the place of files do not affect their folder.
    func links(onTheWayTo paths: [String]) throws(ToolError) -> [String: String] {
        try ways(to: paths).links
    }

    /// The same, and the folders of files that are not there, in which nothing has to be looked for.
    func ways(
        to paths: [String]
    ) throws(ToolError) -> (links: [String: String], missing: Set<String>) {
        var folders: Set<Substring> = []
        for path in paths {
            if let slash = path.lastIndex(of: "/") { folders.insert(path[..<slash]) }
        }
        var links: [String: String] = [:]
        var missing: Set<String> = []
        for folder in folders {
            let name = String(folder)
            links[name] = try link(onTheWayTo: folder)
            if links[name] == nil, try file(name).knownKind() == .missing { missing.insert(name) }
        }
        return (links, missing)
    }

    private func link(onTheWayTo relative: Substring) throws(ToolError) -> String? {
        var way = ""
        for part in relative.split(separator: "/") {
            way += way.isEmpty ? String(part) : "/" + part
            switch try file(way).knownKind() {
            case .link: return way
            case .missing: return nil
            case .file, .folder, .other: continue
            }
        }
        return nil
    }

    /// The paths of the regular files in it, sorted.
    ///
    /// Links are not followed. Hidden folders are skipped, as are folders with a manifest, which
    /// belong to another output.
    func files() throws(ToolError) -> [String] {
        var found: [String] = []
        try collect("", &found)
        return found.sorted { $0.precedesInBytes($1) }
    }

    private func collect(_ prefix: String, _ found: inout [String]) throws(ToolError) {
        let folder = prefix.isEmpty ? path : path + "/" + prefix
        guard try DiskFile(folder).knownKind() != .missing else { return }
        let entries = try DiskFile(folder).entries()
        guard prefix.isEmpty || !entries.contains(where: { $0.name == Manifest.name }) else {
            return
        }
        for (name, isPlain) in entries {
            let relative = prefix.isEmpty ? name : prefix + "/" + name
            if isPlain {
                found.append(relative)
                continue
            }
            switch try file(relative).knownKind() {
            case .file: found.append(relative)
            case .folder where !name.hasPrefix("."): try collect(relative, &found)
            case .folder, .link, .other, .missing: continue
            }
        }
    }

    /// Waits until no other run writes to the folder, and locks out others until the lock is
    /// released.
    ///
    /// Two targets of a project may run the tool at once. Without a folder, or if the file system
    /// does not support locks, there is no lock; each file is still written atomically.
    func lock() -> FolderLock? {
        FolderLock(path)
    }
}

/// A lock on a folder, which the system releases when the process ends in any way.
final class FolderLock {
    private let descriptor: Int32

    fileprivate init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
        if errno == EWOULDBLOCK {
            Terminal.write("waiting for another process that writes to '\(path)'")
        }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { return nil }
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
