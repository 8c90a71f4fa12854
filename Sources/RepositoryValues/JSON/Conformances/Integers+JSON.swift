extension JSONElementDecodable where Self: FixedWidthInteger {
    /// Decodes an integer exactly; `1.0` and `1e3` are integers too.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not a number of this type.
    @inlinable @inline(__always)
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.scanner.integer()
    }
}

extension JSONElementEncodable where Self: FixedWidthInteger {
    /// Encodes the integer.
    ///
    /// - Parameter writer: The writer.
    @inlinable @inline(__always)
    public func encode(to writer: inout JSONWriter) {
        writer.integer(self)
    }
}

extension DictionaryValueInitializable where Self: FixedWidthInteger {
    /// Creates an integer exactly from a number in a dictionary; a double without a fraction is
    /// accepted, a Boolean is not.
    ///
    /// - Parameter dictionaryValue: The number.
    /// - Throws: ``ConversionError`` if it is not a number of this type.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        guard let value = DictionaryValueKind.integer(dictionaryValue, Self.self) else {
            throw ConversionError(expected: "\(Self.self)", butFound: dictionaryValue)
        }
        self = value
    }
}

extension DictionaryValueRepresentable where Self: FixedWidthInteger & Sendable {
    /// The integer itself.
    @inlinable
    public var dictionaryValue: any Sendable { self }
}

extension Int: JSONDecodable, JSONEncodable {}
extension Int: DictionaryValueInitializable, DictionaryValueRepresentable {}

extension Int8: JSONDecodable, JSONEncodable {}
extension Int8: DictionaryValueInitializable, DictionaryValueRepresentable {}

extension Int16: JSONDecodable, JSONEncodable {}
extension Int16: DictionaryValueInitializable, DictionaryValueRepresentable {}

extension Int32: JSONDecodable, JSONEncodable {}
extension Int32: DictionaryValueInitializable, DictionaryValueRepresentable {}

extension Int64: JSONDecodable, JSONEncodable {}
extension Int64: DictionaryValueInitializable, DictionaryValueRepresentable {}

extension UInt: JSONDecodable, JSONEncodable {}
extension UInt: DictionaryValueInitializable, DictionaryValueRepresentable {}

extension UInt8: JSONDecodable, JSONEncodable {}
extension UInt8: DictionaryValueInitializable, DictionaryValueRepresentable {}

extension UInt16: JSONDecodable, JSONEncodable {}
extension UInt16: DictionaryValueInitializable, DictionaryValueRepresentable {}

extension UInt32: JSONDecodable, JSONEncodable {}
extension UInt32: DictionaryValueInitializable, DictionaryValueRepresentable {}

extension UInt64: JSONDecodable, JSONEncodable {}
extension UInt64: DictionaryValueInitializable, DictionaryValueRepresentable {}
