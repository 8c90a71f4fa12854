extension Double: JSONDecodable, JSONEncodable {
    /// Reads the double that is nearest to a number.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when no number stands there, or one beyond all doubles.
    @inlinable @inline(__always)
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.double()
    }

    /// Writes the shortest number that reads as this one; one that is not finite is an error.
    ///
    /// - Parameter writer: Takes the value.
    @inlinable @inline(__always)
    public func encode(to writer: inout JSONWriter) {
        writer.double(self)
    }
}

extension Double: DictionaryValueInitializable, DictionaryValueRepresentable {
    /// Makes the double that is nearest to a number inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The number.
    /// - Throws: ``ConversionError`` when it is none, or not finite.
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
    /// Reads the float that is nearest to the double of a number.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when no number stands there, or one beyond all floats.
    @inlinable @inline(__always)
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.float()
    }

    /// Writes the shortest number that reads as this one; one that is not finite is an error.
    ///
    /// - Parameter writer: Takes the value.
    @inlinable @inline(__always)
    public func encode(to writer: inout JSONWriter) {
        writer.float(self)
    }
}

extension Float: DictionaryValueInitializable, DictionaryValueRepresentable {
    /// Makes the float that is nearest to the double of a number inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The number.
    /// - Throws: ``ConversionError`` when it is none, or not finite as a float.
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
