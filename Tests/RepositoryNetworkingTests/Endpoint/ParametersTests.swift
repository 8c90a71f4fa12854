import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

@Suite("Parameters of an endpoint")
struct ParametersTests {
    /// An endpoint with the parameters of a test.
    struct Probe: EndpointDefinition {
        typealias Response = EmptyResponse
        static let path = "/a/{one}/b/{two}.json"
        static let method = HTTPMethod.get
        var parameters: Parameters
    }

    private func path(_ fill: (inout Parameters) -> Void) throws -> String? {
        var parameters = Parameters()
        fill(&parameters)
        return try GenericRequest(Probe(parameters: parameters)).networkingRequest().head.path
    }

    private func error(_ fill: (inout Parameters) -> Void) -> RepositoryError? {
        var parameters = Parameters()
        fill(&parameters)
        do throws(RepositoryError) {
            _ = try GenericRequest(Probe(parameters: parameters)).networkingRequest()
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "encode a path value strictly",
        arguments: [
            ("x", "x"), ("a/b", "a%2Fb"), ("?", "%3F"), ("#", "%23"), ("../..", "..%2F.."),
            (" ", "%20"), ("ü", "%C3%BC"), ("e\u{301}", "e%CC%81"), ("💥", "%F0%9F%92%A5"),
            ("%41", "%2541"), ("{two}", "%7Btwo%7D"), ("a;b=c,d:@!$&'()*+", encoded),
            ("\r\n", "%0D%0A"), ("\u{0}", "%00"), ("-._~", "-._~"),
        ]
    )
    func pathValue(value: String, expected: String) throws {
        let path = try path {
            $0.path("one", value)
            $0.path("two", 2)
        }
        #expect(path == "/a/\(expected)/b/2.json")
    }

    private static let encoded = "a%3Bb%3Dc%2Cd%3A%40%21%24%26%27%28%29%2A%2B"

    @Test("reject a value that would change the path", arguments: ["", ".", ".."])
    func refused(value: String) {
        let error = error {
            $0.path("one", value)
            $0.path("two", 2)
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.operation == "GET /a/{one}/b/{two}.json")
    }

    @Test("reject a placeholder without a value, and a value without a placeholder")
    func unknown() {
        #expect(error { $0.path("one", 1) }?.message.contains("'two'") == true)
        #expect(
            error {
                $0.path("one", 1)
                $0.path("two", 2)
                $0.path("three", 3)
            }?.message.contains("'three'") == true
        )
        #expect(error { $0.path("one", String?.none) }?.code == .invalidRequest)
    }

    @Test("encode a query strictly, in order, without nil, repeating the name for each element")
    func query() throws {
        let path = try path {
            $0.path("one", 1)
            $0.path("two", 2)
            $0.query("q", "a+b&c=d e/ü")
            $0.query("limit", 20)
            $0.query("after", String?.none)
            $0.query("tag", ["b", "a"])
            $0.query("ids", [Int]())
            $0.query("filter[x]", true)
            $0.query("visibility", Visibility.unknown("x y"))
            $0.query("score", 1.5)
            $0.query("page", 2.0)
        }
        #expect(
            path == "/a/1/b/2.json?q=a%2Bb%26c%3Dd%20e%2F%C3%BC&limit=20&tag=b&tag=a"
                + "&filter%5Bx%5D=true&visibility=x%20y&score=1.5&page=2"
        )
    }

    @Test("encode dates with a codec, ISO 8601 by default")
    func dates() throws {
        let date = Date(timeIntervalSince1970: 1_767_225_600)
        let path = try path {
            $0.path("one", date, using: DateCodec(.unixSeconds))
            $0.path("two", 2)
            $0.query("a", date)
            $0.query("b", date, using: DateCodec(.unixMilliseconds))
            $0.query("c", Date?.none, using: DateCodec(.iso8601))
            $0.query("d", [date, date], using: DateCodec(.unixSeconds))
            $0.query("e", [Date]?.none, using: DateCodec(.unixSeconds))
            $0.query("f", Optional([date]), using: DateCodec(.unixSeconds))
        }
        #expect(
            path == "/a/1767225600/b/2.json?a=2026-01-01T00%3A00%3A00Z&b=1767225600000"
                + "&d=1767225600&d=1767225600&f=1767225600"
        )
    }

    @Test("reject a number that is not finite")
    func notANumber() {
        let error = error {
            $0.path("one", 1)
            $0.path("two", 2)
            $0.query("score", Double.nan)
        }
        #expect(error?.message.contains("'score'") == true)
    }

    @Test("reject a header field with a line break", arguments: ["a\r\nX: y", "a\nb", "\u{0}"])
    func header(value: String) {
        let error = error {
            $0.path("one", 1)
            $0.path("two", 2)
            $0.header("X-Note", value)
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("'X-Note'") == true)
    }

    private enum Kind: String, ParameterValue { case new, old }

    @Test("set a header field to the raw value of an enumeration, unless it is nil")
    func enumerationHeader() throws {
        var parameters = Parameters()
        parameters.path("one", 1)
        parameters.path("two", 2)
        parameters.header("X-Kind", Kind.old)
        parameters.header("X-Other", Kind?.some(.new))
        parameters.header("X-None", Kind?.none)
        let probe = GenericRequest(Probe(parameters: parameters))
        let fields = try probe.networkingRequest().head.headerFields
        let found = fields.map { "\($0.name): \($0.value)" }
        #expect(found.filter { $0.hasPrefix("X-") } == ["X-Kind: old", "X-Other: new"])
    }

    @Test("override the header fields of the API")
    func headers() throws {
        var endpoint = Endpoint.DeleteMessage(id: "1", version: #""7""#)
        var head = try GenericRequest(endpoint).networkingRequest().head
        #expect(head.headerFields[.ifMatch] == #""7""#)
        #expect(head.headerFields[.accept] == "application/json")
        endpoint.version = nil
        head = try GenericRequest(endpoint).networkingRequest().head
        #expect(head.headerFields[.ifMatch] == nil)
    }
}
