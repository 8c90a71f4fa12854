/// A codec of identifiers as the URLs of their entities.
///
/// ```swift
/// ReferenceURLCodec<Species.ID>("https://pokeapi.co/api/v2/pokemon-species/{id}/")
/// ```
///
/// It decodes any URL, absolute or relative, whose path ends in an identifier, and encodes with its
/// template. An encoded identifier is decoded as the same one.
public struct ReferenceURLCodec<Value: PathIdentifier>: JSONCodec {
    private let url: ReferenceURL

    /// Creates a codec.
    ///
    /// - Parameter template: The URL template, with `{id}` as the last component of its path.
    public init(_ template: String) {
        url = ReferenceURL(template: template)
    }

    private static var expectation: String { "URL with \(wireName(of: Value.self)) at its end" }

    /// Decodes an identifier from a URL.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Returns: The identifier.
    /// - Throws: ``JSONError`` if the value is not a URL with an identifier.
    public func decode(from reader: inout JSONReader) throws(JSONError) -> Value {
        try reader.scanner.parsedString(expected: Self.expectation) { bytes in
            Self.identity(in: String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Encodes an identifier as a URL.
    ///
    /// - Parameters:
    ///   - value: The identifier; one that is invalid in a path is an error.
    ///   - writer: The writer.
    public func encode(_ value: Value, to writer: inout JSONWriter) {
        guard let text = url.text(of: value.pathComponent) else {
            return writer.fail(expected: "identity in a URL", found: "none")
        }
        writer.string(text)
    }

    /// Creates an identifier from a URL in a dictionary.
    ///
    /// - Parameter dictionaryValue: The URL as a string.
    /// - Returns: The identifier.
    /// - Throws: ``ConversionError`` if it is not a URL with an identifier.
    public func decode(dictionaryValue: Any) throws(ConversionError) -> Value {
        guard let text = dictionaryValue as? String, let value = Self.identity(in: text) else {
            throw ConversionError(expected: Self.expectation, butFound: dictionaryValue)
        }
        return value
    }

    /// Returns the representation of an identifier in a dictionary: a URL.
    ///
    /// An identifier that ``encode(_:to:)`` rejects becomes a value that nothing accepts.
    ///
    /// - Parameter value: The identifier.
    /// - Returns: The string.
    public func dictionaryValue(of value: Value) -> any Sendable {
        url.text(of: value.pathComponent) ?? DictionaryWriter.unrepresentable
    }

    private static func identity(in url: String) -> Value? {
        ReferenceURL.identity(in: url).flatMap { Value(pathComponent: $0) }
    }
}
