/// Reads the members of a dictionary, such as `JSONSerialization` gives.
///
/// It is to dictionaries what ``JSONReader`` is to bytes, and accepts and refuses the same.
public struct DictionaryReader {
    @usableFromInline let dictionary: [String: Any]

    /// Where reports of what is left out inside go; nil where nobody collects.
    @usableFromInline let collector: SkippedCollector?

    /// Makes a reader.
    ///
    /// - Parameter dictionary: The members.
    @inlinable
    public init(_ dictionary: [String: Any]) {
        self.dictionary = dictionary
        self.collector = SkippedValues.current
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
        guard let value = dictionary[key] else {
            throw DictionaryReader.missing(key, wireName(of: type))
        }
        return try convert(value, key)
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
            return try convert(value, key)
        } catch {
            if DictionaryValueKind.isBoxedNil(value) { return nil }
            throw error
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
            return .value(try convert(value, key))
        } catch {
            if DictionaryValueKind.isBoxedNil(value) { return .null }
            throw error
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
            throw DictionaryReader.missing(key, wireName(of: Codec.Value.self))
        }
        return try convert(value, key, using: codec)
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
            return try convert(value, key, using: codec)
        } catch {
            if DictionaryValueKind.isBoxedNil(value) { return nil }
            throw error
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
