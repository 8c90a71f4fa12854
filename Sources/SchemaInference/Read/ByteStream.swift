/// Bytes that arrive in parts, such as those of a file that is larger than memory.
package protocol ByteStream {
    /// The next part.
    ///
    /// - Returns: The bytes, at least one; nil at the end.
    /// - Throws: Where the bytes cannot be read.
    mutating func next() throws -> [UInt8]?
}

/// Bytes in memory, in parts of any size.
package struct MemoryStream: ByteStream {
    private var rest: ArraySlice<UInt8>
    private let size: Int

    /// Makes a stream.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - size: The size of a part; nil gives all of them at once.
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
