// Reads the properties of patches, like a server.
extension DictionaryReader {
    /// Returns the change of a property that is not nullable.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    /// - Returns: The change; ``Change/keep`` if the key is missing.
    /// - Throws: ``ConversionError`` if the value is of another type.
    @inlinable
    public func change<Value: DictionaryValueInitializable>(
        _ key: String,
        as type: Value.Type
    ) throws(ConversionError) -> Change<Value> {
        guard let value = dictionary[key] else { return .keep }
        return .set(try convert(value, key))
    }

    /// Returns the change of a property that is not nullable, decoded with a codec.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: The codec of the value.
    /// - Returns: The change; ``Change/keep`` if the key is missing.
    /// - Throws: ``ConversionError`` if the value is of another type.
    @inlinable
    public func change<Codec: JSONCodec>(
        _ key: String,
        using codec: Codec
    ) throws(ConversionError) -> Change<Codec.Value> {
        guard let value = dictionary[key] else { return .keep }
        return .set(try convert(value, key, using: codec))
    }

    /// Returns the change of a nullable property; null clears it.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    /// - Returns: The change; ``NullableChange/keep`` if the key is missing.
    /// - Throws: ``ConversionError`` if the value is of another type.
    @inlinable
    public func nullableChange<Value: DictionaryValueInitializable>(
        _ key: String,
        as type: Value.Type
    ) throws(ConversionError) -> NullableChange<Value> {
        NullableChange(try presence(key, as: type))
    }

    /// Returns the change of a nullable property, decoded with a codec; null clears it.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: The codec of the value.
    /// - Returns: The change; ``NullableChange/keep`` if the key is missing.
    /// - Throws: ``ConversionError`` if the value is of another type.
    @inlinable
    public func nullableChange<Codec: JSONCodec>(
        _ key: String,
        using codec: Codec
    ) throws(ConversionError) -> NullableChange<Codec.Value> {
        NullableChange(try presence(key, using: codec))
    }

    // MARK: - Values that may be invalid

    /// Returns the change of a property that is not nullable, replacing and reporting an invalid
    /// value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    ///   - fallback: The replacement for an invalid value.
    /// - Returns: The change; ``Change/keep`` if the key is missing.
    /// - Throws: ``ConversionError`` if it is nested too deeply.
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

    /// Returns the change of a property that is not nullable, decoded with a codec, replacing and
    /// reporting an invalid value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: The codec of the value.
    ///   - fallback: The replacement for an invalid value.
    /// - Returns: The change; ``Change/keep`` if the key is missing.
    /// - Throws: ``ConversionError`` if it is nested too deeply.
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

    /// Returns the change of a nullable property, replacing and reporting an invalid value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    ///   - fallback: The replacement for an invalid value.
    /// - Returns: The change; ``NullableChange/keep`` if the key is missing.
    /// - Throws: ``ConversionError`` if it is nested too deeply.
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

    /// Returns the change of a nullable property, decoded with a codec, replacing and reporting an
    /// invalid value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: The codec of the value.
    ///   - fallback: The replacement for an invalid value.
    /// - Returns: The change; ``NullableChange/keep`` if the key is missing.
    /// - Throws: ``ConversionError`` if it is nested too deeply.
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
