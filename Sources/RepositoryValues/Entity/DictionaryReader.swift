/// Reads the values of a dictionary, such as one from `JSONSerialization`.
///
/// It accepts and rejects the same values as ``JSONReader``.
public struct DictionaryReader {
    @usableFromInline let dictionary: [String: Any]

    /// Receives reports of omitted values; nil if they are not collected.
    @usableFromInline let collector: SkippedCollector?

    /// Creates a reader.
    ///
    /// - Parameter dictionary: The dictionary.
    @inlinable
    public init(_ dictionary: [String: Any]) {
        self.dictionary = dictionary
        self.collector = SkippedValues.current
    }

    // MARK: - Values

    /// Returns a value that is required and not null.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if the value is missing or of another type.
    @inlinable
    public func required<Value: DictionaryValueInitializable>(
        _ key: String,
        as type: Value.Type
    ) throws(ConversionError) -> Value {
        guard let value = dictionary[key] else {
            throw DictionaryReader.missing(key, wireName(of: type))
        }
        return try convert(value, key)
    }

    /// Returns a value that may be null or missing.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    /// - Returns: The value; nil if it is null or missing.
    /// - Throws: ``ConversionError`` if the value is of another type.
    @inlinable
    public func optional<Value: DictionaryValueInitializable>(
        _ key: String,
        as type: Value.Type
    ) throws(ConversionError) -> Value? {
        try presence(key, as: type).value
    }

    /// Returns a value that may be null or missing, distinguishing the two.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    /// - Returns: The value, null or absent.
    /// - Throws: ``ConversionError`` if the value is of another type.
    @inlinable
    public func presence<Value: DictionaryValueInitializable>(
        _ key: String,
        as type: Value.Type
    ) throws(ConversionError) -> Presence<Value> {
        guard let value = dictionary[key] else { return .absent }
        if DictionaryValueKind.isNull(value) { return .null }
        do {
            return .value(try convert(value, key))
        } catch {
            if DictionaryValueKind.isBoxedNil(value) { return .null }
            throw error
        }
    }

    // MARK: - Values decoded with a codec

    /// Returns a value that is required and not null, decoded with a codec.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: The codec of the value.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if the value is missing or of another type.
    @inlinable
    public func required<Codec: JSONCodec>(
        _ key: String,
        using codec: Codec
    ) throws(ConversionError) -> Codec.Value {
        guard let value = dictionary[key] else {
            throw DictionaryReader.missing(key, wireName(of: Codec.Value.self))
        }
        return try convert(value, key, using: codec)
    }

    /// Returns a value that may be null or missing, decoded with a codec.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: The codec of the value.
    /// - Returns: The value; nil if it is null or missing.
    /// - Throws: ``ConversionError`` if the value is of another type.
    @inlinable
    public func optional<Codec: JSONCodec>(
        _ key: String,
        using codec: Codec
    ) throws(ConversionError) -> Codec.Value? {
        try presence(key, using: codec).value
    }

    /// Returns a value that may be null or missing, distinguishing the two, decoded with a codec.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: The codec of the value.
    /// - Returns: The value, null or absent.
    /// - Throws: ``ConversionError`` if the value is of another type.
    @inlinable
    public func presence<Codec: JSONCodec>(
        _ key: String,
        using codec: Codec
    ) throws(ConversionError) -> Presence<Codec.Value> {
        guard let value = dictionary[key] else { return .absent }
        if DictionaryValueKind.isNull(value) { return .null }
        do {
            return .value(try convert(value, key, using: codec))
        } catch {
            if DictionaryValueKind.isBoxedNil(value) { return .null }
            throw error
        }
    }

    // MARK: - Conversion

    @inlinable
    func convert<Value: DictionaryValueInitializable>(
        _ value: Any,
        _ key: String
    ) throws(ConversionError) -> Value {
        do {
            guard let collector else { return try Value(dictionaryValue: value) }
            return try collector.element(of: value, .key(key))
        } catch {
            throw error.prefixed(by: .key(key))
        }
    }

    @inlinable
    func convert<Codec: JSONCodec>(
        _ value: Any,
        _ key: String,
        using codec: Codec
    ) throws(ConversionError) -> Codec.Value {
        do {
            guard let collector else { return try codec.decode(dictionaryValue: value) }
            return try collector.element(of: value, .key(key), using: codec)
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
