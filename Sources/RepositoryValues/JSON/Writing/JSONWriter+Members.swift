extension JSONWriter {
    /// Writes a key, to be followed by its value.
    ///
    /// - Parameter key: The key.
    @inlinable @inline(__always)
    public mutating func key(_ key: String) {
        // The bytes of a literal stay in place while the program runs, so they are not copied.
        let isWritten: Void? = key.utf8.withContiguousStorageIfAvailable { self.key($0) }
        if isWritten == nil { copiedKey(key) }
    }

    @usableFromInline @inline(never)
    mutating func copiedKey(_ key: String) {
        var key = key
        key.withUTF8 { self.key($0) }
    }

    @usableFromInline
    mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) {
        // For the comma, both quotes and the colon; and a word may be written where only part of it
        // belongs to the key.
        reserve(bytes.count + 12)
        if needsComma {
            cursor.pointee = UInt8(ascii: ",")
            cursor += 1
        }
        needsComma = true
        text(bytes)
        reserve(1)
        cursor.pointee = UInt8(ascii: ":")
        cursor += 1
    }
}

extension JSONWriter: MemberWriter {
    /// Does nothing: the buffer grows as needed.
    @inlinable
    public mutating func reserve(members count: Int) {}

    /// Writes a key with a value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    @inlinable
    public mutating func member<Value: JSONEncodable>(_ key: String, _ value: Value) {
        self.key(key)
        value.encode(to: &self)
    }

    /// Writes a key with a value encoded with a codec.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    ///   - codec: The codec of the value.
    @inlinable
    public mutating func member<Codec: JSONCodec>(
        _ key: String,
        _ value: Codec.Value,
        using codec: Codec
    ) {
        self.key(key)
        codec.encode(value, to: &self)
    }

    /// Writes a key with null.
    ///
    /// - Parameter key: The key.
    @inlinable
    public mutating func nullMember(_ key: String) {
        self.key(key)
        null()
    }

    /// Writes keys that the schema does not declare, in sorted order.
    ///
    /// - Parameter unknownKeys: The values by key.
    public mutating func members(_ unknownKeys: UnknownKeys) {
        for (key, value) in unknownKeys.sortedByKey {
            self.key(key)
            value.encode(to: &self)
        }
    }
}
