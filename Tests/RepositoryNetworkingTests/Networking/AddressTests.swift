import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

@Suite("The URL of a request")
struct AddressTests {
    @Test(
        "consists of the base URL and the path",
        arguments: [
            ("", "/messages", "/messages"), ("/", "messages", "/messages"),
            ("/v1", "/messages", "/v1/messages"), ("/v1/", "messages/", "/v1/messages/"),
            ("/v1", "", "/v1"), ("/v1", "/", "/v1"), ("/v1/", "/", "/v1/"),
            ("/v1/?key=1", "?x=2", "/v1/?key=1&x=2"), ("", "/a%2Fb?x=%2B", "/a%2Fb?x=%2B"),
            ("/v1?key=1", "/a?x=2", "/v1/a?key=1&x=2"),
        ],
        Transport.allCases
    )
    func joined(
        _ address: (base: String, path: String, expected: String),
        transport: Transport
    ) async throws {
        let (base, path, expected) = address
        try await withExampleServer { server, url in
            let bare = expected.prefix { $0 != "?" }
            await server.script("GET", String(bare), .json("[]"))
            let response = try await NetworkingSession(url: url + base).over(transport)
                .send(NetworkingRequest(method: .get, path: path))
            #expect(response.status == 200)
            let last = try #require(await server.requests.last)
            #expect(last.path + (last.query.isEmpty ? "" : "?\(last.query)") == expected)
        }
    }

    @Test(
        "is a typed error if the base URL is invalid",
        arguments: [
            "", "https://:3000", "localhost:3000", "ftp://example.com", "http://", "http://a b/",
            "http://user:secret@example.com", "http://example.com/#part", "http://example.com:0",
            "http://example.com:99999", "//example.com", "http://[::1", "💥",
        ],
        Transport.allCases
    )
    func invalid(url: String, transport: Transport) async throws {
        let error = await #expect(throws: NetworkingError.self) {
            try await NetworkingSession(url: url).over(transport)
                .send(NetworkingRequest(method: .get, path: "/messages"))
        }
        #expect(error?.code == .invalidURL)
        #expect(error.map { !"\($0)".contains("secret") } == true)
    }

    @Test(
        "is a typed error if the path is not encoded",
        arguments: ["/a b", "/ü", "/a\r\nX: y"],
        Transport.allCases
    )
    func invalidPath(path: String, transport: Transport) async throws {
        try await withExampleServer { server, url in
            let error = await #expect(throws: NetworkingError.self) {
                try await NetworkingSession(url: url).over(transport)
                    .send(NetworkingRequest(method: .get, path: path))
            }
            #expect(error?.code == .invalidURL)
            #expect(await server.requests.isEmpty)
        }
    }

    @Test("may be absolute, on the origin of the base URL only", arguments: Transport.allCases)
    func whole(transport: Transport) async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/v1/messages", .json("[]"))
            let session = NetworkingSession(url: url + "/v1").over(transport)
            var request = NetworkingRequest(method: .get, path: "/v1/messages?page=2")
            request.head.scheme = "http"
            request.head.authority = String(url.dropFirst("http://".count))
            let response = try await session.send(request)
            #expect(response.status == 200)
            request.head.authority = "example.com"
            let other = request
            let error = await #expect(throws: NetworkingError.self) {
                try await session.send(other)
            }
            #expect(error?.code == .invalidURL)
        }
    }

    @Test("of a GET has no body", arguments: Transport.allCases)
    func body(transport: Transport) async throws {
        var request = NetworkingRequest(method: .get, path: "/messages")
        request.body = Data("{}".utf8)
        let sent = request
        let error = await #expect(throws: NetworkingError.self) {
            try await NetworkingSession(url: "http://127.0.0.1").over(transport).send(sent)
        }
        #expect(error?.code == .invalidRequest)
    }
}
