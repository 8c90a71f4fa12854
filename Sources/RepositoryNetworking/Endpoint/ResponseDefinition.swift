public import Foundation

/// What can be the declared body of a failure, or an element of a response.
public typealias ResponseBody = JSONDecodable & Sendable

/// The structure of a response: one element, an array of them, text, bytes, a stream, or nothing.
public protocol ResponseDefinition: Sendable {
    /// What the response contains.
    associatedtype Result: Sendable

    /// What this response contains.
    var result: Result { get }

    /// The media types that it reads, as a request asks for them; nil, the default, for the JSON of the
    /// API.
    static var acceptedMedia: String? { get }
    /// The media type that a server must name, where it names one; nil, the default, for any.
    static var requiredMedia: String? { get }
    /// Whether it can be made of a body without content; false by default.
    static var mayBeEmpty: Bool { get }

    /// Whether the response is wanted as soon as its head has come; false by default.
    static var isStreamed: Bool { get }

    /// Reads a response.
    ///
    /// By default that is JSON, read with `init(bytes:)`.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Where in its body the content stands.
    /// - Throws: `JSONError` where the body is not this response.
    init(_ response: NetworkingResponse, at path: JSONKeyPath) throws(JSONError)

    /// Reads a response from the bytes of its body.
    ///
    /// - Parameter bytes: The body, as JSON text where the response is JSON.
    /// - Throws: `JSONError` where the body is not this response.
    init(bytes: Data) throws(JSONError)

    /// Makes a response from values such as `JSONSerialization` gives.
    ///
    /// - Parameter json: A dictionary, an array, or a scalar.
    /// - Throws: `ConversionError` where it is not this response.
    init(json: Any) throws(ConversionError)
}

extension ResponseDefinition {
    /// The JSON of the API.
    public static var acceptedMedia: String? {
        nil
    }

    /// Any.
    public static var requiredMedia: String? {
        nil
    }

    /// There is content.
    public static var mayBeEmpty: Bool {
        false
    }

    /// The whole response is.
    public static var isStreamed: Bool {
        false
    }

    /// Reads the JSON that stands at a path of the body.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Where in its body the content stands.
    /// - Throws: `JSONError` where there is none, or it is not this response.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) throws(JSONError) {
        guard let content = try JSONPart.text(at: path, in: response.body) else {
            throw JSONError(
                code: .missingKey,
                expected: "what the endpoint declares",
                found: "nothing",
                offset: 0,
                keyPath: path
            )
        }
        try self.init(bytes: content)
    }
}

/// A response of one element.
public struct SingleResponse<Element: ResponseBody>: ResponseDefinition {
    /// The element.
    public let result: Element

    /// Reads the element from the bytes of the body.
    ///
    /// - Parameter bytes: The body, as JSON text.
    /// - Throws: `JSONError` where the body is not such an element.
    public init(bytes: Data) throws(JSONError) {
        self.result = try Element(jsonData: bytes)
    }

    /// Makes the element from values such as `JSONSerialization` gives.
    ///
    /// - Parameter json: The element.
    /// - Throws: `ConversionError` where it is not such an element.
    public init(json: Any) throws(ConversionError) {
        self.result = try element(of: json)
    }
}

/// A response of any number of elements.
public struct ArrayResponse<Element: ResponseBody>: ResponseDefinition {
    /// The elements, in the order of the response.
    public let result: [Element]

    /// Reads the elements from the bytes of the body.
    ///
    /// - Parameter bytes: The body, as JSON text.
    /// - Throws: `JSONError` where the body is not an array of such elements.
    public init(bytes: Data) throws(JSONError) {
        self.result = try [Element](jsonData: bytes)
    }

    /// Makes the elements from values such as `JSONSerialization` gives.
    ///
    /// - Parameter json: An array of elements.
    /// - Throws: `ConversionError` where it is no array of such elements.
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

/// A response whose body does not matter, and may be missing.
public struct EmptyResponse: ResponseDefinition {
    /// It can.
    public static var mayBeEmpty: Bool {
        true
    }

    /// Nothing.
    public var result: Void {
        ()
    }

    /// Makes the response, whatever the body is.
    ///
    /// - Parameters:
    ///   - response: Not read.
    ///   - path: Not read.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) {}

    /// Makes the response, whatever the body is.
    ///
    /// - Parameter bytes: Not read.
    public init(bytes: Data = Data()) {}

    /// Makes the response, whatever the body is.
    ///
    /// - Parameter json: Not read.
    public init(json: Any) {}
}

/// Converts a value of `JSONSerialization`, by way of a dictionary where the type knows one.
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
