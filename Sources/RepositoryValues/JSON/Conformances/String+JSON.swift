extension String: JSONDecodable, JSONEncodable {
    /// Decodes a string.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not a string.
    @inlinable @inline(__always)
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.scanner.string()
    }

    /// Encodes the string.
    ///
    /// - Parameter writer: The writer.
    @inlinable @inline(__always)
    public func encode(to writer: inout JSONWriter) {
        writer.string(self)
    }
}

extension String: DictionaryValueInitializable, DictionaryValueRepresentable {
    /// Creates a string from one in a dictionary.
    ///
    /// - Parameter dictionaryValue: The string.
    /// - Throws: ``ConversionError`` if it is not a string.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        guard let value = dictionaryValue as? String else {
            throw ConversionError(expected: "String", butFound: dictionaryValue)
        }
        self = value
    }

    /// The string itself.
    @inlinable
    public var dictionaryValue: any Sendable { self }
}
