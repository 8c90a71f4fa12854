extension Bool: JSONDecodable, JSONEncodable {
    /// Decodes a Boolean; numbers are not accepted.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not a Boolean.
    @inlinable @inline(__always)
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.scanner.boolean()
    }

    /// Encodes the Boolean.
    ///
    /// - Parameter writer: The writer.
    @inlinable @inline(__always)
    public func encode(to writer: inout JSONWriter) {
        writer.boolean(self)
    }
}

extension Bool: DictionaryValueInitializable, DictionaryValueRepresentable {
    /// Creates a Boolean from one in a dictionary; numbers are not accepted.
    ///
    /// - Parameter dictionaryValue: The Boolean.
    /// - Throws: ``ConversionError`` if it is not a Boolean.
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
