/// A way to write values of a type, other than the type's own.
///
/// ```swift
/// try reader.value(using: DateCodec(.unixSeconds))
/// ```
///
/// A codec knows both forms of a value, in bytes and inside a dictionary, and accepts and refuses the
/// same in both. ``array``, ``dictionary`` and ``nullable`` make codecs of containers,
/// ``lossyArray`` and ``lossyDictionary`` those that leave out what is wrong.
public protocol JSONCodec<Value>: Sendable {
    /// What is written.
    associatedtype Value

    /// Reads a value.
    ///
    /// - Parameter reader: Stands at the first byte of the value; left just behind its last.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` when no such value stands there.
    func decode(from reader: inout JSONReader) throws(JSONError) -> Value

    /// Writes a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - writer: Takes the value.
    func encode(_ value: Value, to writer: inout JSONWriter)

    /// Makes a value of one inside a dictionary.
    ///
    /// - Parameter dictionaryValue: A Swift value or one of `JSONSerialization`.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` when it is no such value.
    func decode(dictionaryValue: Any) throws(ConversionError) -> Value

    /// A value as one inside a dictionary.
    ///
    /// - Parameter value: The value.
    /// - Returns: The value inside the dictionary.
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

    /// The codec of arrays of such values, without the elements that are wrong.
    @inlinable
    public var lossyArray: LossyArrayCodec<Self> { LossyArrayCodec(self) }

    /// The codec of dictionaries of such values, without the entries that are wrong.
    @inlinable
    public var lossyDictionary: LossyDictionaryCodec<Self> { LossyDictionaryCodec(self) }

    /// The codec of such values whose errors say nothing of what was found.
    @inlinable
    public var redacted: RedactedCodec<Self> { RedactedCodec(self) }
}
