public import Foundation

/// A response of raw bytes.
public struct BytesResponse: ResponseDefinition {
    /// Any media type.
    public static var acceptedMedia: String? {
        "*/*"
    }

    /// The body may be empty.
    public static var mayBeEmpty: Bool {
        true
    }

    /// The bytes.
    public let result: Data

    /// Reads the bytes of the body.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Not used: bytes have no key paths.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) {
        result = response.body
    }

    /// Creates the response from bytes.
    ///
    /// - Parameter bytes: The body.
    public init(bytes: Data) {
        result = bytes
    }

    /// Creates the response from bytes.
    ///
    /// - Parameter json: `Data`.
    /// - Throws: `ConversionError` if it is not `Data`.
    public init(json: Any) throws(ConversionError) {
        guard let bytes = json as? Data else {
            throw ConversionError(expected: "data", butFound: json)
        }
        result = bytes
    }
}
