public import Foundation

/// A response that is a URL-encoded form, `application/x-www-form-urlencoded`.
///
/// All values in a form are text. Where a property is a number or a Boolean, the text is read as one; where
/// it is an array, a field that is there once is an array of one.
public struct FormResponse<Element: ResponseBody>: ResponseDefinition {
    /// The media type of forms.
    public static var acceptedMedia: String? {
        FormEncoding.mediaType
    }

    /// The element.
    public let result: Element

    /// Reads the element from the fields of the body.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Not used: a form has no key paths.
    /// - Throws: `JSONError` where the fields are not such an element.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) throws(JSONError) {
        try self.init(bytes: response.body)
    }

    /// Reads the element from the bytes of the body.
    ///
    /// - Parameter bytes: The body, as a form.
    /// - Throws: `JSONError` where the fields are not such an element.
    public init(bytes: Data) throws(JSONError) {
        result = try FormDecoding(bytes).value()
    }

    /// Makes the element from values such as `JSONSerialization` gives.
    ///
    /// - Parameter json: The element.
    /// - Throws: `ConversionError` where it is not such an element.
    public init(json: Any) throws(ConversionError) {
        result = try SingleResponse<Element>(json: json).result
    }
}
