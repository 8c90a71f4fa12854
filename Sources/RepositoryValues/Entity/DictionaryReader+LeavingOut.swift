extension DictionaryReader {
    /// Returns a value that may be null or missing, replacing and reporting an invalid value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    ///   - fallback: The replacement for an invalid value.
    /// - Returns: The value; nil if it is null or missing.
    /// - Throws: ``ConversionError`` if it is nested too deeply.
    @inlinable
    public func optional<Value: DictionaryValueInitializable>(
        _ key: String,
        as type: Value.Type,
        ifInvalid fallback: @autoclosure () -> Value?
    ) throws(ConversionError) -> Value? {
        do {
            return try optional(key, as: type)
        } catch {
            try leaveOut(error, key)
            return fallback()
        }
    }

    /// Returns a value that may be null or missing, distinguishing the two, and replacing and
    /// reporting an invalid value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    ///   - fallback: The replacement for an invalid value.
    /// - Returns: The value, null or absent.
    /// - Throws: ``ConversionError`` if it is nested too deeply.
    @inlinable
    public func presence<Value: DictionaryValueInitializable>(
        _ key: String,
        as type: Value.Type,
        ifInvalid fallback: @autoclosure () -> Presence<Value>
    ) throws(ConversionError) -> Presence<Value> {
        do {
            return try presence(key, as: type)
        } catch {
            try leaveOut(error, key)
            return fallback()
        }
    }

    // MARK: - Values decoded with a codec

    /// Returns a value that may be null or missing, decoded with a codec, replacing and reporting
    /// an invalid value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: The codec of the value.
    ///   - fallback: The replacement for an invalid value.
    /// - Returns: The value; nil if it is null or missing.
    /// - Throws: ``ConversionError`` if it is nested too deeply.
    @inlinable
    public func optional<Codec: JSONCodec>(
        _ key: String,
        using codec: Codec,
        ifInvalid fallback: @autoclosure () -> Codec.Value?
    ) throws(ConversionError) -> Codec.Value? {
        do {
            return try optional(key, using: codec)
        } catch {
            try leaveOut(error, key)
            return fallback()
        }
    }

    /// Returns a value that may be null or missing, distinguishing the two, decoded with a codec,
    /// and replacing and reporting an invalid value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: The codec of the value.
    ///   - fallback: The replacement for an invalid value.
    /// - Returns: The value, null or absent.
    /// - Throws: ``ConversionError`` if it is nested too deeply.
    @inlinable
    public func presence<Codec: JSONCodec>(
        _ key: String,
        using codec: Codec,
        ifInvalid fallback: @autoclosure () -> Presence<Codec.Value>
    ) throws(ConversionError) -> Presence<Codec.Value> {
        do {
            return try presence(key, using: codec)
        } catch {
            try leaveOut(error, key)
            return fallback()
        }
    }

    /// Reports an invalid value; the path of the error begins with its key.
    @usableFromInline @inline(never)
    func leaveOut(_ error: ConversionError, _ key: String) throws(ConversionError) {
        try error.leaveOut(.key(key), collector)
    }
}
