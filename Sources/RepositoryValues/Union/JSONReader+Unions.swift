extension JSONReader {
    /// Returns the string under a key of the object at the current position, without moving; nil if
    /// the key is missing, its value is not a string, or the value here is not an object.
    ///
    /// The object is scanned to its end, to verify that it is valid.
    ///
    /// - Parameter key: The key.
    /// - Returns: The string.
    /// - Throws: ``JSONError`` if there is null or no value, or the object is invalid.
    public mutating func discriminator(_ key: StaticString) throws(JSONError) -> String? {
        switch kind {
        case .array, .string, .number, .boolean: return nil
        case .object, .null, nil: break
        }
        let start = scanner.mark
        var tag: String?
        try beginObject()
        while let found = try nextKey() {
            guard key ~= found else {
                try skipValue()
                continue
            }
            // The last of two equal keys counts.
            if kind == .string {
                tag = try scanner.string()
            } else {
                try skipValue()
                tag = nil
            }
        }
        scanner.rewind(to: start)
        return tag
    }

    /// Decodes the value of a case after reading the tag.
    ///
    /// - Parameter key: The key of the tag.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is of another type.
    @inlinable
    public mutating func value<Value: JSONDecodable>(
        taggedBy key: StaticString
    ) throws(JSONError) -> Value {
        try Value(from: &self)
    }

    /// Decodes the value of a case after reading the tag, which is not one of its unknown keys.
    ///
    /// - Parameter key: The key of the tag.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is of another type.
    @inlinable
    public mutating func value<Value: JSONDecodable & UnknownKeysKeeping>(
        taggedBy key: StaticString
    ) throws(JSONError) -> Value {
        var value = try Value(from: &self)
        value.unknownKeys.removeValue(forKey: key.description)
        return value
    }

    /// Decodes the single value of a case; a value that the case does not accept, such as 5.5 for
    /// `Int`, is kept as JSON.
    ///
    /// - Parameters:
    ///   - known: Creates the case.
    ///   - unknown: Creates the case for unknown values.
    /// - Returns: The union.
    /// - Throws: ``JSONError`` if there is no JSON value.
    @inlinable
    public mutating func value<Value: JSONDecodable, Union>(
        of known: (Value) -> Union,
        orUnknown unknown: (JSON) -> Union
    ) throws(JSONError) -> Union {
        let start = scanner.mark
        do throws(JSONError) {
            return known(try value())
        } catch {
            scanner.goBack(to: start)
            return unknown(try value())
        }
    }

    /// Decodes the single value of a case with a codec; a value that the case does not accept is
    /// kept as JSON.
    ///
    /// - Parameters:
    ///   - known: Creates the case.
    ///   - codec: The codec.
    ///   - unknown: Creates the case for unknown values.
    /// - Returns: The union.
    /// - Throws: ``JSONError`` if there is no JSON value.
    @inlinable
    public mutating func value<Codec: JSONCodec, Union>(
        of known: (Codec.Value) -> Union,
        using codec: Codec,
        orUnknown unknown: (JSON) -> Union
    ) throws(JSONError) -> Union {
        let start = scanner.mark
        do throws(JSONError) {
            return known(try value(using: codec))
        } catch {
            scanner.goBack(to: start)
            return unknown(try value())
        }
    }

    /// Returns the error for an object with an unknown or missing tag, or for a value that is not
    /// an object.
    ///
    /// - Parameters:
    ///   - key: The key of the tag.
    ///   - expected: The expected type: the name of the union.
    /// - Returns: The error to throw.
    public func unknownTag(_ key: StaticString, expected: String) -> JSONError {
        guard kind == .object else { return scanner.mismatch(expected: expected) }
        return scanner.error(
            .invalidValue,
            expected: expected,
            found: "object without a known \(key)",
            at: scanner.cursor
        )
    }

    /// Returns the error for a value of an unexpected kind.
    ///
    /// - Parameter expected: The expected type: the name of the union.
    /// - Returns: The error to throw.
    public func unexpectedKind(expected: String) -> JSONError {
        scanner.mismatch(expected: expected)
    }
}
