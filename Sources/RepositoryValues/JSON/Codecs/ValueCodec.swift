/// Writes values in the form of their own type, so that what codecs make of codecs applies.
///
/// ```swift
/// try reader.value(using: ValueCodec<Int>().lossyArray)
/// ```
public struct ValueCodec<Value>: JSONCodec
where
    Value: JSONDecodable & JSONEncodable & DictionaryValueInitializable
        & DictionaryValueRepresentable
{
    /// Makes a codec.
    @inlinable
    public init() {}

    /// Reads a value.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` when no such value stands there.
    @inlinable
    public func decode(from reader: inout JSONReader) throws(JSONError) -> Value {
        try Value(from: &reader)
    }

    /// Writes a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - writer: Takes the value.
    @inlinable
    public func encode(_ value: Value, to writer: inout JSONWriter) {
        guard writer.hasStackRoom else { return writer.failTooDeep() }
        value.encode(to: &writer)
    }

    /// Makes a value of one inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The value.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` when it is no such value.
    @inlinable
    public func decode(dictionaryValue: Any) throws(ConversionError) -> Value {
        try Value(dictionaryValue: dictionaryValue)
    }

    /// A value as one inside a dictionary.
    ///
    /// - Parameter value: The value.
    /// - Returns: The value inside the dictionary.
    @inlinable
    public func dictionaryValue(of value: Value) -> any Sendable {
        value.dictionaryValue
    }
}
