/// Writes the identity of an entity as the URL that refers to it.
///
/// ```swift
/// ReferenceURLCodec<Species.ID>("https://pokeapi.co/api/v2/pokemon-species/{id}/")
/// ```
///
/// It reads any URL, absolute or relative, whose path ends in an identity, and writes the one it was told.
/// What it has written it reads as the same identity.
public struct ReferenceURLCodec<Value: PathIdentifier>: JSONCodec {
    private let url: ReferenceURL

    /// Makes a codec.
    ///
    /// - Parameter template: The URL, with `{id}` as the last component of its path.
    public init(_ template: String) {
        url = ReferenceURL(template: template)
    }

    private static var expectation: String { "URL with \(wireName(of: Value.self)) at its end" }

    /// Reads an identity from a URL.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Returns: The identity.
    /// - Throws: ``JSONError`` when no URL with an identity stands there.
    public func decode(from reader: inout JSONReader) throws(JSONError) -> Value {
        try reader.parsedString(expected: Self.expectation) { bytes in
            Self.identity(in: String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Writes an identity as a URL.
    ///
    /// - Parameters:
    ///   - value: The identity; one that cannot stand in a path is an error.
    ///   - writer: Takes the text.
    public func encode(_ value: Value, to writer: inout JSONWriter) {
        guard let text = url.text(of: value.pathComponent) else {
            return writer.fail(expected: "identity in a URL", found: "none")
        }
        writer.string(text)
    }

    /// Makes an identity of a URL inside a dictionary.
    ///
    /// - Parameter dictionaryValue: The URL as text.
    /// - Returns: The identity.
    /// - Throws: ``ConversionError`` when it is no URL with an identity.
    public func decode(dictionaryValue: Any) throws(ConversionError) -> Value {
        guard let text = dictionaryValue as? String, let value = Self.identity(in: text) else {
            throw ConversionError(expected: Self.expectation, butFound: dictionaryValue)
        }
        return value
    }

    /// An identity as a URL inside a dictionary.
    ///
    /// An identity that ``encode(_:to:)`` refuses becomes what nothing accepts.
    ///
    /// - Parameter value: The identity.
    /// - Returns: The text.
    public func dictionaryValue(of value: Value) -> any Sendable {
        url.text(of: value.pathComponent) ?? DictionaryWriter.unrepresentable
    }

    private static func identity(in url: String) -> Value? {
        ReferenceURL.identity(in: url).flatMap { Value(pathComponent: $0) }
    }
}
