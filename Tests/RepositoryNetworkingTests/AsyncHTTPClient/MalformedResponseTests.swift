import Foundation
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Testing

@Suite("A malformed response on async-http-client")
struct MalformedResponseTests {
    @Test(
        "is a typed error, and the next request succeeds",
        .timeLimit(.minutes(30)),
        arguments: [
            "\0", "\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
            "HTTP/1.1 2 OK\r\n\r\n",
            "HTTP/1.1 20000 OK\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\n: x\r\n\r\n",
            "HTTP/1.1 200 OK\r\nA B: x\r\n\r\n", "HTTP/1.1 200 OK\r\nA: \u{0}\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n[]",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 200 OK\r\nA: " + String(repeating: "a", count: 200_000) + "\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK\nContent-Length: 2",
        ]
    )
    func malformed(text: String) async throws {
        try await withRawServer(
            .sendAndClose(text),
            .sendAndClose("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]")
        ) { server, url in
            let session = NetworkingSession(url: url).using(AsyncHTTPClientTransport.shared)
            let request = NetworkingRequest(method: .post, path: "/list", body: Data("{}".utf8))
            let error = await #expect(throws: NetworkingError.self) {
                try await session.send(request)
            }
            #expect(error?.isAmbiguous == true, "\(error as Any)")
            #expect(error?.isRetryable == false)
            let response = try await session.send(request)
            #expect(String(decoding: response.body, as: UTF8.self) == "[]")
            #expect(await server.requests.count == 2)
        }
    }

    @Test("does not include valid responses of old servers", .timeLimit(.minutes(30)))
    func tolerated() async throws {
        let texts = [
            "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\n[]",
            "HTTP/1.0 200 OK\r\n\r\n[]",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nA: \u{e9}\r\n\r\n[]",
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
        ]
        try await withRawServer(texts.map { RawServer.Action.sendAndClose($0) }) { _, url in
            let session = NetworkingSession(url: url).using(AsyncHTTPClientTransport.shared)
            for text in texts {
                let request = NetworkingRequest(method: .get, path: "/list")
                let response = try? await session.send(request)
                #expect(response?.status == 200, "\(text)")
                #expect(response?.body == Data("[]".utf8), "\(text)")
            }
        }
    }
}
