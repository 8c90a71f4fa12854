import Foundation
import SchemaInference

/// Standard input and pipes as files, which can be read twice and may be larger than memory.
///
/// The files have no name, so they disappear with the process, however it ends.
struct InputSpool {
    /// The open temporary files, by argument.
    private var files: [String: FileHandle] = [:]

    /// Copies inputs that can be read only once into temporary files.
    ///
    /// - Parameter arguments: The inputs: paths, or `-` for standard input.
    /// - Throws: ``ToolError`` if an input cannot be read, or the disk is full.
    init(_ arguments: some Sequence<String>) throws {
        for argument in arguments where files[argument] == nil && Self.isStream(argument) {
            files[argument] = try Self.copy(argument)
        }
    }

    /// Whether it is standard input, or a pipe like that of `<(curl …)`.
    private static func isStream(_ argument: String) -> Bool {
        argument == "-"
            || DiskFile(ProjectLocator().url(argument).path).kindBehindLinks
                == .other("a named pipe")
    }

    private static func copy(_ argument: String) throws -> FileHandle {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "repogen-input-\(UUID().uuidString)").path
        guard
            FileManager.default.createFile(
                atPath: path,
                contents: nil,
                attributes: [.posixPermissions: 0o600]
            ), let handle = FileHandle(forUpdatingAtPath: path)
        else {
            throw ToolError.disk("cannot write '\(path)'")
        }
        try? FileManager.default.removeItem(atPath: path)
        var input = try FileStream(argument)
        do {
            while let part = try input.next() { try handle.write(contentsOf: part) }
        } catch let error as ToolError {
            throw error
        } catch {
            throw ToolError.disk("cannot write '\(path)': \(error.localizedDescription)")
        }
        return handle
    }

    /// The path from which an argument is read.
    func path(_ argument: String) -> String {
        files[argument].map(Self.path) ?? argument
    }

    private static func path(_ file: FileHandle) -> String { "/dev/fd/\(file.fileDescriptor)" }

    /// A found file, as a source of bodies.
    func source(_ found: BodyDiscovery.Found, _ progress: ReadingProgress?) -> BodySource {
        let path = found.path
        let copy = files.values.first { Self.path($0) == path }
        return BodySource(path: copy == nil ? path : "<stdin>", size: found.size) {
            // The copy is closed, and so deleted, when nothing refers to it.
            try withExtendedLifetime(copy) { try FileStream(path, progress: progress) }
        }
    }
}
