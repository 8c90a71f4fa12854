extension JSONReader {
    /// Decodes a value that must not be null.
    ///
    /// - Throws: ``JSONError`` if the value is of another type.
    @inlinable @inline(__always)
    public mutating func value<Value: JSONDecodable>() throws(JSONError) -> Value {
        try Value(from: &self)
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

    /// Decodes a value, or nil from null.
    ///
    /// The context determines the type: an optional, a ``Presence`` or a ``NullableChange``.
    ///
    /// - Throws: ``JSONError`` if the value is of another type.
    @inlinable @inline(__always)
    public mutating func valueOrNull<Variable: NullableJSONVariable>() throws(JSONError) -> Variable
    where Variable.JSONValue: JSONDecodable {
        if scanner.currentByte == UInt8(ascii: "n") {
            try null()
            return .jsonNull
        }
        return Variable(jsonValue: try Variable.JSONValue(from: &self))
    }

    /// Decodes a value with a codec, or nil from null.
    ///
    /// The context determines the type: an optional, a ``Presence`` or a ``NullableChange``.
    ///
    /// - Parameter codec: The codec of the value.
    /// - Returns: The value, or null.
    /// - Throws: ``JSONError`` if the value is of another type.
    @inlinable
    public mutating func valueOrNull<Codec: JSONCodec, Variable: NullableJSONVariable>(
        using codec: Codec
    ) throws(JSONError) -> Variable where Variable.JSONValue == Codec.Value {
        if scanner.currentByte == UInt8(ascii: "n") {
            try null()
            return .jsonNull
        }
        return Variable(jsonValue: try codec.decode(from: &self))
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

    @usableFromInline @inline(never)
    mutating func missing<Value>(_ key: StaticString, expected: Value.Type) -> JSONError {
        scanner.errors.missing(key, expected: wireName(of: expected), before: scanner.cursor)
    }
}
