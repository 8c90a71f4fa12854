import Foundation
public import HTTPTypes

/// Reads the header fields of a response, each as the type that an endpoint declares for it.
///
/// A text or a date is the whole value of its field; a number, a Boolean or a case of an enumeration is
/// written as in JSON. The elements of an array are separated by commas (RFC 9110, section 5.6.1).
public struct HeaderReader: Sendable {
    private let fields: HTTPFields
    private let operation: String

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - fields: The header fields of a response.
    ///   - operation: The request, as errors name it, such as `GET /messages`.
    public init(_ fields: HTTPFields, of operation: String) {
        self.fields = fields
        self.operation = operation
    }

    // MARK: - Single values

    /// The value of a field.
    ///
    /// - Parameter name: The name; case does not matter.
    /// - Returns: The value; nil where the response has no such field.
    /// - Throws: `RepositoryError` of the kind `.unreadableResponse` where the value is not of this type.
    public func read<Value: JSONDecodable>(_ name: String) throws(RepositoryError) -> Value? {
        guard let text = text(of: name) else { return nil }
        return try value(of: name, Self.value(of: text))
    }

    /// The value of a field, in the form that a codec reads.
    ///
    /// - Parameters:
    ///   - name: The name; case does not matter.
    ///   - codec: The form.
    /// - Returns: The value; nil where the response has no such field.
    /// - Throws: `RepositoryError` of the kind `.unreadableResponse` where the codec does not read it.
    public func read<Codec: JSONCodec>(
        _ name: String,
        using codec: Codec
    ) throws(RepositoryError) -> Codec.Value? {
        guard let text = text(of: name) else { return nil }
        return try value(of: name, Self.value(of: text, codec))
    }

    // MARK: - Arrays

    /// The elements of a field.
    ///
    /// - Parameter name: The name; case does not matter.
    /// - Returns: The elements; nil where the response has no such field.
    /// - Throws: `RepositoryError` of the kind `.unreadableResponse` where one is not of this type.
    public func readArray<Value: JSONDecodable>(
        _ name: String
    ) throws(RepositoryError) -> [Value]? {
        try elements(of: name)?.map { text throws(RepositoryError) in
            try value(of: name, Self.value(of: text))
        }
    }

    /// The elements of a field, in the form that a codec reads.
    ///
    /// - Parameters:
    ///   - name: The name; case does not matter.
    ///   - codec: The form of each element.
    /// - Returns: The elements; nil where the response has no such field.
    /// - Throws: `RepositoryError` of the kind `.unreadableResponse` where the codec does not read one.
    public func readArray<Codec: JSONCodec>(
        _ name: String,
        using codec: Codec
    ) throws(RepositoryError) -> [Codec.Value]? {
        try elements(of: name)?.map { text throws(RepositoryError) in
            try value(of: name, Self.value(of: text, codec))
        }
    }

    // MARK: - Required values

    /// A value that the response must have.
    ///
    /// - Parameters:
    ///   - value: The value that was read.
    ///   - name: The name of its field.
    /// - Returns: The value.
    /// - Throws: `RepositoryError` of the kind `.unreadableResponse` where there is none.
    public func require<Value>(_ value: Value?, _ name: String) throws(RepositoryError) -> Value {
        guard let value else {
            throw RepositoryError(
                .unreadableResponse,
                during: operation,
                message: "The response has no header field \(name), which is declared as required."
            )
        }
        return value
    }

    // MARK: - Text

    func text(of name: String) -> String? {
        HTTPField.Name(name).flatMap { fields[$0] }
    }

    /// The value that a text is; nil where it is none of this type.
    static func value<Value: JSONDecodable>(of text: String) -> Value? {
        // A string is any text; what does not read from a string is written as in JSON.
        (try? Value(jsonData: JSON.string(text).jsonData()))
            ?? (try? Value(jsonData: Data(text.utf8)))
    }

    /// The value that a codec reads from a text; nil where it reads none.
    static func value<Codec: JSONCodec>(of text: String, _ codec: Codec) -> Codec.Value? {
        func value(_ json: Data) throws(JSONError) -> Codec.Value {
            try JSONReader.read(json) { reader throws(JSONError) in try codec.decode(from: &reader)
            }
        }
        // Some codecs read a text, others a number or a Boolean.
        return (try? value(JSON.string(text).jsonData())) ?? (try? value(Data(text.utf8)))
    }

    private func value<Value>(of name: String, _ value: Value?) throws(RepositoryError) -> Value {
        guard let value else {
            throw RepositoryError(
                .unreadableResponse,
                during: operation,
                message: "The header field \(name) of the response is not what is declared."
            )
        }
        return value
    }

    /// What is between commas, without space and quotes; empty elements do not count.
    private func elements(of name: String) -> [String]? {
        guard let text = text(of: name) else { return nil }
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
