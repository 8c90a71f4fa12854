extension Bool: JSONDecodable, JSONEncodable {
    /// Reads a Boolean; no number is one.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when no Boolean stands there.
    @inlinable @inline(__always)
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.boolean()
    }

    /// Writes the Boolean.
    ///
    /// - Parameter writer: Takes the value.
    @inlinable @inline(__always)
    public func encode(to writer: inout JSONWriter) {
        writer.boolean(self)
    }
}

extension Bool: DictionaryValueInitializable, DictionaryValueRepresentable {
    /// Makes a Boolean of one inside a dictionary; no number is one.
    ///
    /// - Parameter dictionaryValue: The Boolean.
    /// - Throws: ``ConversionError`` when it is none.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        guard
            let value = DictionaryValueKind.boolean(dictionaryValue)
                ?? DictionaryValueKind.boxedBoolean(dictionaryValue)
        else {
            throw ConversionError(expected: "Bool", butFound: dictionaryValue)
        }
        self = value
    }

    /// The Boolean itself.
    @inlinable
    public var dictionaryValue: any Sendable { self }
}
