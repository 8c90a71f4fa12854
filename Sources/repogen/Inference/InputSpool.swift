import Foundation
import SchemaInference

/// Standard input and pipes as files, which can be read twice and may be larger than memory.
struct InputSpool {
    /// The temporary files, by argument.
    private var files: [String: String] = [:]

    /// Copies inputs that can be read only once into temporary files.
    ///
    /// - Parameter arguments: The inputs: paths, or `-` for standard input.
    /// - Throws: ``ToolError`` if an input cannot be read, or the disk is full.
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

    /// Whether it is standard input, or a pipe like that of `<(curl …)`.
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

    /// Deletes the files.
    func remove() {
        for file in files.values { try? FileManager.default.removeItem(atPath: file) }
    }

    /// The path from which an argument is read.
    func path(_ argument: String) -> String {
        files[argument] ?? argument
    }

    /// A found file, as a source of bodies.
    func source(_ found: BodyDiscovery.Found, _ progress: ReadingProgress?) -> BodySource {
        let path = found.path
        return BodySource(path: files.values.contains(path) ? "<stdin>" : path, size: found.size) {
            try FileStream(path, progress: progress)
        }
    }
}
