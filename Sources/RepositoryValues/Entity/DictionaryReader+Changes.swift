// Members of patches, read as a server does.
extension DictionaryReader {
    /// A member of a patch, which must not be null.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    /// - Returns: The change; ``Change/keep`` when the member is missing.
    /// - Throws: ``ConversionError`` when there is something else.
    @inlinable
    public func change<Value: DictionaryValueInitializable>(
        _ key: String,
        as type: Value.Type
    ) throws(ConversionError) -> Change<Value> {
        guard let value = dictionary[key] else { return .keep }
        return .set(try convert(value, key))
    }

    /// A member of a patch in the form that a codec knows, which must not be null.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: How the value is written.
    /// - Returns: The change; ``Change/keep`` when the member is missing.
    /// - Throws: ``ConversionError`` when there is something else.
    @inlinable
    public func change<Codec: JSONCodec>(
        _ key: String,
        using codec: Codec
    ) throws(ConversionError) -> Change<Codec.Value> {
        guard let value = dictionary[key] else { return .keep }
        return .set(try convert(value, key, using: codec))
    }

    /// A member of a patch, which null clears.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    /// - Returns: The change; ``NullableChange/keep`` when the member is missing.
    /// - Throws: ``ConversionError`` when there is something else.
    @inlinable
    public func nullableChange<Value: DictionaryValueInitializable>(
        _ key: String,
        as type: Value.Type
    ) throws(ConversionError) -> NullableChange<Value> {
        NullableChange(try presence(key, as: type))
    }

    /// A member of a patch in the form that a codec knows, which null clears.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: How the value is written.
    /// - Returns: The change; ``NullableChange/keep`` when the member is missing.
    /// - Throws: ``ConversionError`` when there is something else.
    @inlinable
    public func nullableChange<Codec: JSONCodec>(
        _ key: String,
        using codec: Codec
    ) throws(ConversionError) -> NullableChange<Codec.Value> {
        NullableChange(try presence(key, using: codec))
    }

    // MARK: - Values that may be wrong

    /// A member of a patch, which must not be null; what is wrong becomes something else, and is
    /// reported.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    ///   - fallback: What a wrong value becomes.
    /// - Returns: The change; ``Change/keep`` when the member is missing.
    /// - Throws: ``ConversionError`` when it stands too deep.
    @inlinable
    public func change<Value: DictionaryValueInitializable>(
        _ key: String,
        as type: Value.Type,
        ifInvalid fallback: @autoclosure () -> Change<Value>
    ) throws(ConversionError) -> Change<Value> {
        do {
            return try change(key, as: type)
        } catch {
            try leaveOut(error, key)
            return fallback()
        }
    }

    /// A member of a patch in the form that a codec knows, which must not be null; what is wrong becomes
    /// something else, and is reported.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: How the value is written.
    ///   - fallback: What a wrong value becomes.
    /// - Returns: The change; ``Change/keep`` when the member is missing.
    /// - Throws: ``ConversionError`` when it stands too deep.
    @inlinable
    public func change<Codec: JSONCodec>(
        _ key: String,
        using codec: Codec,
        ifInvalid fallback: @autoclosure () -> Change<Codec.Value>
    ) throws(ConversionError) -> Change<Codec.Value> {
        do {
            return try change(key, using: codec)
        } catch {
            try leaveOut(error, key)
            return fallback()
        }
    }

    /// A member of a patch, which null clears; what is wrong becomes something else, and is reported.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    ///   - fallback: What a wrong value becomes.
    /// - Returns: The change; ``NullableChange/keep`` when the member is missing.
    /// - Throws: ``ConversionError`` when it stands too deep.
    @inlinable
    public func nullableChange<Value: DictionaryValueInitializable>(
        _ key: String,
        as type: Value.Type,
        ifInvalid fallback: @autoclosure () -> NullableChange<Value>
    ) throws(ConversionError) -> NullableChange<Value> {
        do {
            return try nullableChange(key, as: type)
        } catch {
            try leaveOut(error, key)
            return fallback()
        }
    }

    /// A member of a patch in the form that a codec knows, which null clears; what is wrong becomes
    /// something else, and is reported.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: How the value is written.
    ///   - fallback: What a wrong value becomes.
    /// - Returns: The change; ``NullableChange/keep`` when the member is missing.
    /// - Throws: ``ConversionError`` when it stands too deep.
    @inlinable
    public func nullableChange<Codec: JSONCodec>(
        _ key: String,
        using codec: Codec,
        ifInvalid fallback: @autoclosure () -> NullableChange<Codec.Value>
    ) throws(ConversionError) -> NullableChange<Codec.Value> {
        do {
            return try nullableChange(key, using: codec)
        } catch {
            try leaveOut(error, key)
            return fallback()
        }
    }
}
