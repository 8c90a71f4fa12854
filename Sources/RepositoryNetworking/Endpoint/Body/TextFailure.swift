/// The declaration that the body of a failure is plain text.
///
/// `RepositoryError.failure` is then a `String`, read in the character set that the server names.
public struct TextFailure: JSONDecodable, Sendable {
    /// The text.
    public let text: String

    /// Reads the text from a JSON string.
    ///
    /// - Parameter reader: The reader, in front of the string.
    /// - Throws: `JSONError` where there is something else.
    public init(from reader: inout JSONReader) throws(JSONError) {
        text = try String(from: &reader)
    }
}
