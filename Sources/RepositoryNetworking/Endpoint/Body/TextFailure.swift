/// Declares that the body of a failure is plain text.
///
/// `RepositoryError.failure` is then a `String`, decoded in the character set of the response.
public struct TextFailure: JSONDecodable, Sendable {
    /// The text.
    public let text: String

    /// Decodes the text from a JSON string.
    ///
    /// - Parameter reader: The reader, positioned before the string.
    /// - Throws: `JSONError` if the value is not a string.
    public init(from reader: inout JSONReader) throws(JSONError) {
        text = try String(from: &reader)
    }
}
