/// An enum that may have values unknown to the schema: an unknown value is kept.
///
/// It is encoded as its raw value, so an unknown value is written back unchanged.
public protocol OpenEnum: RawRepresentable, Hashable, JSONDecodable, JSONEncodable,
    DictionaryValueInitializable, DictionaryValueRepresentable, ParameterValue
where
    RawValue: JSONDecodable & JSONEncodable & DictionaryValueInitializable
        & DictionaryValueRepresentable & ParameterValue & Hashable
{
    /// Creates a value; one that is unknown to the schema is kept.
    ///
    /// - Parameter rawValue: The encoded value.
    init(rawValue: RawValue)
}

extension OpenEnum {
    /// Decodes the raw value.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not of the raw type.
    @inlinable
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(rawValue: try RawValue(from: &reader))
    }

    /// Encodes the raw value.
    ///
    /// - Parameter writer: The writer.
    @inlinable
    public func encode(to writer: inout JSONWriter) {
        rawValue.encode(to: &writer)
    }

    /// Creates a value from a raw value in a dictionary.
    ///
    /// - Parameter dictionaryValue: The raw value.
    /// - Throws: ``ConversionError`` if it is not of the raw type.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        self.init(rawValue: try RawValue(dictionaryValue: dictionaryValue))
    }

    /// The raw value for a dictionary.
    @inlinable
    public var dictionaryValue: any Sendable { rawValue.dictionaryValue }
}
