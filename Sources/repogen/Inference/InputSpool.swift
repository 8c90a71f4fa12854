import Foundation
import SchemaInference

/// Standard input as a file, which can be read twice and may be larger than memory.
struct InputSpool {
    private let file: String?

    /// Copies standard input into a temporary file.
    ///
    /// - Parameter isNeeded: Whether anything reads it.
    /// - Throws: ``ToolError`` where it cannot be read, or the disk is full.
    init(isNeeded: Bool) throws {
        guard isNeeded else {
            file = nil
            return
        }
        let path = FileManager.default.temporaryDirectory
            .appending(path: "repogen-input-\(UUID().uuidString)").path
        file = path
        guard
            FileManager.default.createFile(
                atPath: path,
                contents: nil,
                attributes: [.posixPermissions: 0o600]
            ), let handle = FileHandle(forWritingAtPath: path)
        else {
            throw ToolError.disk("cannot write '\(path)'")
        }
        var input = try FileStream("-")
        do {
            while let part = try input.next() { try handle.write(contentsOf: part) }
            try handle.close()
        } catch let error as ToolError {
            remove()
            throw error
        } catch {
            remove()
            throw ToolError.disk("cannot write '\(path)': \(error.localizedDescription)")
        }
    }

    /// Removes the file.
    func remove() {
        if let file { try? FileManager.default.removeItem(atPath: file) }
    }

    /// The path under which an argument is read.
    func path(_ argument: String) -> String {
        argument == "-" ? file ?? argument : argument
    }

    /// A file that was found, as a source of bodies.
    func source(_ found: BodyDiscovery.Found, _ progress: ReadingProgress?) -> BodySource {
        let path = found.path
        return BodySource(path: path == file ? "<stdin>" : path, size: found.size) {
            try FileStream(path, progress: progress)
        }
    }
}
