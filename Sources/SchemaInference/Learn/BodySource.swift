/// A file of bodies, or another place that bodies come from.
package struct BodySource: Sendable {
    /// The path, as messages say it.
    package let path: String
    /// How many bytes there are, as far as that is known.
    package let size: Int
    /// Starts to read it; called once, or twice where there is a mistake in it.
    package let open: @Sendable () throws -> any ByteStream

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - path: The path, as messages say it.
    ///   - size: How many bytes there are, as far as that is known.
    ///   - open: Starts to read it.
    package init(
        path: String,
        size: Int,
        open: @escaping @Sendable () throws -> any ByteStream
    ) {
        self.path = path
        self.size = size
        self.open = open
    }

    /// Makes a source of bytes in memory.
    package init(path: String, bytes: [UInt8]) {
        self.init(path: path, size: bytes.count) { MemoryStream(bytes) }
    }

    /// Whether its name says that each line is a body.
    var isLines: Bool {
        let name = path.lowercased()
        return [".ndjson", ".jsonl", ".jsonlines"].contains(where: name.hasSuffix)
    }
}
