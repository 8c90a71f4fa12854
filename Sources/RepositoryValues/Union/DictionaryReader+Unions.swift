extension DictionaryReader {
    /// Returns the string under a key of a dictionary; nil if the key is missing, its value is not
    /// a string, or the value is not a dictionary.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The dictionary.
    /// - Returns: The string.
    /// - Throws: ``ConversionError`` if the value is null, or not JSON.
    public static func discriminator(
        _ key: String,
        of value: Any
    ) throws(ConversionError) -> String? {
        if let dictionary = value as? [String: Any] { return dictionary[key] as? String }
        switch kind(of: value) {
        case .array, .string, .number, .boolean: return nil
        case .object, .null, nil: throw ConversionError(expected: "object", butFound: value)
        }
    }

    /// Creates the value of a case after reading the tag.
    ///
    /// - Parameters:
    ///   - value: The dictionary.
    ///   - key: The key of the tag.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if the value is of another type.
    @inlinable
    public static func value<Value: DictionaryValueInitializable>(
        _ value: Any,
        taggedBy key: String
    ) throws(ConversionError) -> Value {
        try Value(dictionaryValue: value)
    }

    /// Creates the value of a case after reading the tag, which is not one of its unknown keys.
    ///
    /// - Parameters:
    ///   - value: The dictionary.
    ///   - key: The key of the tag.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if the value is of another type.
    @inlinable
    public static func value<Value: DictionaryValueInitializable & UnknownKeysKeeping>(
        _ value: Any,
        taggedBy key: String
    ) throws(ConversionError) -> Value {
        var value = try Value(dictionaryValue: value)
        value.unknownKeys.removeValue(forKey: key)
        return value
    }

    /// Returns the JSON kind of a value in a dictionary; nil if JSON has no such value.
    ///
    /// - Parameter value: A value of a Swift type or `JSONSerialization`.
    /// - Returns: The kind.
    public static func kind(of value: Any) -> JSONKind? {
        DictionaryValueKind.kind(of: value)
    }

    /// Creates the single value of a case; a value that the case does not accept, such as 5.5 for
    /// `Int`, is kept as JSON.
    ///
    /// - Parameters:
    ///   - value: The value in a dictionary.
    ///   - known: Creates the case.
    ///   - unknown: Creates the case for unknown values.
    /// - Returns: The union.
    /// - Throws: ``ConversionError`` if the value is not JSON.
    @inlinable
    public static func value<Value: DictionaryValueInitializable, Union>(
        _ value: Any,
        of known: (Value) -> Union,
        orUnknown unknown: (JSON) -> Union
    ) throws(ConversionError) -> Union {
        do throws(ConversionError) {
            return known(try Value(dictionaryValue: value))
        } catch {
            return unknown(try JSON(dictionaryValue: value))
        }
    }

    /// Creates the single value of a case with a codec; a value that the case does not accept is
    /// kept as JSON.
    ///
    /// - Parameters:
    ///   - value: The value in a dictionary.
    ///   - known: Creates the case.
    ///   - codec: The codec.
    ///   - unknown: Creates the case for unknown values.
    /// - Returns: The union.
    /// - Throws: ``ConversionError`` if the value is not JSON.
    @inlinable
    public static func value<Codec: JSONCodec, Union>(
        _ value: Any,
        of known: (Codec.Value) -> Union,
        using codec: Codec,
        orUnknown unknown: (JSON) -> Union
    ) throws(ConversionError) -> Union {
        do throws(ConversionError) {
            return known(try codec.decode(dictionaryValue: value))
        } catch {
            return unknown(try JSON(dictionaryValue: value))
        }
    }

    /// Returns the error for a dictionary with an unknown or missing tag, or for a value that is
    /// not a dictionary.
    ///
    /// - Parameters:
    ///   - key: The key of the tag.
    ///   - value: The dictionary.
    ///   - expected: The expected type: the name of the union.
    /// - Returns: The error to throw.
    public static func unknownTag(
        _ key: String,
        in value: Any,
        expected: String
    ) -> ConversionError {
        guard value is [String: Any] else {
            return ConversionError(expected: expected, butFound: value)
        }
        return ConversionError(
            expected: expected,
            found: "\(DictionaryValueKind.describe(value)) without a known \(key)"
        )
    }

    /// Returns the error for a value of an unexpected kind.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - expected: The expected type: the name of the union.
    /// - Returns: The error to throw.
    public static func unexpectedKind(_ value: Any, expected: String) -> ConversionError {
        ConversionError(expected: expected, butFound: value)
    }
}

extension DictionaryWriter {
    /// Returns the representation of a case with its tag in a dictionary.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - tag: The tag.
    ///   - key: The key of the tag.
    /// - Returns: The value for a dictionary.
    public static func value<Value: DictionaryRepresentable>(
        _ value: Value,
        tagged tag: String,
        by key: String
    ) -> any Sendable {
        guard StackFloor.hasRoom() else { return unrepresentable }
        var dictionary = value.dictionary
        dictionary[key] = tag
        return dictionary
    }
}
