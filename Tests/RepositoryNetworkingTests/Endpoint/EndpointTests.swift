import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

@Suite("An endpoint")
struct EndpointTests {
    @Test("Repository layer sample: EndpointDefinition with response, path, method, parameters")
    func request() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/messages", .json(#"[{"_id":"1","text":"hi"}]"#))
            let session = NetworkingSession(url: url)
            let since = Date(timeIntervalSince1970: 0)
            let endpoint = Endpoint.ListMessages(limit: 5, since: since, labels: ["a", "b"])
            let messages = try await session.request(endpoint)
            #expect(messages == [Message(id: "1", text: "hi")])
            let request = try #require(await server.requests.last)
            #expect(request.query == "limit=5&since=1970-01-01T00%3A00%3A00Z&label=a&label=b")
            #expect(request.headers["accept"] == "application/json")
            #expect(request.headers["x-client"] == "conversations")
        }
    }

    @Test("Repository layer sample: SingleResponse, ArrayResponse, EmptyResponse")
    func responses() throws {
        let dictionary: [String: Any] = ["_id": "1", "text": "hi"]
        let message = Message(id: "1", text: "hi")
        #expect(try SingleResponse<Message>(json: dictionary).result == message)
        #expect(try ArrayResponse<Message>(json: [dictionary]).result == [message])
        #expect(try ArrayResponse<String>(json: ["a", "b"]).result == ["a", "b"])
        #expect(try SingleResponse<Int>(json: 5).result == 5)
        EmptyResponse(json: dictionary).result
        let bytes = Data(#"[{"_id":"1","text":"hi"}]"#.utf8)
        #expect(try ArrayResponse<Message>(bytes: bytes).result == [message])
    }

    @Test("Repository layer sample: the Endpoint namespace, and GenericRequest made for you")
    func generic() throws {
        let generic = GenericRequest(Endpoint.ListMessages(limit: 3), environment: .staging)
        let request = try generic.networkingRequest()
        #expect(request.head.method == .get)
        #expect(request.head.path == "/messages?limit=3")
        #expect(request.operation == "GET /messages")
        #expect(request.endpoint == "ListMessages")
        #expect(request.environment == .staging)
        #expect(request.body == nil)
        #expect("\(request)" == "GET /messages, 0 bytes")
        let body = Data(#"[{"_id":"1","text":"hi"}]"#.utf8)
        let result = try generic.result(of: NetworkingResponse(status: 200, body: body))
        #expect(result == [Message(id: "1", text: "hi")])
    }

    @Test("reports the place where a response is invalid")
    func conversion() {
        let wrong: [Any] = [["_id": "1", "text": "hi"], ["_id": "1", "text": 5] as [String: Any]]
        let error = #expect(throws: ConversionError.self) {
            try ArrayResponse<Message>(json: wrong)
        }
        #expect(error.map { "\($0)" } == "[1].text: expected String, found number")
        #expect(throws: ConversionError.self) { try ArrayResponse<Message>(json: ["_id": "1"]) }
    }

    @Test("with a body sends it")
    func body() async throws {
        try await withExampleServer { server, url in
            let endpoint = Endpoint.CreateMessage(body: Message.Draft(text: "hi", likes: 2))
            let created = try await NetworkingSession(url: url).request(endpoint)
            #expect(created == Message(id: "m1", text: "hi", likes: 2))
            let request = try #require(await server.requests.last)
            #expect(request.text == #"{"text":"hi","likes":2}"#)
            #expect(request.headers["content-type"] == "application/json")
        }
    }

    @Test(
        "with an empty response accepts any body",
        arguments: [(204, ""), (200, "{}"), (200, "<html>")]
    )
    func empty(status: Int, text: String) async throws {
        try await withExampleServer { server, url in
            let answer = ScriptedAnswer(status, body: Data(text.utf8))
            await server.script("DELETE", "/messages/1", answer)
            try await NetworkingSession(url: url).request(Endpoint.DeleteMessage(id: "1"))
            #expect(await server.requests.count == 1)
        }
    }

    @Test("that declares a failure decodes it")
    func failure() async throws {
        try await withExampleServer { _, url in
            let error = await #expect(throws: RepositoryError.self) {
                try await NetworkingSession(url: url).request(Endpoint.GetMessage(id: "none"))
            }
            #expect(error?.code == .notFound)
            let failure = error?.failure as? Problem
            #expect(failure == Problem(title: "There is no such message."))
        }
    }

    // The trap: an argument with the value that the API declares seems to be that of the API.
    @Test("sends an argument rather than the header field of the session, whatever its value")
    func headerArgument() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/words", .json("1"))
            let session = NetworkingSession(url: url, headers: ["Accept-Language": "de"])
            for language in ["en", "fr", nil] {
                _ = try await session.request(Words(language: language))
            }
            let sent = await server.requests.map { $0.headers["accept-language"] }
            #expect(sent == ["en", "fr", "de"])
        }
    }

    private enum English: APIDefinition {
        static let baseURLs: [APIEnvironment: String] = [:]
        static let headers = ["Accept-Language": "en"]
    }

    private struct Words: EndpointDefinition {
        typealias API = English
        typealias Response = SingleResponse<Int>
        static let path = "/words"
        static let method = RepositoryRuntime.HTTPMethod.get
        let language: String?

        var parameters: Parameters {
            var parameters = Parameters()
            parameters.header("Accept-Language", language)
            return parameters
        }
    }

    // MARK: - Environments

    @Test("Repository layer sample: a mock environment answers the example, without any network")
    func mock() async throws {
        let session = NetworkingSession(url: "no URL at all")
        let suggestions = try await session.request(Endpoint.Suggestions())
        #expect(suggestions == ["hello", "bye"])
    }

    // The trap: the example seems to be JSON, which is not of the declared type.
    @Test("in a mock environment returns an example for a range of media types")
    func mockRange() async throws {
        let session = NetworkingSession(url: "http://127.0.0.1:1")
        let image = try await session.request(Image(), environment: .mock)
        #expect(image == Data("abc".utf8))
    }

    private struct Image: EndpointDefinition {
        typealias Response = BytesResponse
        static let path = "/image"
        static let method = RepositoryRuntime.HTTPMethod.get
        static let acceptedMedia: String? = "image/*"
        static let example: String? = "abc"
    }

    @Test("in the mock environment of a session returns its example, or throws if there is none")
    func mockSession() async throws {
        let session = NetworkingSession(api: Conversations.self, environment: .mock)
        let suggestions = try await session.request(Endpoint.Suggestions())
        #expect(suggestions == ["hello", "bye"])
        let error = await #expect(throws: RepositoryError.self) {
            try await session.request(Endpoint.ListMessages())
        }
        #expect(error?.code == .noExample)
        let asked = await #expect(throws: RepositoryError.self) {
            try await NetworkingSession(url: "http://127.0.0.1:1")
                .request(Endpoint.ListMessages(), environment: .mock)
        }
        #expect(asked?.code == .noExample)
    }

    @Test("uses the base URL of its API in the environment")
    func environments() async throws {
        try await withExampleServer { server, url in
            Local.urls.withLock { $0 = [.production: url + "/p", .staging: url + "/s"] }
            await server.script("GET", "/p/ping", .json("1"))
            await server.script("GET", "/s/ping", .json("2"))
            let session = NetworkingSession(api: Local.self)
            let found = try await session.request(Ping())
            #expect(found == 1)
            let found2 = try await session.request(Ping(), environment: .staging)
            #expect(found2 == 2)
            let staging = NetworkingSession(api: Local.self, environment: .staging)
            let found3 = try await staging.request(Ping())
            #expect(found3 == 2)
            let error = await #expect(throws: RepositoryError.self) {
                try await session.request(Ping(), environment: APIEnvironment("nightly"))
            }
            #expect((error?.cause as? NetworkingError)?.code == .noBaseURL)

            // An endpoint of another API goes to its own server, without the header fields of this
            // one.
            let other = NetworkingSession(
                api: Conversations.self,
                headers: ["Authorization": "Bearer secret"]
            )
            let found4 = try await other.request(Ping())
            #expect(found4 == 1)
            let request = try #require(await server.requests.last)
            #expect(request.headers["authorization"] == nil)
            #expect(request.headers["x-client"] == nil)
            #expect(request.headers["x-local"] == "yes")

            // A repository without its own API uses that of its session.
            await server.script("GET", "/p/messages", .json("[]"))
            _ = try await MessageRepository(store: session).find()
            #expect(await server.requests.last?.headers["x-local"] == "yes")
        }
    }

    @Test(
        "declares the media type that it accepts; a session replaces the header fields of its API"
    )
    func headers() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/number", .json("1"))
            await server.script("GET", "/text", .json("x", headers: ["Content-Type": "text/plain"]))
            let session = NetworkingSession(url: url, headers: ["x-local": "no"])
            _ = try await session.request(Number())
            let plain = try #require(await server.requests.last)
            #expect(plain.headers["accept"] == "application/vnd.local+json")
            _ = try await session.request(PlainText())
            let text = try #require(await server.requests.last)
            #expect(text.headers["accept"] == "text/plain")
            #expect(text.headers["x-local"] == "no")
        }
    }

    /// An API on loopback.
    enum Local: APIDefinition {
        static let urls = Box<[APIEnvironment: String]>([:])
        static var baseURLs: [APIEnvironment: String] {
            urls.withLock { $0 }
        }
        static let headers = ["X-Local": "yes"]
    }

    enum Accepting: APIDefinition {
        static let baseURLs: [APIEnvironment: String] = [:]
        static let headers = ["X-Local": "yes", "Accept": "application/vnd.local+json"]
    }

    struct Number: EndpointDefinition {
        typealias API = Accepting
        typealias Response = SingleResponse<Int>
        static let path = "/number"
        static let method = HTTPMethod.get
    }

    struct PlainText: EndpointDefinition {
        typealias API = Accepting
        typealias Response = TextResponse
        static let path = "/text"
        static let method = HTTPMethod.get
        static let acceptedMedia: String? = "text/plain"
    }

    struct Ping: EndpointDefinition {
        typealias API = Local
        typealias Response = SingleResponse<Int>
        static let path = "/ping"
        static let method = HTTPMethod.get
    }
}
