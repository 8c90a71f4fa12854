extension DictionaryReader {
    /// The text of a member of a dictionary inside another one; nil where there is no such member, it
    /// is no text, or the value is no dictionary.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The dictionary.
    /// - Returns: The text.
    /// - Throws: ``ConversionError`` when it is null, or nothing that JSON has.
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

    /// Makes the value of a case whose tag was found.
    ///
    /// - Parameters:
    ///   - value: The dictionary.
    ///   - key: The key of the tag.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` when it is no such value.
    @inlinable
    public static func value<Value: DictionaryValueInitializable>(
        _ value: Any,
        taggedBy key: String
    ) throws(ConversionError) -> Value {
        try Value(dictionaryValue: value)
    }

    /// Makes the value of a case whose tag was found; the tag is none of the keys that it does not
    /// know.
    ///
    /// - Parameters:
    ///   - value: The dictionary.
    ///   - key: The key of the tag.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` when it is no such value.
    @inlinable
    public static func value<Value: DictionaryValueInitializable & UnknownKeysKeeping>(
        _ value: Any,
        taggedBy key: String
    ) throws(ConversionError) -> Value {
        var value = try Value(dictionaryValue: value)
        value.unknownKeys.removeValue(forKey: key)
        return value
    }

    /// The kind of JSON that a value inside a dictionary is; nil when JSON has no such value.
    ///
    /// - Parameter value: A Swift value or one of `JSONSerialization`.
    /// - Returns: The kind.
    public static func kind(of value: Any) -> JSONKind? {
        DictionaryValueKind.kind(of: value)
    }

    /// Makes the single value of a case; one that the case does not take, such as 5.5 for `Int`, is
    /// kept as JSON.
    ///
    /// - Parameters:
    ///   - value: The value inside a dictionary.
    ///   - known: Makes the case.
    ///   - unknown: Makes the case of what the union does not know.
    /// - Returns: The union.
    /// - Throws: ``ConversionError`` when it is nothing that JSON has.
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

    /// Makes the single value of a case with a codec; one that the case does not take is kept as
    /// JSON.
    ///
    /// - Parameters:
    ///   - value: The value inside a dictionary.
    ///   - known: Makes the case.
    ///   - codec: The codec.
    ///   - unknown: Makes the case of what the union does not know.
    /// - Returns: The union.
    /// - Throws: ``ConversionError`` when it is nothing that JSON has.
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

    /// An error about a dictionary whose tag is none that is known, or that has none; or about what
    /// is no dictionary.
    ///
    /// - Parameters:
    ///   - key: The key of the tag.
    ///   - value: The dictionary.
    ///   - expected: What should have been there: the name of the union.
    /// - Returns: The error, to be thrown.
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
            found: "\(DictionaryValueKind.describe(value)) of unknown \(key)"
        )
    }

    /// An error about a value of a kind that is none of those that are known.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - expected: What should have been there: the name of the union.
    /// - Returns: The error, to be thrown.
    public static func unexpectedKind(_ value: Any, expected: String) -> ConversionError {
        ConversionError(expected: expected, butFound: value)
    }
}

extension DictionaryWriter {
    /// The value of a case with its tag, as one inside a dictionary.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - tag: The tag.
    ///   - key: The key of the tag.
    /// - Returns: The value inside the dictionary.
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
