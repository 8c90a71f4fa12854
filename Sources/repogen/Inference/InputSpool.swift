import Foundation
import SchemaInference

/// Standard input and pipes as files, which can be read twice and may be larger than memory.
struct InputSpool {
    /// The temporary files, by the arguments that they are of.
    private var files: [String: String] = [:]

    /// Copies what can be read once alone into temporary files.
    ///
    /// - Parameter arguments: What is to be read: paths, or `-` for standard input.
    /// - Throws: ``ToolError`` where it cannot be read, or the disk is full.
    init(_ arguments: some Sequence<String>) throws {
        for argument in arguments where files[argument] == nil && Self.isStream(argument) {
            do {
                try copy(argument)
            } catch {
                remove()
                throw error
            }
        }
    }

    /// Whether it is standard input, or a pipe such as that of `<(curl …)`.
    private static func isStream(_ argument: String) -> Bool {
        argument == "-"
            || DiskFile(ProjectLocator().url(argument).path).kindBehindLinks
                == .other("a named pipe")
    }

    private mutating func copy(_ argument: String) throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "repogen-input-\(UUID().uuidString)").path
        files[argument] = path
        guard
            FileManager.default.createFile(
                atPath: path,
                contents: nil,
                attributes: [.posixPermissions: 0o600]
            ), let handle = FileHandle(forWritingAtPath: path)
        else {
            throw ToolError.disk("cannot write '\(path)'")
        }
        var input = try FileStream(argument)
        do {
            while let part = try input.next() { try handle.write(contentsOf: part) }
            try handle.close()
        } catch let error as ToolError {
            throw error
        } catch {
            throw ToolError.disk("cannot write '\(path)': \(error.localizedDescription)")
        }
    }

    /// Removes the files.
    func remove() {
        for file in files.values { try? FileManager.default.removeItem(atPath: file) }
    }

    /// The path under which an argument is read.
    func path(_ argument: String) -> String {
        files[argument] ?? argument
    }

    /// A file that was found, as a source of bodies.
    func source(_ found: BodyDiscovery.Found, _ progress: ReadingProgress?) -> BodySource {
        let path = found.path
        return BodySource(path: files.values.contains(path) ? "<stdin>" : path, size: found.size) {
            try FileStream(path, progress: progress)
        }
    }
}
