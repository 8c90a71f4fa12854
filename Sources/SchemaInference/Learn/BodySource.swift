/// A file or another source of bodies.
package struct BodySource: Sendable {
    /// The path, for messages.
    package let path: String
    /// The number of bytes, if known.
    package let size: Int
    /// Opens it; called once, or twice if it contains an error.
    package let open: @Sendable () throws -> any ByteStream

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - path: The path, for messages.
    ///   - size: The number of bytes, if known.
    ///   - open: Opens it.
    package init(
        path: String,
        size: Int,
        open: @escaping @Sendable () throws -> any ByteStream
    ) {
        self.path = path
        self.size = size
        self.open = open
    }

    /// Creates a source of bytes in memory.
    package init(path: String, bytes: [UInt8]) {
        self.init(path: path, size: bytes.count) { MemoryStream(bytes) }
    }

    /// Whether its name indicates one body per line.
    var isLines: Bool {
        let name = path.lowercased()
        return [".ndjson", ".jsonl", ".jsonlines"].contains(where: name.hasSuffix)
    }
}
