/// A codec that wraps another one and keeps the value found out of its errors.
public struct RedactedCodec<Wrapped: JSONCodec>: JSONCodec {
    /// The codec of the values.
    public let wrapped: Wrapped

    /// Creates a codec.
    ///
    /// - Parameter wrapped: The codec of the values.
    @inlinable
    public init(_ wrapped: Wrapped) {
        self.wrapped = wrapped
    }

    /// Decodes a value.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is of another type; it describes the value only as "a
    ///   redacted value".
    @inlinable
    public func decode(from reader: inout JSONReader) throws(JSONError) -> Wrapped.Value {
        let start = reader.scanner.mark
        do {
            let value = try wrapped.decode(from: &reader)
            reader.redactSkipped(from: start)
            return value
        } catch {
            throw reader.redacted(error, from: start)
        }
    }

    /// Encodes a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - writer: The writer.
    @inlinable
    public func encode(_ value: Wrapped.Value, to writer: inout JSONWriter) {
        wrapped.encode(value, to: &writer)
    }

    /// Creates a value from one in a dictionary.
    ///
    /// - Parameter dictionaryValue: The value.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if the value is of another type; it describes the value only
    ///   as "a redacted value".
    public func decode(dictionaryValue: Any) throws(ConversionError) -> Wrapped.Value {
        do {
            return try SkippedValues.collector.redacting { () throws(ConversionError) in
                try wrapped.decode(dictionaryValue: dictionaryValue)
            }
        } catch {
            throw error.redacted()
        }
    }

    /// Returns the representation of a value in a dictionary.
    ///
    /// - Parameter value: The value.
    /// - Returns: The value for a dictionary.
    public func dictionaryValue(of value: Wrapped.Value) -> any Sendable {
        wrapped.dictionaryValue(of: value)
    }
}
