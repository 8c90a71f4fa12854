extension Dictionary: JSONElementDecodable where Key == String, Value: JSONElementDecodable {
    /// Decodes a dictionary; if a key occurs twice, the last one counts.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not an object of such values.
    @inlinable
    public init(from reader: inout JSONReader) throws(JSONError) {
        var members: [String: Value] = [:]
        try reader.beginObject()
        while let key = try reader.nextKey() {
            let name = key.string
            members.updateValue(try Value(from: &reader), forKey: name)
        }
        self = members
    }
}

extension Dictionary: JSONDecodable where Key == String, Value: JSONElementDecodable {}

extension Dictionary: JSONElementEncodable where Key == String, Value: JSONElementEncodable {
    /// Encodes the dictionary, sorted by key.
    ///
    /// - Parameter writer: The writer.
    @inlinable
    public func encode(to writer: inout JSONWriter) {
        guard writer.hasStackRoom else { return writer.failTooDeep() }
        writer.beginObject()
        for (key, value) in sortedByKey {
            writer.key(key)
            value.encode(to: &writer)
        }
        writer.endObject()
    }
}

extension Dictionary: JSONEncodable where Key == String, Value: JSONElementEncodable {}

extension Dictionary: DictionaryValueInitializable
where Key == String, Value: DictionaryValueInitializable {
    /// Creates a dictionary from one in a dictionary.
    ///
    /// - Parameter dictionaryValue: The dictionary.
    /// - Throws: ``ConversionError`` if it is not a dictionary of such values.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        guard let members = dictionaryValue as? [String: Any] else {
            throw ConversionError(expected: "object", butFound: dictionaryValue)
        }
        try StackFloor.check()
        let collector = SkippedValues.current
        self.init(minimumCapacity: members.count)
        for (key, value) in members {
            do {
                if let collector {
                    updateValue(try collector.element(of: value, .key(key)), forKey: key)
                } else {
                    updateValue(try Value(dictionaryValue: value), forKey: key)
                }
            } catch {
                throw ConversionError.first(in: members, after: (key, error)) {
                    (value) throws(ConversionError) in
                    _ = try Value(dictionaryValue: value)
                }
            }
        }
    }
}

extension Dictionary: DictionaryValueRepresentable
where Key == String, Value: DictionaryValueRepresentable {
    /// The dictionary with its values converted for a dictionary.
    @inlinable
    public var dictionaryValue: any Sendable {
        guard StackFloor.hasRoom() else { return DictionaryWriter.unrepresentable }
        return mapValues { $0.dictionaryValue }
    }
}
