extension DictionaryReader {
    /// A value that may be null or absent; what is wrong becomes something else, and is reported.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    ///   - fallback: What a wrong value becomes.
    /// - Returns: The value; nil when it is null or absent.
    /// - Throws: ``ConversionError`` when it stands too deep.
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

    /// A value that may be null or absent, which are told apart; what is wrong becomes something else,
    /// and is reported.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    ///   - fallback: What a wrong value becomes.
    /// - Returns: The value, null or absent.
    /// - Throws: ``ConversionError`` when it stands too deep.
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

    // MARK: - Values in another form

    /// A value that may be null or absent, in the form that a codec knows; what is wrong becomes
    /// something else, and is reported.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: How the value is written.
    ///   - fallback: What a wrong value becomes.
    /// - Returns: The value; nil when it is null or absent.
    /// - Throws: ``ConversionError`` when it stands too deep.
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

    /// A value that may be null or absent, which are told apart, in the form that a codec knows; what
    /// is wrong becomes something else, and is reported.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: How the value is written.
    ///   - fallback: What a wrong value becomes.
    /// - Returns: The value, null or absent.
    /// - Throws: ``ConversionError`` when it stands too deep.
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

    /// Reports a member that is wrong; the path of the error begins with its key.
    @usableFromInline @inline(never)
    func leaveOut(_ error: ConversionError, _ key: String) throws(ConversionError) {
        try error.leaveOut(.key(key), collector)
    }
}
