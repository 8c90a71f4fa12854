extension String: JSONDecodable, JSONEncodable {
    /// Reads a string.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when no string stands there.
    @inlinable @inline(__always)
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.string()
    }

    /// Writes the string.
    ///
    /// - Parameter writer: Takes the value.
    @inlinable @inline(__always)
    public func encode(to writer: inout JSONWriter) {
        writer.string(self)
    }
}

extension String: DictionaryValueInitializable, DictionaryValueRepresentable {
    /// Makes a string of one inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The string.
    /// - Throws: ``ConversionError`` when it is none.
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
