import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The body of a response")
struct ResponseBodyTests {
    private let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

    @Test(
        "that ends before its announced end is an error, never a success",
        arguments: Transport.allCases
    )
    func truncated(transport: Transport) async throws {
        try await withExampleServer { server, url in
            // The received part is valid JSON.
            await server.script("GET", "/list", .truncated("[1]", announcing: 100))
            let error = await #expect(throws: NetworkingError.self) {
                try await NetworkingSession(url: url).over(transport)
                    .send(NetworkingRequest(method: .get, path: "/list"))
            }
            #expect(error?.code == .truncated)
            #expect(error?.isRetryable == true)
        }
    }

    @Test(
        "that breaks off is an error",
        arguments: [
            RawServer.Action.sendAndClose("Content-Length: 10\r\n\r\n[1]"),
            .sendAndReset("Content-Length: 10\r\n\r\n[1]"),
            .sendAndClose("Transfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n"),
            .sendAndReset("Transfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n"),
        ],
        Transport.allCases
    )
    func brokenOff(action: RawServer.Action, transport: Transport) async throws {
        try await withRawServer(action.after(head)) { _, url in
            let error = await #expect(throws: NetworkingError.self) {
                try await NetworkingSession(url: url).over(transport)
                    .send(NetworkingRequest(method: .get, path: "/list"))
            }
            #expect(error?.code == .truncated)
        }
    }

    // The trap: URLSession has no error code for it.
    #if os(Linux) && compiler(<6.4)
    @Test("that ends early is an unknown error on a plain URLSession")
    func trap() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/list", .truncated("[1]", announcing: 100))
            let outcome = try await PlainSession.outcome("GET", url + "/list")
            #expect(outcome == .error(-1))
        }
    }
    #endif

    @Test("may be empty", arguments: [204, 205, 304, 200, 404], Transport.allCases)
    func empty(status: Int, transport: Transport) async throws {
        try await withExampleServer { server, url in
            let headers = ["ETag": #""1""#]
            await server.script("GET", "/list", ScriptedAnswer(status, headers: headers))
            let response = try await NetworkingSession(url: url).over(transport)
                .send(NetworkingRequest(method: .get, path: "/list"))
            #expect(response.status == status)
            #expect(response.body.isEmpty)
        }
    }

    @Test(
        "is not expected after HEAD, nor with 304, whatever length is announced",
        arguments: Transport.allCases
    )
    func announcedOnly(transport: Transport) async throws {
        try await withRawServer(
            .sendAndClose("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"),
            .sendAndClose("HTTP/1.1 304 Not Modified\r\nContent-Length: 99999999999\r\n\r\n")
        ) { _, url in
            let session = NetworkingSession(url: url).over(transport)
            let head = try await session.send(NetworkingRequest(method: .head, path: "/a"))
            #expect(head.status == 200)
            #expect(head.head.headerFields[.contentLength] == "99999999999")
            let unmodified = try await session.send(NetworkingRequest(method: .get, path: "/a"))
            #expect(unmodified.status == 304)
        }
    }

    @Test(
        "is not expected where there is none, even if it is declared as compressed",
        arguments: Transport.allCases
    )
    func compressedNothing(transport: Transport) async throws {
        let encoded = "\r\nContent-Encoding: gzip\r\n"
        try await withRawServer(
            .sendAndClose("HTTP/1.1 200 OK\(encoded)Content-Length: 10\r\n\r\n"),
            .sendAndClose("HTTP/1.1 304 Not Modified\(encoded)Content-Length: 10\r\n\r\n"),
            .sendAndClose("HTTP/1.1 204 No Content\(encoded)\r\n"),
            .sendAndClose("HTTP/1.1 200 OK\(encoded)Content-Length: 0\r\n\r\n")
        ) { _, url in
            let session = NetworkingSession(url: url).over(transport)
            let head = try await session.send(NetworkingRequest(method: .head, path: "/a"))
            #expect(head.status == 200 && head.body.isEmpty)
            for status in [304, 204, 200] {
                let response = try await session.send(NetworkingRequest(method: .get, path: "/a"))
                #expect(response.status == status && response.body.isEmpty)
            }
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)")
        try Data("[]".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await withExampleServer { server, url in
            await server.script("POST", "/list", .json("", headers: ["Content-Encoding": "gzip"]))
            var upload = NetworkingRequest(method: .post, path: "/list")
            upload.source = try BodySource(contentsOf: file)
            let response = try await NetworkingSession(url: url).over(transport).send(upload)
            #expect(response.status == 200 && response.body.isEmpty)
        }
    }

    @Test(
        "has case-insensitive header names",
        arguments: ["Etag", "ETag", "etag", "ETAG"],
        Transport.allCases
    )
    func headerCase(name: String, transport: Transport) async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/list", .json("[]", headers: [name: #""7""#]))
            let response = try await NetworkingSession(url: url).over(transport)
                .send(NetworkingRequest(method: .get, path: "/list"))
            #expect(response.head.headerFields[.eTag] == #""7""#)
        }
    }

    @Test("is limited, with and without an announced length", arguments: Transport.allCases)
    func limit(transport: Transport) async throws {
        let large = String(repeating: "x", count: 200_000)
        try await withRawServer(
            .sendAndHang(head + "Content-Length: 300000\r\n\r\n" + large),
            .sendAndHang(head + "Transfer-Encoding: chunked\r\n\r\n493e0\r\n" + large)
        ) { _, url in
            let configuration = NetworkingSession.Configuration(maximumResponseSize: 100_000)
            let session = NetworkingSession(url: url, configuration: configuration).over(transport)
            for _ in 1...2 {
                let error = await #expect(throws: NetworkingError.self) {
                    try await session.send(NetworkingRequest(method: .get, path: "/list"))
                }
                #expect(error?.code == .tooLarge)
                #expect(error?.isRetryable == false)
            }
        }
    }

    // The trap: the same lookup as in a dictionary.
    #if os(Linux) && compiler(<6.4)
    @Test("has case-sensitive header names on a plain URLSession")
    func headerTrap() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/list", .json("[]", headers: ["Etag": #""7""#]))
            let address = try #require(URL(string: url + "/list"))
            let (_, response) = try await URLSession.shared.data(from: address)
            let fields = (response as? HTTPURLResponse)?.allHeaderFields
            #expect(fields?["ETag"] == nil)
        }
    }
    #endif

    @Test("may be compressed, which changes its length", arguments: Transport.allCases)
    func compressed(transport: Transport) async throws {
        let body = try #require(
            Data(base64Encoded: "H4sIAAAAAAACA4s21DHSMY4FAOmzbf0HAAAA")
        )
        let headers = ["Content-Encoding": "gzip"]
        try await withExampleServer { server, url in
            let session = NetworkingSession(url: url).over(transport)
            await server.script("GET", "/list", ScriptedAnswer(200, headers: headers, body: body))
            let response = try await session.send(NetworkingRequest(method: .get, path: "/list"))
            #expect(String(decoding: response.body, as: UTF8.self) == "[1,2,3]")
            var half = ScriptedAnswer(200, headers: headers, body: body.prefix(15))
            half.announcedLength = body.count
            await server.script("GET", "/list", half)
            let error = await #expect(throws: NetworkingError.self) {
                try await session.send(NetworkingRequest(method: .get, path: "/list"))
            }
            #expect(error?.code == .truncated)
        }
    }

    @Test("that is exactly as large as the limit is accepted", arguments: Transport.allCases)
    func atLimit(transport: Transport) async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/list", .json("[1,2]"))
            let configuration = NetworkingSession.Configuration(maximumResponseSize: 5)
            let response = try await NetworkingSession(url: url, configuration: configuration)
                .over(transport)
                .send(NetworkingRequest(method: .get, path: "/list"))
            #expect(response.body.count == 5)
        }
    }
}

extension RawServer.Action {
    /// The same with a prefix.
    func after(_ text: String) -> RawServer.Action {
        switch self {
        case .send(let rest): .send(text + rest)
        case .sendAndClose(let rest): .sendAndClose(text + rest)
        case .sendBytesAndClose(let rest): .sendBytesAndClose(Data(text.utf8) + rest)
        case .sendAndReset(let rest): .sendAndReset(text + rest)
        case .sendAndHang(let rest): .sendAndHang(text + rest)
        case .flood(let head, let count): .flood(text + head, count: count)
        case .stream: self
        }
    }
}
