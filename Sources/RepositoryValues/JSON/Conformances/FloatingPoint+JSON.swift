extension Double: JSONDecodable, JSONEncodable {
    /// Decodes a number as the nearest double.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not a number, or out of range.
    @inlinable @inline(__always)
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.scanner.double()
    }

    /// Encodes the shortest number that is decoded as this one; a number that is not finite is an
    /// error.
    ///
    /// - Parameter writer: The writer.
    @inlinable @inline(__always)
    public func encode(to writer: inout JSONWriter) {
        writer.double(self)
    }
}

extension Double: DictionaryValueInitializable, DictionaryValueRepresentable {
    /// Creates the nearest double from a number in a dictionary.
    ///
    /// - Parameter dictionaryValue: The number.
    /// - Throws: ``ConversionError`` if it is not a number, or not finite.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        guard let value = DictionaryValueKind.double(dictionaryValue), value.isFinite else {
            throw ConversionError(expected: "Double", butFound: dictionaryValue)
        }
        self = value
    }

    /// The double itself.
    @inlinable
    public var dictionaryValue: any Sendable { self }
}

extension Float: JSONDecodable, JSONEncodable {
    /// Decodes a number as the float nearest to its double.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not a number, or out of range.
    @inlinable @inline(__always)
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.scanner.float()
    }

    /// Encodes the shortest number that is decoded as this one; a number that is not finite is an
    /// error.
    ///
    /// - Parameter writer: The writer.
    @inlinable @inline(__always)
    public func encode(to writer: inout JSONWriter) {
        writer.float(self)
    }
}

extension Float: DictionaryValueInitializable, DictionaryValueRepresentable {
    /// Creates a float from the double of a number in a dictionary.
    ///
    /// - Parameter dictionaryValue: The number.
    /// - Throws: ``ConversionError`` if it is not a number, or not finite as a float.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        guard let number = DictionaryValueKind.double(dictionaryValue), Float(number).isFinite
        else {
            throw ConversionError(expected: "Float", butFound: dictionaryValue)
        }
        self = Float(number)
    }

    /// The float itself.
    @inlinable
    public var dictionaryValue: any Sendable { self }
}
