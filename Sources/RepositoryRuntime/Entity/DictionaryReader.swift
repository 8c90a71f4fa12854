/// Reads the members of a dictionary, such as `JSONSerialization` gives.
///
/// It is to dictionaries what ``JSONReader`` is to bytes, and accepts and refuses the same.
public struct DictionaryReader {
    @usableFromInline let dictionary: [String: Any]

    /// Makes a reader.
    ///
    /// - Parameter dictionary: The members.
    @inlinable
    public init(_ dictionary: [String: Any]) {
        self.dictionary = dictionary
    }

    // MARK: - Values

    /// A value that must be there and not null.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` when there is no such value.
    @inlinable
    public func required<Value: DictionaryValueInitializable>(
        _ key: String,
        as type: Value.Type
    ) throws(ConversionError) -> Value {
        guard let value = dictionary[key] else { throw DictionaryReader.missing(key, "\(type)") }
        do {
            return try Value(dictionaryValue: value)
        } catch {
            throw error.prefixed(by: .key(key))
        }
    }

    /// A value that may be null or absent.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    /// - Returns: The value; nil when it is null or absent.
    /// - Throws: ``ConversionError`` when there is something else.
    @inlinable
    public func optional<Value: DictionaryValueInitializable>(
        _ key: String,
        as type: Value.Type
    ) throws(ConversionError) -> Value? {
        guard let value = dictionary[key], !DictionaryValueKind.isNull(value) else { return nil }
        do {
            return try Value(dictionaryValue: value)
        } catch {
            throw error.prefixed(by: .key(key))
        }
    }

    /// A value that may be null or absent, which are told apart.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    /// - Returns: The value, null or absent.
    /// - Throws: ``ConversionError`` when there is something else.
    @inlinable
    public func presence<Value: DictionaryValueInitializable>(
        _ key: String,
        as type: Value.Type
    ) throws(ConversionError) -> Presence<Value> {
        guard let value = dictionary[key] else { return .absent }
        if DictionaryValueKind.isNull(value) { return .null }
        do {
            return .value(try Value(dictionaryValue: value))
        } catch {
            throw error.prefixed(by: .key(key))
        }
    }

    // MARK: - Values in another form

    /// A value that must be there and not null, in the form that a codec knows.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: How the value is written.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` when there is no such value.
    @inlinable
    public func required<Codec: JSONCodec>(
        _ key: String,
        using codec: Codec
    ) throws(ConversionError) -> Codec.Value {
        guard let value = dictionary[key] else {
            throw DictionaryReader.missing(key, "\(Codec.Value.self)")
        }
        do {
            return try codec.decode(dictionaryValue: value)
        } catch {
            throw error.prefixed(by: .key(key))
        }
    }

    /// A value that may be null or absent, in the form that a codec knows.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: How the value is written.
    /// - Returns: The value; nil when it is null or absent.
    /// - Throws: ``ConversionError`` when there is something else.
    @inlinable
    public func optional<Codec: JSONCodec>(
        _ key: String,
        using codec: Codec
    ) throws(ConversionError) -> Codec.Value? {
        guard let value = dictionary[key], !DictionaryValueKind.isNull(value) else { return nil }
        do {
            return try codec.decode(dictionaryValue: value)
        } catch {
            throw error.prefixed(by: .key(key))
        }
    }

    /// A value that may be null or absent, which are told apart, in the form that a codec knows.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: How the value is written.
    /// - Returns: The value, null or absent.
    /// - Throws: ``ConversionError`` when there is something else.
    @inlinable
    public func presence<Codec: JSONCodec>(
        _ key: String,
        using codec: Codec
    ) throws(ConversionError) -> Presence<Codec.Value> {
        guard let value = dictionary[key] else { return .absent }
        if DictionaryValueKind.isNull(value) { return .null }
        do {
            return .value(try codec.decode(dictionaryValue: value))
        } catch {
            throw error.prefixed(by: .key(key))
        }
    }

    @usableFromInline @inline(never)
    static func missing(_ key: String, _ expected: @autoclosure () -> String) -> ConversionError {
        ConversionError(
            keyPath: JSONKeyPath([.key(key)]),
            expected: expected(),
            found: "nothing"
        )
    }
}
