import Foundation
public import HTTPTypes

/// Decodes the header fields of a response into the types that an endpoint declares.
///
/// A string or a date is the whole value of its field; a number, a Boolean or an enum case is
/// written as in JSON. The elements of an array are separated by commas (RFC 9110, section 5.6.1).
public struct HeaderReader: Sendable {
    private let fields: HTTPFields
    private let operation: String

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - fields: The header fields of a response.
    ///   - operation: The request, for errors, such as `GET /messages`.
    public init(_ fields: HTTPFields, of operation: String) {
        self.fields = fields
        self.operation = operation
    }

    // MARK: - Single values

    /// Returns the value of a field.
    ///
    /// - Parameter name: The case-insensitive name.
    /// - Returns: The value; nil if the response has no such field.
    /// - Throws: `RepositoryError` with the code `.unreadableResponse` if the value is not of this
    ///   type.
    public func read<Value: JSONDecodable>(_ name: String) throws(RepositoryError) -> Value? {
        guard let text = text(of: name) else { return nil }
        return try value(of: name, Self.value(of: text))
    }

    /// Returns the value of a field, decoded with a codec.
    ///
    /// - Parameters:
    ///   - name: The case-insensitive name.
    ///   - codec: The codec.
    /// - Returns: The value; nil if the response has no such field.
    /// - Throws: `RepositoryError` with the code `.unreadableResponse` if the codec cannot read it.
    public func read<Codec: JSONCodec>(
        _ name: String,
        using codec: Codec
    ) throws(RepositoryError) -> Codec.Value? {
        guard let text = text(of: name) else { return nil }
        return try value(of: name, Self.value(of: text, codec))
    }

    // MARK: - Arrays

    /// Returns the elements of a field.
    ///
    /// - Parameter name: The case-insensitive name.
    /// - Returns: The elements; nil if the response has no such field.
    /// - Throws: `RepositoryError` with the code `.unreadableResponse` if one is not of this type.
    public func readArray<Value: JSONDecodable>(
        _ name: String
    ) throws(RepositoryError) -> [Value]? {
        try elements(of: name)?.map { text throws(RepositoryError) in
            try value(of: name, Self.value(of: text))
        }
    }

    /// Returns the elements of a field, each decoded with a codec.
    ///
    /// - Parameters:
    ///   - name: The case-insensitive name.
    ///   - codec: The codec of the elements.
    /// - Returns: The elements; nil if the response has no such field.
    /// - Throws: `RepositoryError` with the code `.unreadableResponse` if the codec cannot read
    ///   one.
    public func readArray<Codec: JSONCodec>(
        _ name: String,
        using codec: Codec
    ) throws(RepositoryError) -> [Codec.Value]? {
        try elements(of: name)?.map { text throws(RepositoryError) in
            try value(of: name, Self.value(of: text, codec))
        }
    }

    // MARK: - Required values

    /// Unwraps a required value.
    ///
    /// - Parameters:
    ///   - value: The decoded value.
    ///   - name: The name of its field.
    /// - Returns: The value.
    /// - Throws: `RepositoryError` with the code `.unreadableResponse` if it is nil.
    public func require<Value>(_ value: Value?, _ name: String) throws(RepositoryError) -> Value {
        guard let value else {
            throw RepositoryError(
                .unreadableResponse,
                during: operation,
                message: "The response lacks the required header field \(name)."
            )
        }
        return value
    }

    // MARK: - Text

    func text(of name: String) -> String? {
        HTTPField.Name(name).flatMap { fields[$0] }
    }

    /// Decodes a string; nil if it is not of this type.
    static func value<Value: JSONDecodable>(of text: String) -> Value? {
        // Tried as a JSON string first; other types are written as in JSON.
        (try? Value(jsonData: JSON.string(text).jsonData()))
            ?? (try? Value(jsonData: Data(text.utf8)))
    }

    /// Decodes a string with a codec; nil if the codec cannot read it.
    static func value<Codec: JSONCodec>(of text: String, _ codec: Codec) -> Codec.Value? {
        func value(_ json: Data) throws(JSONError) -> Codec.Value {
            try JSONReader.read(json) { reader throws(JSONError) in try codec.decode(from: &reader)
            }
        }
        // Some codecs read a string, others a number or a Boolean.
        return (try? value(JSON.string(text).jsonData())) ?? (try? value(Data(text.utf8)))
    }

    private func value<Value>(of name: String, _ value: Value?) throws(RepositoryError) -> Value {
        guard let value else {
            throw RepositoryError(
                .unreadableResponse,
                during: operation,
                message: "The header field \(name) of the response does not match its declaration."
            )
        }
        return value
    }

    /// Returns the comma-separated elements without spaces and quotes; empty elements are ignored.
    private func elements(of name: String) -> [String]? {
        guard let field = HTTPField.Name(name), let text = fields[field] else { return nil }
        // Its values contain commas (RFC 9110, section 5.3).
        if field == .setCookie { return fields[values: field] }
        var elements = [""]
        var isQuoted = false
        var isEscaped = false
        for character in text {
            switch character {
            case _ where isEscaped:
                elements[elements.count - 1].append(character)
                isEscaped = false
            case "\\" where isQuoted: isEscaped = true
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: elements.append("")
            default: elements[elements.count - 1].append(character)
            }
        }
        return elements.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
