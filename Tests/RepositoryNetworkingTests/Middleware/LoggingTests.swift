import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

@Suite("Logging")
struct LoggingTests {
    private let lines = Box<[LoggedExchange]>([])

    private func logging(
        headers: Set<HTTPField.Name> = [],
        queryParameters: Set<String> = [],
        bodies: LoggedBodies = .hidden
    ) -> LoggingMiddleware {
        .logging(headers: headers, queryParameters: queryParameters, bodies: bodies) { line in
            lines.withLock { $0.append(line) }
        }
    }

    private var logged: [LoggedExchange] { lines.withLock { $0 } }

    /// The lines, without durations.
    private var texts: [String] {
        logged.map { $0.description.replacing(/\ in \d+ ms/, with: "") }
    }

    @Test("has one line for each exchange, including each attempt")
    func exchanges() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/me", .json("{}", status: 503), .json("\"me\""))
            await server.script("POST", "/login", .json("\"token\""))
            let networking = NetworkingSession(url: url).with(
                .retry(backoff: Backoff(spread: 0), clock: JumpingClock()),
                logging()
            )
            _ = try await networking.request(Endpoint.WhoAmI<OpenService>())
            _ = try await networking.request(Endpoint.LogIn())
            var request = NetworkingRequest(method: .put, path: "none/1", body: Data("[1]".utf8))
            _ = try await networking.send(request)
            #expect(
                texts == [
                    "WhoAmI<OpenService>: GET /me 503, sent 0 bytes, received 2 bytes",
                    "WhoAmI<OpenService>: GET /me 200, sent 0 bytes, received 4 bytes, attempt 2",
                    "LogIn: POST /login 200, sent 0 bytes, received 7 bytes",
                    "PUT /none/1 404, sent 3 bytes, received \(logged[3].bytesReceived) bytes",
                ]
            )
            #expect(logged.map(\.isFailure) == [true, false, false, true])
            #expect(logged.allSatisfy { $0.duration >= .zero })
            request.head.path = "/a b"
            let broken = request
            await #expect(throws: NetworkingError.self) { try await networking.send(broken) }
            #expect(texts.last == "PUT /a b invalidURL, sent 3 bytes, received 0 bytes")
        }
        try await withClosedPort { url in
            await #expect(throws: NetworkingError.self) {
                try await NetworkingSession(url: url).with(logging())
                    .send(NetworkingRequest(method: .get, path: "/me"))
            }
            #expect(texts.last == "GET /me cannotConnect, sent 0 bytes, received 0 bytes")
            #expect(logged.last?.isFailure == true)
            #expect(logged.last?.error?.code == .cannotConnect)
        }
    }

    @Test("shows no secrets, even on demand")
    func secrets() async throws {
        let names = [
            "Authorization", "Cookie", "X-API-Key", "Proxy-Authorization", "X-Key", "X-Trace",
        ]
        let headers = Set(names.compactMap { HTTPField.Name($0) } + [.setCookie, .contentType])
        try await withExampleServer { server, url in
            await server.setFaults { _ in
                .answer(.json(#"{"a":"secret"}"#, headers: ["Set-Cookie": "secret"]))
            }
            for (api, path) in [
                (
                    LoggedService.self as any APIDefinition.Type,
                    "/a?q=secret&api+key=secret&secret&page=2"
                ),
                (QueryService.self, "/a?api+key=secret&q=secret&page=2"),
            ] {
                var request = NetworkingRequest(method: .post, path: path)
                let isQuery = api == QueryService.self
                // For the other service, X-Key is an ordinary header field.
                for name in names where !(isQuery && name == "X-Key") {
                    let name = try #require(HTTPField.Name(name))
                    request.head.headerFields[name] = "secret"
                }
                request.head.headerFields[try #require(HTTPField.Name("X-Trace"))] = "t1"
                request.body = Data(#"{"a":"secret"}"#.utf8)
                request.api = api
                request.credential = .key("secret")
                let networking = NetworkingSession(url: url).with(
                    logging(headers: headers, queryParameters: ["page", "api key"])
                )
                _ = try await networking.send(request)
                let line = try #require(logged.last)
                var dumped = ""
                dump(line, to: &dumped)
                for text in ["\(line)", dumped] {
                    // And for this one, the parameter is an ordinary one.
                    let rest = isQuery ? text : text.replacing("api+key=secret", with: "")
                    #expect(!rest.contains("secret"), "\(text)")
                }
                #expect("\(line)".contains("X-Trace: t1"))
                #expect("\(line)".contains("response headers [Content-Type: application/json]"))
                #expect("\(line)".contains("page=2"))
                #expect("\(line)".contains("q=<redacted>"))
                #expect("\(line)".contains("api+key=<redacted>") == isQuery)
            }
        }
    }

    /// Returns the bodies as logged.
    private func shown(
        _ body: String,
        _ bodies: LoggedBodies,
        _ api: any APIDefinition.Type = LoggedService.self
    ) async throws -> String? {
        try await withExampleServer { server, url in
            await server.setFaults { _ in .answer(.json(body)) }
            var request = NetworkingRequest(method: .post, path: "/a", body: Data(body.utf8))
            request.api = api
            request.authenticates = false
            _ = try await NetworkingSession(url: url).with(logging(bodies: bodies)).send(request)
            let line = try #require(logged.last)
            #expect(line.requestBody == line.responseBody)
            if let text = line.requestBody {
                #expect("\(line)".hasSuffix(", request body \(text), response body \(text)"))
            }
            return line.requestBody
        }
    }

    private let body = """
        {"name": "Ada", "password": "p", "age": 36.50, "tags": ["a", "b"], "user":
         {"PASSWORD": {"x": [1]}, "pass\\u0077ord": 1, "card": "4"}, "ok": true, "no": null, "list": []}
        """

    @Test("shows bodies on demand, without values that the schema redacts")
    func values() async throws {
        // Of duplicate keys, the last one counts, as in decoding.
        let whole =
            #"{"age":36.50,"list":[],"name":"Ada","no":null,"ok":true,"password":<redacted>,"#
            + #""tags":["a","b"],"user":{"PASSWORD":<redacted>,"card":"4","password":<redacted>}}"#
        #expect(try await shown(body, .values) == whole)
        let more = whole.replacing(#""card":"4""#, with: #""card":<redacted>"#)
        #expect(try await shown(body, .values(hiding: ["Card"])) == more)
        #expect(try await shown(body, .hidden) == nil)
    }

    @Test("shows no values if it is unknown which are redacted")
    func structure() async throws {
        let structure =
            #"{"age":number,"list":[],"name":string,"no":null,"ok":boolean,"password":string,"#
            + #""tags":[2 of string],"user":{"PASSWORD":{"x":[1 of number]},"card":string,"password":number}}"#
        #expect(try await shown(body, .values, OpenService.self) == structure)
        #expect(try await shown(body, .values, UnspecifiedAPI.self) == structure)
        #expect(try await shown(body, .structure, OpenService.self) == structure)
        let redacted = structure.replacing(#""password":string"#, with: #""password":<redacted>"#)
            .replacing(#""PASSWORD":{"x":[1 of number]}"#, with: #""PASSWORD":<redacted>"#)
            .replacing(#""password":number"#, with: #""password":<redacted>"#)
        #expect(try await shown(body, .structure) == redacted)
    }

    // The trap: in a JSON patch, the key of the secret is not that of its value.
    @Test("hides the value of a patch operation on a property that the schema redacts")
    func patches() async throws {
        let patch = """
            [{"op": "add", "path": "/user/Password/0", "value": "p"},
             {"op": "replace", "path": "/a~1b~0c", "value": {"x": "p"}},
             {"op": "test", "path": "/name", "value": "Ada"},
             {"op": "replace", "path": "", "value": {"password": "p", "name": "Ada"}}]
            """
        let whole =
            #"[{"op":"add","path":"/user/Password/0","value":<redacted>},"#
            + #"{"op":"replace","path":"/a~1b~0c","value":<redacted>},"#
            + #"{"op":"test","path":"/name","value":"Ada"},"#
            + #"{"op":"replace","path":"","value":{"name":"Ada","password":<redacted>}}]"#
        #expect(try await shown(patch, .values(hiding: ["a/b~c"])) == whole)
    }

    @Test("shows no body other than JSON, and of a long one its beginning on one line")
    func otherBodies() async throws {
        #expect(try await shown("<html>p", .values) == nil)
        #expect(try await shown("{\"a\": \"p\"", .values) == nil)
        #expect(try await shown("", .values) == nil)
        #expect(try await shown("\"a\\nb\\u0000\"", .values) == #""a\nb\u0000""#)
        let long = try await shown("[\"\(String(repeating: "é", count: 5_000))\"]", .values)
        #expect(long?.hasSuffix("é…") == true)
        #expect((long?.utf8.count ?? 0) < 8_200)
        let huge = "[\(String(repeating: "1,", count: 150_000))1]"
        #expect(try await shown(huge, .values) == nil)
        #expect(logged.last?.bytesSent == huge.utf8.count)
    }

    @Test("never starts a second line")
    func oneLine() async throws {
        var request = NetworkingRequest(method: .get, path: "/a\nGET /b 200\r\n?x\u{2028}=1")
        request.endpoint = "A\u{85}B"
        let sent = request
        await #expect(throws: NetworkingError.self) {
            try await NetworkingSession(url: "http://127.0.0.1:1").with(logging()).send(sent)
        }
        let line = try #require(logged.last?.description)
        #expect(!line.contains { $0.isNewline })
    }
}

private nonisolated enum LoggedService: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [:]
    static let authentication = Authentication.header("X-Key")
    static let redactedKeys: Set<String>? = ["password"]
}
