/// A JSON format for values of a type, other than the type's default.
///
/// ```swift
/// try reader.value(using: DateCodec(.unixSeconds))
/// ```
///
/// A codec converts values both in bytes and in dictionaries, and accepts and rejects the same
/// values in both. ``array``, ``dictionary`` and ``nullable`` return codecs of containers;
/// ``lossyArray`` and ``lossyDictionary`` return codecs that omit invalid elements.
public protocol JSONCodec<Value>: Sendable {
    /// The type of the values.
    associatedtype Value

    /// Decodes a value.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value; afterwards, after
    ///   its last byte.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is of another type.
    func decode(from reader: inout JSONReader) throws(JSONError) -> Value

    /// Encodes a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - writer: The writer.
    func encode(_ value: Value, to writer: inout JSONWriter)

    /// Creates a value from one in a dictionary.
    ///
    /// - Parameter dictionaryValue: A value of a Swift type or `JSONSerialization`.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if the value is of another type.
    func decode(dictionaryValue: Any) throws(ConversionError) -> Value

    /// Returns the representation of a value in a dictionary.
    ///
    /// - Parameter value: The value.
    /// - Returns: The value for a dictionary.
    func dictionaryValue(of value: Value) -> any Sendable
}

extension JSONCodec {
    /// The codec of arrays of such values.
    @inlinable
    public var array: ArrayCodec<Self> { ArrayCodec(self) }

    /// The codec of dictionaries of such values.
    @inlinable
    public var dictionary: DictionaryCodec<Self> { DictionaryCodec(self) }

    /// The codec of such values and null.
    @inlinable
    public var nullable: NullableCodec<Self> { NullableCodec(self) }

    /// The codec of arrays of such values, omitting invalid elements.
    @inlinable
    public var lossyArray: LossyArrayCodec<Self> { LossyArrayCodec(self) }

    /// The codec of dictionaries of such values, omitting invalid entries.
    @inlinable
    public var lossyDictionary: LossyDictionaryCodec<Self> { LossyDictionaryCodec(self) }

    /// The codec of such values whose errors do not describe the value found.
    @inlinable
    public var redacted: RedactedCodec<Self> { RedactedCodec(self) }
}
