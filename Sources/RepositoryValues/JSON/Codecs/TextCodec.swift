#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A number or a Boolean: what some services write as text, and ``TextCodec`` reads.
///
/// Only types whose own form in JSON is a number, `true` or `false` may conform.
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

/// Writes numbers and Booleans as text, such as `"-37.3159"` and `"true"`.
///
/// The text is that of the type's own form, exactly: no space, no plus sign, no zero in front, and
/// never the number itself.
public struct TextCodec<Value: TextCodable>: JSONCodec {
    /// Makes a codec.
    @inlinable
    public init() {}

    private static var expectation: String { "\(wireName(of: Value.self)) as text" }

    /// Reads a number or a Boolean from text.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` when no such text stands there.
    public func decode(from reader: inout JSONReader) throws(JSONError) -> Value {
        try reader.parsedString(expected: Self.expectation) { Self.parse($0) }
    }

    /// Writes a number or a Boolean as text.
    ///
    /// - Parameters:
    ///   - value: The value; a number that is not finite is an error.
    ///   - writer: Takes the text.
    public func encode(_ value: Value, to writer: inout JSONWriter) {
        writer.quoted(value)
    }

    /// Makes a number or a Boolean of text inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The text.
    /// - Returns: The value.
    /// - Throws: ``ConversionError`` when it is no such text.
    public func decode(dictionaryValue: Any) throws(ConversionError) -> Value {
        guard var text = dictionaryValue as? String, let value = text.withUTF8(Self.parse) else {
            throw ConversionError(expected: Self.expectation, butFound: dictionaryValue)
        }
        return value
    }

    /// A number or a Boolean as text inside a dictionary.
    ///
    /// A number that ``encode(_:to:)`` refuses becomes one that is not one, which nothing accepts.
    ///
    /// - Parameter value: The value.
    /// - Returns: The value inside the dictionary.
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
