#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A type that JSON says as text.
protocol JSONTextConvertible: JSONDecodable, JSONEncodable, DictionaryValueInitializable,
    DictionaryValueRepresentable, Sendable
{
    /// What the text says, for errors.
    static var textDescription: String { get }

    /// Makes a value; nil when the text says none.
    init?(jsonValueText: String)

    /// The value as text.
    var jsonValueText: String { get }
}

extension JSONTextConvertible {
    init(textFrom reader: inout JSONReader) throws(JSONError) {
        let place = reader.place
        guard reader.kind == .string else {
            throw reader.mismatch(expected: Self.textDescription)
        }
        guard let value = Self(jsonValueText: try reader.string()) else {
            throw reader.invalidValue(expected: Self.textDescription, at: place)
        }
        self = value
    }

    init(textIn dictionaryValue: Any) throws(ConversionError) {
        guard let text = dictionaryValue as? String, let value = Self(jsonValueText: text) else {
            throw ConversionError(expected: Self.textDescription, butFound: dictionaryValue)
        }
        self = value
    }
}

extension URL: JSONTextConvertible {
    static var textDescription: String { "URL" }

    init?(jsonValueText: String) { self.init(string: jsonValueText) }

    var jsonValueText: String { absoluteString }

    /// Reads a URL, absolute or relative.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when no text of a URL stands there.
    public init(from reader: inout JSONReader) throws(JSONError) {
        try self.init(textFrom: &reader)
    }

    /// Writes the URL as text.
    ///
    /// - Parameter writer: Takes the value.
    public func encode(to writer: inout JSONWriter) { writer.string(jsonValueText) }

    /// Makes a URL of text inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The text.
    /// - Throws: ``ConversionError`` when it is no text of a URL.
    public init(dictionaryValue: Any) throws(ConversionError) {
        try self.init(textIn: dictionaryValue)
    }

    /// The URL as text.
    public var dictionaryValue: any Sendable { jsonValueText }
}

extension UUID: JSONTextConvertible {
    static var textDescription: String { "UUID" }

    init?(jsonValueText: String) { self.init(uuidString: jsonValueText) }

    var jsonValueText: String { uuidString.lowercased() }

    /// Reads an identifier from its usual form, in capital or small letters.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when no text of an identifier stands there.
    public init(from reader: inout JSONReader) throws(JSONError) {
        try self.init(textFrom: &reader)
    }

    /// Writes the identifier in small letters, as RFC 9562 does.
    ///
    /// - Parameter writer: Takes the value.
    public func encode(to writer: inout JSONWriter) { writer.string(jsonValueText) }

    /// Makes an identifier of text inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The text.
    /// - Throws: ``ConversionError`` when it is no text of an identifier.
    public init(dictionaryValue: Any) throws(ConversionError) {
        try self.init(textIn: dictionaryValue)
    }

    /// The identifier as text, in small letters.
    public var dictionaryValue: any Sendable { jsonValueText }
}

extension Data: JSONTextConvertible {
    static var textDescription: String { "Base64 text" }

    init?(jsonValueText: String) { self.init(base64Encoded: jsonValueText) }

    var jsonValueText: String { base64EncodedString() }

    /// Reads data from Base64 text (RFC 4648, section 4).
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when no such text stands there.
    public init(from reader: inout JSONReader) throws(JSONError) {
        try self.init(textFrom: &reader)
    }

    /// Writes the data as Base64 text.
    ///
    /// - Parameter writer: Takes the value.
    public func encode(to writer: inout JSONWriter) { writer.string(jsonValueText) }

    /// Makes data of Base64 text inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The text.
    /// - Throws: ``ConversionError`` when it is no such text.
    public init(dictionaryValue: Any) throws(ConversionError) {
        try self.init(textIn: dictionaryValue)
    }

    /// The data as Base64 text.
    public var dictionaryValue: any Sendable { jsonValueText }
}
