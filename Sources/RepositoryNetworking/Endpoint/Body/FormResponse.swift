public import Foundation

/// A response that is a URL-encoded form, `application/x-www-form-urlencoded`.
///
/// All values in a form are strings. For a numeric or Boolean property the string is converted; for
/// an array property, a single field is an array of one.
public struct FormResponse<Element: ResponseBody>: ResponseDefinition {
    /// The media type of forms.
    public static var acceptedMedia: String? {
        FormEncoding.mediaType
    }

    /// The element.
    public let result: Element

    /// Decodes the element from the fields of the body.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Not used: a form has no key paths.
    /// - Throws: `JSONError` if the fields are not such an element.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) throws(JSONError) {
        try self.init(bytes: response.body)
    }

    /// Decodes the element from the bytes of the body.
    ///
    /// - Parameter bytes: The body, as a form.
    /// - Throws: `JSONError` if the fields are not such an element.
    public init(bytes: Data) throws(JSONError) {
        result = try FormDecoding(bytes).value()
    }

    /// Creates the element from `JSONSerialization` values.
    ///
    /// - Parameter json: The element.
    /// - Throws: `ConversionError` if it is not such an element.
    public init(json: Any) throws(ConversionError) {
        result = try SingleResponse<Element>(json: json).result
    }
}
