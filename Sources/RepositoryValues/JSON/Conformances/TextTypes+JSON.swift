#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A type that is represented as a JSON string.
protocol JSONTextConvertible: JSONDecodable, JSONEncodable, DictionaryValueInitializable,
    DictionaryValueRepresentable, Sendable
{
    /// The name of the format, for errors.
    static var textDescription: String { get }

    /// Creates a value; nil if the string is invalid.
    init?(jsonValueText: String)

    /// The value as a string.
    var jsonValueText: String { get }
}

extension JSONTextConvertible {
    init(textFrom reader: inout JSONReader) throws(JSONError) {
        let place = reader.place
        guard reader.kind == .string else {
            throw reader.scanner.mismatch(expected: Self.textDescription)
        }
        guard let value = Self(jsonValueText: try reader.scanner.string()) else {
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

    init?(jsonValueText: String) {
        // Foundation encodes a part with invalid characters as a whole, even what is encoded.
        let isPartlyEncoded = jsonValueText.utf8.contains(UInt8(ascii: "%"))
        self.init(
            string: isPartlyEncoded ? PercentEncoding.complete(jsonValueText) : jsonValueText
        )
    }

    var jsonValueText: String { absoluteString }

    /// Decodes a URL, absolute or relative.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not a string with a URL.
    public init(from reader: inout JSONReader) throws(JSONError) {
        try self.init(textFrom: &reader)
    }

    /// Encodes the URL as a string.
    ///
    /// - Parameter writer: The writer.
    public func encode(to writer: inout JSONWriter) { writer.string(jsonValueText) }

    /// Creates a URL from a string in a dictionary.
    ///
    /// - Parameter dictionaryValue: The string.
    /// - Throws: ``ConversionError`` if it is not a string with a URL.
    public init(dictionaryValue: Any) throws(ConversionError) {
        try self.init(textIn: dictionaryValue)
    }

    /// The URL as a string.
    public var dictionaryValue: any Sendable { jsonValueText }
}

extension UUID: JSONTextConvertible {
    static var textDescription: String { "UUID" }

    init?(jsonValueText: String) { self.init(uuidString: jsonValueText) }

    var jsonValueText: String { uuidString.lowercased() }

    /// Decodes a UUID in its usual form, in upper or lower case.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not a string with a UUID.
    public init(from reader: inout JSONReader) throws(JSONError) {
        try self.init(textFrom: &reader)
    }

    /// Encodes the UUID in lower case, as in RFC 9562.
    ///
    /// - Parameter writer: The writer.
    public func encode(to writer: inout JSONWriter) { writer.string(jsonValueText) }

    /// Creates a UUID from a string in a dictionary.
    ///
    /// - Parameter dictionaryValue: The string.
    /// - Throws: ``ConversionError`` if it is not a string with a UUID.
    public init(dictionaryValue: Any) throws(ConversionError) {
        try self.init(textIn: dictionaryValue)
    }

    /// The UUID as a string in lower case.
    public var dictionaryValue: any Sendable { jsonValueText }
}

extension Data: JSONTextConvertible {
    static var textDescription: String { "Base64 text" }

    init?(jsonValueText: String) { self.init(strictBase64: jsonValueText) }

    var jsonValueText: String { base64EncodedString() }

    /// Decodes data from Base64 text (RFC 4648, section 4).
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if the value is not such a string.
    public init(from reader: inout JSONReader) throws(JSONError) {
        try self.init(textFrom: &reader)
    }

    /// Encodes the data as Base64 text.
    ///
    /// - Parameter writer: The writer.
    public func encode(to writer: inout JSONWriter) { writer.string(jsonValueText) }

    /// Creates data from Base64 text in a dictionary.
    ///
    /// - Parameter dictionaryValue: The text.
    /// - Throws: ``ConversionError`` if it is not such a string.
    public init(dictionaryValue: Any) throws(ConversionError) {
        try self.init(textIn: dictionaryValue)
    }

    /// The data as Base64 text.
    public var dictionaryValue: any Sendable { jsonValueText }
}

extension Data {
    /// Decodes Base64 text (RFC 4648, section 4); nil if it is invalid, also in its padding, which
    /// Foundation does not check everywhere.
    package init?(strictBase64 text: String) {
        let bytes = text.utf8
        if let padding = bytes.firstIndex(of: UInt8(ascii: "=")) {
            let rest = bytes[padding...]
            guard rest.count <= 2, rest.allSatisfy({ $0 == UInt8(ascii: "=") }),
                padding != bytes.startIndex
            else { return nil }
        }
        guard bytes.count.isMultiple(of: 4) else { return nil }
        self.init(base64Encoded: text)
    }
}
