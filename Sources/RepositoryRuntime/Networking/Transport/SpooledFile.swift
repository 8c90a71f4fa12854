import Foundation

/// A body as one file on disk: the file itself, or a temporary one that several segments were written to.
struct SpooledFile: Sendable {
    let url: URL
    private let isTemporary: Bool

    /// Writes a body to disk, unless it is there.
    ///
    /// - Parameter source: The body.
    /// - Throws: An error of the system where it cannot be read or written.
    init(_ source: BodySource) throws {
        if let file = source.file {
            try file.check()
            url = file.url
            isTemporary = false
            return
        }
        url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).body")
        isTemporary = true
        guard
            FileManager.default.createFile(
                atPath: url.path,
                contents: nil,
                attributes: [.posixPermissions: 0o600]
            )
        else { throw CocoaError(.fileWriteUnknown) }
        do {
            let handle = try FileHandle(forWritingTo: url)
            defer { try? handle.close() }
            var reader = source.reader()
            while let chunk = try reader.next() { try handle.write(contentsOf: chunk) }
        } catch {
            remove()
            throw error
        }
    }

    /// Deletes it where it is temporary.
    func remove() {
        if isTemporary { try? FileManager.default.removeItem(at: url) }
    }
}
