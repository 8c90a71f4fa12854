/// Writes values as another codec does, and says nothing of what was found in errors about them.
public struct RedactedCodec<Wrapped: JSONCodec>: JSONCodec {
    /// How a value is written.
    public let wrapped: Wrapped

    /// Makes a codec.
    ///
    /// - Parameter wrapped: How a value is written.
    @inlinable
    public init(_ wrapped: Wrapped) {
        self.wrapped = wrapped
    }

    /// Reads a value.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` when no such value stands there, about "a redacted value".
    @inlinable
    public func decode(from reader: inout JSONReader) throws(JSONError) -> Wrapped.Value {
        let start = reader.mark
        do {
            let value = try wrapped.decode(from: &reader)
            reader.redactSkipped(from: start)
            return value
        } catch {
            throw reader.redacted(error, from: start)
        }
    }

    /// Writes a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - writer: Takes the value.
    @inlinable
    public func encode(_ value: Wrapped.Value, to writer: inout JSONWriter) {
        wrapped.encode(value, to: &writer)
    }

    /// Makes a value of one inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The value.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` when it is no such value, about "a redacted value".
    public func decode(dictionaryValue: Any) throws(ConversionError) -> Wrapped.Value {
        do {
            return try SkippedValues.collector.redacting { () throws(ConversionError) in
                try wrapped.decode(dictionaryValue: dictionaryValue)
            }
        } catch {
            throw error.redacted()
        }
    }

    /// A value as one inside a dictionary.
    ///
    /// - Parameter value: The value.
    /// - Returns: The value inside the dictionary.
    public func dictionaryValue(of value: Wrapped.Value) -> any Sendable {
        wrapped.dictionaryValue(of: value)
    }
}
