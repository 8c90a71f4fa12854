/// A codec of values in their default form, for use with the codecs that wrap others.
///
/// ```swift
/// try reader.value(using: ValueCodec<Int>().lossyArray)
/// ```
public struct ValueCodec<Value>: JSONCodec
where
    Value: JSONDecodable & JSONEncodable & DictionaryValueInitializable
        & DictionaryValueRepresentable
{
    /// Creates a codec.
    @inlinable
    public init() {}

    /// Decodes a value.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is of another type.
    @inlinable
    public func decode(from reader: inout JSONReader) throws(JSONError) -> Value {
        try Value(from: &reader)
    }

    /// Encodes a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - writer: The writer.
    @inlinable
    public func encode(_ value: Value, to writer: inout JSONWriter) {
        guard writer.hasStackRoom else { return writer.failTooDeep() }
        value.encode(to: &writer)
    }

    /// Creates a value from one in a dictionary.
    ///
    /// - Parameter dictionaryValue: The value.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if the value is of another type.
    @inlinable
    public func decode(dictionaryValue: Any) throws(ConversionError) -> Value {
        try Value(dictionaryValue: dictionaryValue)
    }

    /// Returns the representation of a value in a dictionary.
    ///
    /// - Parameter value: The value.
    /// - Returns: The value for a dictionary.
    @inlinable
    public func dictionaryValue(of value: Value) -> any Sendable {
        value.dictionaryValue
    }
}
