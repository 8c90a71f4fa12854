#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A number or a Boolean, which some services write as a string, and ``TextCodec`` supports.
///
/// Only types whose default JSON form is a number or a Boolean may conform.
public protocol TextCodable: JSONDecodable, JSONEncodable {}

extension Bool: TextCodable {}
extension Int: TextCodable {}
extension Int8: TextCodable {}
extension Int16: TextCodable {}
extension Int32: TextCodable {}
extension Int64: TextCodable {}
extension UInt: TextCodable {}
extension UInt8: TextCodable {}
extension UInt16: TextCodable {}
extension UInt32: TextCodable {}
extension UInt64: TextCodable {}
extension Double: TextCodable {}
extension Float: TextCodable {}
extension Decimal: TextCodable {}

/// A codec of numbers and Booleans as strings, such as `"-37.3159"` and `"true"`.
///
/// The string must be a JSON number or a Boolean of this type, without spaces.
/// The value without quotes is an error.
public struct TextCodec<Value: TextCodable>: JSONCodec {
    /// Creates a codec.
    @inlinable
    public init() {}

    private static var expectation: String { "\(wireName(of: Value.self)) as text" }

    /// Decodes a number or a Boolean from a string.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is not such a string.
    public func decode(from reader: inout JSONReader) throws(JSONError) -> Value {
        try reader.scanner.parsedString(expected: Self.expectation) { Self.parse($0) }
    }

    /// Encodes a number or a Boolean as a string.
    ///
    /// - Parameters:
    ///   - value: The value; a number that is not finite is an error.
    ///   - writer: The writer.
    public func encode(_ value: Value, to writer: inout JSONWriter) {
        writer.quoted(value)
    }

    /// Creates a number or a Boolean from a string in a dictionary.
    ///
    /// - Parameter dictionaryValue: The string.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` if it is not such a string.
    public func decode(dictionaryValue: Any) throws(ConversionError) -> Value {
        guard var text = dictionaryValue as? String, let value = text.withUTF8(Self.parse) else {
            throw ConversionError(expected: Self.expectation, butFound: dictionaryValue)
        }
        return value
    }

    /// Returns the representation of a number or a Boolean in a dictionary: a string.
    ///
    /// A number that ``encode(_:to:)`` rejects becomes not-a-number, which nothing accepts.
    ///
    /// - Parameter value: The value.
    /// - Returns: The value for a dictionary.
    public func dictionaryValue(of value: Value) -> any Sendable {
        (try? value.jsonText()) ?? DictionaryWriter.unrepresentable
    }

    private static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Value? {
        // Around a whole JSON text there may be space, and a byte order mark: not here.
        guard let first = text.first, let last = text.last, isPlain(first), isPlain(last) else {
            return nil
        }
        return try? JSONReader.read(text) { reader throws(JSONError) in try Value(from: &reader) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F
    }
}

extension JSONWriter {
    /// Writes a value that needs no escapes in quotes.
    fileprivate mutating func quoted(_ value: some TextCodable) {
        quote()
        value.encode(to: &self)
        quote()
    }

    private mutating func quote() {
        reserve(1)
        cursor.pointee = UInt8(ascii: "\"")
        cursor += 1
    }
}
