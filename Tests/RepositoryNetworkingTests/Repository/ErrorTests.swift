import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

extension Duration {
    fileprivate static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}

@Suite("An error of a repository")
struct ErrorTests {
    @Test(
        "follows from the status code, and keeps the response",
        arguments: [
            (400, RepositoryError.Code.badRequest, false), (401, .unauthorized, false),
            (403, .forbidden, false), (404, .notFound, false), (410, .notFound, false),
            (409, .conflict, false), (412, .conflict, false), (428, .conflict, false),
            (422, .invalid, false), (429, .tooManyRequests, true), (500, .server, true),
            (502, .server, true), (503, .server, true), (504, .server, true),
            (418, .unexpectedStatus, false), (304, .unexpectedStatus, false),
        ]
    )
    func status(status: Int, code: RepositoryError.Code, isRetryable: Bool) async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/messages/1", ScriptedAnswer(status))
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let error = await #expect(throws: RepositoryError.self) {
                try await messages.find(id: "1")
            }
            #expect(error?.code == code)
            #expect(error?.status == status)
            #expect(error?.operation == "GET /messages/1")
            #expect(error?.isRetryable == isRetryable)
            #expect(error?.isAmbiguous == false)
        }
    }

    @Test("of a POST is only retryable if the server has not carried it out")
    func post() async throws {
        try await withExampleServer { server, url in
            let messages = MessageRepository(store: NetworkingSession(url: url))
            for (status, isRetryable) in [(429, true), (503, true), (500, false), (504, false)] {
                await server.script("POST", "/messages", ScriptedAnswer(status))
                let error = await #expect(throws: RepositoryError.self) {
                    try await messages.create(Message.Draft(text: "hi"))
                }
                #expect(error?.isRetryable == isRetryable)
                #expect(error?.isAmbiguous == !isRetryable)
            }
        }
    }

    @Test(
        "contains the pause that the server requests",
        arguments: [
            ("120", Duration.seconds(120)), ("2.5", .seconds(2.5)), (" 0 ", .seconds(0)),
            ("-1", nil), ("soon", nil),
            // A year: more is not sensible.
            ("99999999999999999999", .seconds(31_536_000)),
            ("Wed, 21 Oct 2015 07:29:00 GMT", .seconds(60)),
            ("Wednesday, 21-Oct-15 07:29:00 GMT", .seconds(60)),
            ("Wed Oct 21 07:29:00 2015", .seconds(60)), ("Tue Nov  3 07:28:00 2015", .days(13)),
            ("Wed, 21 Oct 2015 02:29:00 -0500", .seconds(60)),
            ("Wed, 21 Oct 2015 07:27:00 GMT", .seconds(0)),
        ] as [(String, Duration?)]
    )
    func retryAfter(value: String, expected: Duration?) async throws {
        try await withExampleServer { server, url in
            let headers = ["Retry-After": value, "Date": "Wed, 21 Oct 2015 07:28:00 GMT"]
            await server.script("GET", "/messages/1", ScriptedAnswer(503, headers: headers))
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let error = await #expect(throws: RepositoryError.self) {
                try await messages.find(id: "1")
            }
            #expect(error?.retryAfter == expected)
            #expect(error?.localizedDescription == error?.description)
        }
    }

    @Test(
        "supports any body",
        arguments: ["", "<html><body>Bad Gateway</body></html>", "null", "{", "\u{0}"]
    )
    func body(text: String) async throws {
        try await withExampleServer { server, url in
            let headers = ["Content-Type": "application/json"]
            let answer = ScriptedAnswer(404, headers: headers, body: Data(text.utf8))
            await server.script("GET", "/messages/1", answer)
            let session = NetworkingSession(url: url)
            let error = await #expect(throws: RepositoryError.self) {
                try await session.request(Endpoint.GetMessage(id: "1"))
            }
            #expect(error?.code == .notFound)
            #expect(error?.failure == nil)
            #expect(error?.response?.body == Data(text.utf8))
        }
    }

    @Test(
        "rejects the status code of a success",
        arguments: [
            ("", RepositoryError.Code.emptyResponse), (" \n", .emptyResponse),
            ("<html>log in</html>", .unreadableResponse), ("[]", .unreadableResponse),
            (#"{"_id":"1","text":5}"#, .unreadableResponse), ("{}", .unreadableResponse),
            ("{\"_id\":", .unreadableResponse),
        ]
    )
    func unreadable(text: String, code: RepositoryError.Code) async throws {
        try await withExampleServer { server, url in
            let answer = ScriptedAnswer(200, body: Data(text.utf8))
            await server.script("GET", "/messages/1", answer)
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let error = await #expect(throws: RepositoryError.self) {
                try await messages.find(id: "1")
            }
            #expect(error?.code == code)
            #expect(error?.status == 200)
            #expect(error?.isRetryable == false)
        }
    }

    // The trap: whether a response may be empty depends on its status.
    @Test("tells an empty response from an unreadable one, whatever the declared statuses")
    func emptyByStatus() async throws {
        try await withExampleServer { server, url in
            let session = NetworkingSession(url: url)
            for (status, text, code) in [
                (200, "", RepositoryError.Code.emptyResponse), (204, "", nil),
                (200, "{}", .unreadableResponse), (202, "", .unreadableResponse),
            ] {
                let answer = ScriptedAnswer(status, body: Data(text.utf8))
                await server.script("GET", "/count", answer)
                do throws(RepositoryError) {
                    _ = try await session.request(Count())
                    #expect(code == nil)
                } catch {
                    #expect(error.code == code)
                }
            }
        }
    }

    private struct Count: EndpointDefinition {
        typealias API = Conversations
        static let path = "/count"
        static let method = HTTPMethod.get

        enum Response: StatusResponse {
            case ok(Int)
            case none

            init(status: Int, bytes: Data) throws(JSONError) {
                switch status {
                case 200: self = .ok(try Int(jsonData: bytes))
                case 204: self = .none
                default: throw Self.undeclared(status, among: [200, 204])
                }
            }
        }
    }

    @Test("contains no user data")
    func secrets() async throws {
        try await withExampleServer { server, url in
            let answer = #"{"_id":"1","text":{"secret":"secret-1"}}"#
            await server.script("GET", "/messages/1", .json(answer))
            let headers = ["Authorization": "Bearer secret-2"]
            let session = NetworkingSession(url: url + "?key=secret-3", headers: headers)
            let error = await #expect(throws: RepositoryError.self) {
                try await MessageRepository(store: session).find(id: "1")
            }
            let text = try #require(error.map { "\($0)" })
            #expect(text.contains("text"))
            #expect(!text.contains("secret-"))
        }
    }

    @Test("wraps one of the network")
    func network() async throws {
        try await withClosedPort { url in
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let error = await #expect(throws: RepositoryError.self) {
                try await messages.find(id: "1")
            }
            #expect(error?.code == .network)
            #expect((error?.cause as? NetworkingError)?.code == .cannotConnect)
            #expect(error?.isRetryable == true)
        }
    }

    @Test("contains the server's reasons, if they are declared")
    func validation() async throws {
        try await withExampleServer { _, url in
            let session = NetworkingSession(url: url)
            let error = await #expect(throws: RepositoryError.self) {
                try await session.request(Endpoint.CreateMessage(body: Message.Draft(text: "")))
            }
            #expect(error?.code == .invalid)
            let problem = error?.failure as? Problem
            #expect(problem?.errors == ["text": ["must not be empty"]])
        }
    }
}
