/// An enumeration whose values are those that the schema knows: any other is an error.
///
/// It converts as its raw value does.
public protocol ClosedEnum: RawRepresentable, CaseIterable, Hashable, JSONDecodable, JSONEncodable,
    DictionaryValueInitializable, DictionaryValueRepresentable, Sendable
where
    RawValue: JSONDecodable & JSONEncodable & DictionaryValueInitializable
        & DictionaryValueRepresentable & Hashable & Sendable
{}

extension ClosedEnum {
    /// Reads a raw value.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when no raw value stands there, or one that the schema does not know.
    @inlinable
    public init(from reader: inout JSONReader) throws(JSONError) {
        let place = reader.place
        guard let value = Self(rawValue: try RawValue(from: &reader)) else {
            throw reader.invalidValue(expected: "\(Self.self)", at: place)
        }
        self = value
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
    /// - Throws: ``ConversionError`` when it is not of the raw type, or one that the schema does not
    ///   know.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        guard let value = Self(rawValue: try RawValue(dictionaryValue: dictionaryValue)) else {
            throw ConversionError(expected: "\(Self.self)", butFound: dictionaryValue)
        }
        self = value
    }

    /// The raw value as a value inside a dictionary.
    @inlinable
    public var dictionaryValue: any Sendable { rawValue.dictionaryValue }
}
