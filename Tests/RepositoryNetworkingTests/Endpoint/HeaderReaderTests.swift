import HTTPTypes
import RepositoryRuntime
import Testing

/// Arrays in the header fields of a response.
@Suite("A header field with several values") struct HeaderReaderTests {
    @Test("is split at commas, except for cookies, whose dates contain them")
    func arrays() throws {
        let date = "Expires=Wed, 21 Oct 2099 07:28:00 GMT"
        var fields = HTTPFields()
        fields[values: .setCookie] = ["a=1; \(date)", "b=2"]
        let tags = try #require(HTTPField.Name("X-Tags"))
        fields[values: tags] = ["a, b", "c"]
        let reader = HeaderReader(fields, of: "GET /messages")
        #expect(try reader.readArray("Set-Cookie") == ["a=1; \(date)", "b=2"])
        #expect(try reader.readArray("X-Tags") == ["a", "b", "c"])
    }
}
