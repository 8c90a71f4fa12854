/// A codec of Booleans as the numbers 0 and 1; any other number is an error.
public struct NumericBoolCodec: JSONCodec {
    /// Creates a codec.
    @inlinable
    public init() {}

    private static let expectation = "0 or 1"

    /// Decodes a Boolean from 0 or 1.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is neither number.
    public func decode(from reader: inout JSONReader) throws(JSONError) -> Bool {
        let place = reader.place
        guard reader.kind == .number else {
            throw reader.scanner.mismatch(expected: Self.expectation)
        }
        var number = reader.scanner.shortInteger()
        if number == nil {
            // `1.0` is 1 here as it is for every integer.
            number = (try reader.value() as JSON.Number).integer(Int64.self)
        }
        switch number {
        case 0: return false
        case 1: return true
        default: throw reader.invalidValue(expected: Self.expectation, at: place)
        }
    }

    /// Encodes a Boolean as 0 or 1.
    ///
    /// - Parameters:
    ///   - value: The Boolean.
    ///   - writer: The writer.
    public func encode(_ value: Bool, to writer: inout JSONWriter) {
        writer.integer(value ? 1 : 0)
    }

    /// Creates a Boolean from 0 or 1 in a dictionary.
    ///
    /// - Parameter dictionaryValue: The number.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if it is neither number.
    public func decode(dictionaryValue: Any) throws(ConversionError) -> Bool {
        switch DictionaryValueKind.integer(dictionaryValue, Int.self) {
        case 0: return false
        case 1: return true
        default: throw ConversionError(expected: Self.expectation, butFound: dictionaryValue)
        }
    }

    /// Returns the representation of a Boolean in a dictionary: 0 or 1.
    ///
    /// - Parameter value: The Boolean.
    /// - Returns: The value for a dictionary.
    public func dictionaryValue(of value: Bool) -> any Sendable {
        value ? 1 : 0
    }
}
