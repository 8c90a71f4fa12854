extension JSONReader {
    /// The text of a member of the object that the reader stands at, without moving; nil where there is
    /// no such member, or it is no text.
    ///
    /// The object is read as far as it takes to know that it is one: to its end.
    ///
    /// - Parameter key: The key.
    /// - Returns: The text.
    /// - Throws: ``JSONError`` when no object stands here.
    public mutating func discriminator(_ key: StaticString) throws(JSONError) -> String? {
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

    /// An error about an object whose tag is none that is known, or that has none.
    ///
    /// - Parameters:
    ///   - key: The key of the tag.
    ///   - expected: What should have been there: the name of the union.
    /// - Returns: The error, to be thrown.
    public func unknownTag(_ key: StaticString, expected: String) -> JSONError {
        failure(
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
