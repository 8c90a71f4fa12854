public import Foundation

/// A response of bytes, as they come.
public struct BytesResponse: ResponseDefinition {
    /// Anything.
    public static var acceptedMedia: String? {
        "*/*"
    }

    /// There may be none.
    public static var mayBeEmpty: Bool {
        true
    }

    /// The bytes.
    public let result: Data

    /// Takes the bytes of the body.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Not used: bytes have no key paths.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) {
        result = response.body
    }

    /// Takes the bytes.
    ///
    /// - Parameter bytes: The body.
    public init(bytes: Data) {
        result = bytes
    }

    /// Takes the bytes.
    ///
    /// - Parameter json: `Data`.
    /// - Throws: `ConversionError` where it is something else.
    public init(json: Any) throws(ConversionError) {
        guard let bytes = json as? Data else {
            throw ConversionError(expected: "data", butFound: json)
        }
        result = bytes
    }
}
