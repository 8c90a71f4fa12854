extension JSONReader {
    /// The text of a member of the object that the reader stands at, without moving; nil where there is
    /// no such member, it is no text, or what stands here is no object.
    ///
    /// The object is read as far as it takes to know that it is one: to its end.
    ///
    /// - Parameter key: The key.
    /// - Returns: The text.
    /// - Throws: ``JSONError`` when null or no value stands here, or the object is broken.
    public mutating func discriminator(_ key: StaticString) throws(JSONError) -> String? {
        switch kind {
        case .array, .string, .number, .boolean: return nil
        case .object, .null, nil: break
        }
        let start = mark
        var tag: String?
        try beginObject()
        while let found = try nextKey() {
            guard key ~= found else {
                try skipValue()
                continue
            }
            // Of two members with one key the last one counts.
            if kind == .string {
                tag = try string()
            } else {
                try skipValue()
                tag = nil
            }
        }
        cursor = start.cursor
        depth = start.depth
        return tag
    }

    /// Reads the value of a case whose tag was found.
    ///
    /// - Parameter key: The key of the tag.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` when no such value stands here.
    @inlinable
    public mutating func value<Value: JSONDecodable>(
        taggedBy key: StaticString
    ) throws(JSONError) -> Value {
        try Value(from: &self)
    }

    /// Reads the value of a case whose tag was found; the tag is none of the keys that it does not
    /// know.
    ///
    /// - Parameter key: The key of the tag.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` when no such value stands here.
    @inlinable
    public mutating func value<Value: JSONDecodable & UnknownKeysKeeping>(
        taggedBy key: StaticString
    ) throws(JSONError) -> Value {
        var value = try Value(from: &self)
        value.unknownKeys.removeValue(forKey: key.description)
        return value
    }

    /// Reads the single value of a case; one that the case does not take, such as 5.5 for `Int`, is
    /// kept as JSON.
    ///
    /// - Parameters:
    ///   - known: Makes the case.
    ///   - unknown: Makes the case of what the union does not know.
    /// - Returns: The union.
    /// - Throws: ``JSONError`` when no JSON stands here.
    @inlinable
    public mutating func value<Value: JSONDecodable, Union>(
        of known: (Value) -> Union,
        orUnknown unknown: (JSON) -> Union
    ) throws(JSONError) -> Union {
        let start = cursor
        do throws(JSONError) {
            return known(try value())
        } catch {
            cursor = start
            return unknown(try value())
        }
    }

    /// Reads the single value of a case with a codec; one that the case does not take is kept as
    /// JSON.
    ///
    /// - Parameters:
    ///   - known: Makes the case.
    ///   - codec: The codec.
    ///   - unknown: Makes the case of what the union does not know.
    /// - Returns: The union.
    /// - Throws: ``JSONError`` when no JSON stands here.
    @inlinable
    public mutating func value<Codec: JSONCodec, Union>(
        of known: (Codec.Value) -> Union,
        using codec: Codec,
        orUnknown unknown: (JSON) -> Union
    ) throws(JSONError) -> Union {
        let start = cursor
        do throws(JSONError) {
            return known(try value(using: codec))
        } catch {
            cursor = start
            return unknown(try value())
        }
    }

    /// An error about an object whose tag is none that is known, or that has none; or about what is
    /// no object.
    ///
    /// - Parameters:
    ///   - key: The key of the tag.
    ///   - expected: What should have been there: the name of the union.
    /// - Returns: The error, to be thrown.
    public func unknownTag(_ key: StaticString, expected: String) -> JSONError {
        guard kind == .object else { return mismatch(expected: expected) }
        return failure(
            .invalidValue,
            expected: expected,
            found: "object of unknown \(key)",
            at: cursor
        )
    }

    /// An error about a value of a kind that is none of those that are known.
    ///
    /// - Parameter expected: What should have been there: the name of the union.
    /// - Returns: The error, to be thrown.
    public func unexpectedKind(expected: String) -> JSONError {
        mismatch(expected: expected)
    }
}
