/// An enumeration whose values may be more than the schema knows: an unknown one is kept.
///
/// It converts as its raw value does, so that an unknown value is written back as it came.
public protocol OpenEnum: RawRepresentable, Hashable, JSONDecodable, JSONEncodable,
    DictionaryValueInitializable, DictionaryValueRepresentable, Sendable
where
    RawValue: JSONDecodable & JSONEncodable & DictionaryValueInitializable
        & DictionaryValueRepresentable & Hashable & Sendable
{
    /// Makes a value; one that the schema does not know is kept as it is.
    ///
    /// - Parameter rawValue: The value on the wire.
    init(rawValue: RawValue)
}

extension OpenEnum {
    /// Reads a raw value.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when no raw value stands there.
    @inlinable
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(rawValue: try RawValue(from: &reader))
    }

    /// Writes the raw value.
    ///
    /// - Parameter writer: Takes the value.
    @inlinable
    public func encode(to writer: inout JSONWriter) {
        rawValue.encode(to: &writer)
    }

    /// Makes a value from a raw value inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The raw value.
    /// - Throws: ``ConversionError`` when it is not of the raw type.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        self.init(rawValue: try RawValue(dictionaryValue: dictionaryValue))
    }

    /// The raw value as a value inside a dictionary.
    @inlinable
    public var dictionaryValue: any Sendable { rawValue.dictionaryValue }
}
