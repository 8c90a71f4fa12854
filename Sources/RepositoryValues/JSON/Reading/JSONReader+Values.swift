extension JSONReader {
    /// Decodes a value that must not be null.
    ///
    /// - Throws: ``JSONError`` if the value is of another type.
    @inlinable @inline(__always)
    public mutating func value<Value: JSONDecodable>() throws(JSONError) -> Value {
        try Value(from: &self)
    }

    /// Decodes a value, or nil from null.
    ///
    /// - Throws: ``JSONError`` if the value is of another type.
    @inlinable @inline(__always)
    public mutating func valueOrNull<Value: JSONDecodable>() throws(JSONError) -> Value? {
        if currentByte == UInt8(ascii: "n") {
            try null()
            return nil
        }
        return try Value(from: &self)
    }

    /// Decodes a value, distinguishing null.
    ///
    /// - Throws: ``JSONError`` if the value is of another type.
    @inlinable @inline(__always)
    public mutating func presence<Value: JSONDecodable>() throws(JSONError) -> Presence<Value> {
        if currentByte == UInt8(ascii: "n") {
            try null()
            return .null
        }
        return .value(try Value(from: &self))
    }

    /// Decodes a value that must not be null, with a codec.
    ///
    /// - Parameter codec: The codec of the value.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is of another type.
    @inlinable
    public mutating func value<Codec: JSONCodec>(
        using codec: Codec
    ) throws(JSONError) -> Codec.Value {
        try codec.decode(from: &self)
    }

    /// Decodes a value with a codec, or nil from null.
    ///
    /// - Parameter codec: The codec of the value.
    /// - Returns: The value; nil if it is null.
    /// - Throws: ``JSONError`` if the value is of another type.
    @inlinable
    public mutating func valueOrNull<Codec: JSONCodec>(
        using codec: Codec
    ) throws(JSONError) -> Codec.Value? {
        if currentByte == UInt8(ascii: "n") {
            try null()
            return nil
        }
        return try codec.decode(from: &self)
    }

    /// Decodes a value with a codec, distinguishing null.
    ///
    /// - Parameter codec: The codec of the value.
    /// - Returns: The value, or null.
    /// - Throws: ``JSONError`` if the value is of another type.
    @inlinable
    public mutating func presence<Codec: JSONCodec>(
        using codec: Codec
    ) throws(JSONError) -> Presence<Codec.Value> {
        if currentByte == UInt8(ascii: "n") {
            try null()
            return .null
        }
        return .value(try codec.decode(from: &self))
    }

    /// Unwraps the value of a required key.
    ///
    /// Call it directly after the object, before anything else is read: the error that it throws
    /// contains the location of that object.
    ///
    /// - Parameters:
    ///   - value: The decoded value; nil if the key was missing.
    ///   - key: The key.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is nil.
    @inlinable @inline(__always)
    public mutating func require<Value>(
        _ value: consuming Value?,
        _ key: StaticString
    ) throws(JSONError) -> Value {
        // Mutating, though it changes nothing: for a borrow, the compiler copies the whole reader.
        guard let value else { throw missing(key, expected: Value.self) }
        return value
    }

    // MARK: - Literals

    /// Reads null.
    ///
    /// - Throws: ``JSONError`` if the value is not null.
    public mutating func null() throws(JSONError) {
        guard let next = JSONReader.literal("null", at: cursor, to: end) else {
            throw mismatch(expected: "null")
        }
        cursor = next
    }

    @usableFromInline
    mutating func boolean() throws(JSONError) -> Bool {
        if let next = JSONReader.literal("true", at: cursor, to: end) {
            cursor = next
            return true
        }
        if let next = JSONReader.literal("false", at: cursor, to: end) {
            cursor = next
            return false
        }
        throw mismatch(expected: "Bool")
    }

    /// Returns the position after a literal; nil if it is not there.
    @inline(__always)
    static func literal(
        _ literal: StaticString,
        at position: UnsafePointer<UInt8>,
        to end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
        let count = literal.utf8CodeUnitCount
        guard end - position >= count,
            JSONKey.equalBytes(literal.utf8Start, position, count: count)
        else { return nil }
        return position + count
    }

    // MARK: - Strings

    @usableFromInline
    mutating func string() throws(JSONError) -> String {
        guard currentByte == UInt8(ascii: "\"") else { throw mismatch(expected: "String") }
        let first = cursor + 1
        let scan = JSONText.scan(from: first, to: end)
        guard scan.outcome == .plain else { return try unusualString(scan, from: first) }
        cursor = scan.position + 1
        return recentStrings.string(from: first, count: scan.position - first, before: end)
    }

    @inline(never)
    private mutating func unusualString(
        _ scan: JSONText.Scan,
        from first: UnsafePointer<UInt8>
    ) throws(JSONError) -> String {
        guard scan.outcome == .escaped else { throw textFailure(scan) }
        cursor = scan.position + 1
        return JSONText.unescaped(first, count: scan.position - first)
    }

    /// Parses the bytes of a string without creating a string, unless it has escapes.
    ///
    /// - Parameters:
    ///   - expected: The expected format, for the error.
    ///   - parse: Creates a value from the bytes; nil if they are invalid.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is not a string in this format.
    mutating func parsedString<Value>(
        expected: @autoclosure () -> String,
        _ parse: (UnsafeBufferPointer<UInt8>) -> Value?
    ) throws(JSONError) -> Value {
        let opening = cursor
        guard currentByte == UInt8(ascii: "\"") else { throw mismatch(expected: expected()) }
        let first = cursor + 1
        let scan = JSONText.scan(from: first, to: end)
        let value: Value?
        switch scan.outcome {
        case .plain:
            value = parse(UnsafeBufferPointer(start: first, count: scan.position - first))
        case .escaped:
            var text = JSONText.unescaped(first, count: scan.position - first)
            value = text.withUTF8(parse)
        default:
            throw textFailure(scan)
        }
        guard let value else {
            throw failure(.invalidValue, expected: expected(), at: opening)
        }
        cursor = scan.position + 1
        return value
    }
}
