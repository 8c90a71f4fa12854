/// Bytes that arrive in chunks, for example those of a file larger than memory.
package protocol ByteStream {
    /// Returns the next chunk.
    ///
    /// - Returns: At least one byte; nil at the end.
    /// - Throws: if the bytes cannot be read.
    mutating func next() throws -> [UInt8]?
}

/// Bytes in memory, in chunks of any size.
package struct MemoryStream: ByteStream {
    private var rest: ArraySlice<UInt8>
    private let size: Int

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - size: The size of a chunk; nil for a single one.
    package init(_ bytes: [UInt8], size: Int? = nil) {
        rest = bytes[...]
        self.size = max(size ?? bytes.count, 1)
    }

    package mutating func next() -> [UInt8]? {
        guard !rest.isEmpty else { return nil }
        let part = rest.prefix(size)
        rest = rest.dropFirst(size)
        return Array(part)
    }
}
