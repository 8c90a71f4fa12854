public import Foundation

/// A type for the declared body of a failure, or for an element of a response.
public typealias ResponseBody = JSONDecodable & Sendable

/// The structure of a response: one element, an array, text, bytes, a stream, or nothing.
public protocol ResponseDefinition: Sendable {
    /// The type of the content.
    associatedtype Result: Sendable

    /// The content of this response.
    var result: Result { get }

    /// The media types to request; nil, the default, for the JSON of the API.
    static var acceptedMedia: String? { get }
    /// The media type that the response must have if the server sends one; nil, the default, for
    /// any.
    static var requiredMedia: String? { get }
    /// Whether the body may be empty; false by default.
    static var mayBeEmpty: Bool { get }

    /// Whether the response is returned as soon as its head is received; false by default.
    static var isStreamed: Bool { get }

    /// Decodes a response.
    ///
    /// By default this decodes JSON with `init(bytes:)`.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: The path in its body at which the content is located.
    /// - Throws: `JSONError` if the body is not of this type.
    init(_ response: NetworkingResponse, at path: JSONKeyPath) throws(JSONError)

    /// Decodes a response from the bytes of its body.
    ///
    /// - Parameter bytes: The body, as JSON text if the response is JSON.
    /// - Throws: `JSONError` if the body is not of this type.
    init(bytes: Data) throws(JSONError)

    /// Creates a response from `JSONSerialization` values.
    ///
    /// - Parameter json: A dictionary, an array, or a scalar.
    /// - Throws: `ConversionError` if it is not of this type.
    init(json: Any) throws(ConversionError)
}

extension ResponseDefinition {
    /// The JSON of the API.
    public static var acceptedMedia: String? {
        nil
    }

    /// Any media type.
    public static var requiredMedia: String? {
        nil
    }

    /// The body must not be empty.
    public static var mayBeEmpty: Bool {
        false
    }

    /// The response is not streamed.
    public static var isStreamed: Bool {
        false
    }

    /// Decodes the JSON at a path of the body.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: The path in its body at which the content is located.
    /// - Throws: `JSONError` if there is none, or it is not of this type.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) throws(JSONError) {
        guard let content = try JSONPart.text(at: path, in: response.body) else {
            throw JSONError(
                code: .missingKey,
                expected: "the declared content",
                found: "nothing",
                offset: 0,
                keyPath: path
            )
        }
        try self.init(bytes: content)
    }
}

/// A response with one element.
public struct SingleResponse<Element: ResponseBody>: ResponseDefinition {
    /// The element.
    public let result: Element

    /// Decodes the element from the bytes of the body.
    ///
    /// - Parameter bytes: The body, as JSON text.
    /// - Throws: `JSONError` if the body is not such an element.
    public init(bytes: Data) throws(JSONError) {
        self.result = try Element(jsonData: bytes)
    }

    /// Creates the element from `JSONSerialization` values.
    ///
    /// - Parameter json: The element.
    /// - Throws: `ConversionError` if it is not such an element.
    public init(json: Any) throws(ConversionError) {
        self.result = try element(of: json)
    }
}

/// A response with an array of elements.
public struct ArrayResponse<Element: ResponseBody>: ResponseDefinition {
    /// The elements, in the order of the response.
    public let result: [Element]

    /// Decodes the elements from the bytes of the body.
    ///
    /// - Parameter bytes: The body, as JSON text.
    /// - Throws: `JSONError` if the body is not an array of such elements.
    public init(bytes: Data) throws(JSONError) {
        self.result = try [Element](jsonData: bytes)
    }

    /// Creates the elements from `JSONSerialization` values.
    ///
    /// - Parameter json: An array of elements.
    /// - Throws: `ConversionError` if it is not an array of such elements.
    public init(json: Any) throws(ConversionError) {
        guard let values = json as? [Any] else {
            throw ConversionError(expected: "array", butFound: json)
        }
        var result: [Element] = []
        result.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            do {
                result.append(try element(of: value))
            } catch {
                throw error.prefixed(by: .index(index))
            }
        }
        self.result = result
    }
}

/// A response whose body is ignored and may be missing.
public struct EmptyResponse: ResponseDefinition {
    /// The body may be empty.
    public static var mayBeEmpty: Bool {
        true
    }

    /// No content.
    public var result: Void {
        ()
    }

    /// Creates the response, whatever the body.
    ///
    /// - Parameters:
    ///   - response: Not read.
    ///   - path: Not read.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) {}

    /// Creates the response, whatever the body.
    ///
    /// - Parameter bytes: Not read.
    public init(bytes: Data = Data()) {}

    /// Creates the response, whatever the body.
    ///
    /// - Parameter json: Not read.
    public init(json: Any) {}
}

/// Converts a `JSONSerialization` value, as a dictionary if the type supports it.
private func element<Element: ResponseBody>(of value: Any) throws(ConversionError) -> Element {
    if let type = Element.self as? any DictionaryValueInitializable.Type,
        let element = try type.init(dictionaryValue: value) as? Element
    {
        return element
    }
    let json = try JSON(any: value)
    do {
        return try Element(jsonData: try json.jsonData())
    } catch {
        throw ConversionError(
            keyPath: error.keyPath,
            expected: error.expected,
            found: error.found
        )
    }
}
