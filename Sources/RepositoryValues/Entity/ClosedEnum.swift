/// An enum with a fixed set of values: decoding any other is an error.
///
/// It is encoded as its raw value.
public protocol ClosedEnum: RawRepresentable, CaseIterable, Hashable, JSONDecodable, JSONEncodable,
    DictionaryValueInitializable, DictionaryValueRepresentable, ParameterValue
where
    RawValue: JSONDecodable & JSONEncodable & DictionaryValueInitializable
        & DictionaryValueRepresentable & ParameterValue & Hashable
{}

extension ClosedEnum {
    /// Decodes the raw value.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not of the raw type, or unknown to the schema.
    @inlinable
    public init(from reader: inout JSONReader) throws(JSONError) {
        let place = reader.place
        guard let value = Self(rawValue: try RawValue(from: &reader)) else {
            throw reader.invalidValue(expected: "\(Self.self)", at: place)
        }
        self = value
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
    /// - Throws: ``ConversionError`` if it is not of the raw type, or unknown to the schema.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        guard let value = Self(rawValue: try RawValue(dictionaryValue: dictionaryValue)) else {
            throw ConversionError(expected: "\(Self.self)", butFound: dictionaryValue)
        }
        self = value
    }

    /// The raw value for a dictionary.
    @inlinable
    public var dictionaryValue: any Sendable { rawValue.dictionaryValue }
}
