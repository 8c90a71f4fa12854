import Foundation
import RepositoryRuntime
import Testing

/// Responses that arrive before the request has been sent.
@Suite struct EarlyResponseTests {
    private func request(_ folder: URL, of count: Int) throws -> NetworkingRequest {
        let file = folder.appending(path: "\(UUID()).bin")
        try Data(count: count).write(to: file)
        var request = NetworkingRequest(method: .put, path: "/files/1")
        request.source = try BodySource(contentsOf: file)
        return request
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "early-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    // A body of several megabytes exceeds the system's buffers for a server that does not read.
    @Test(
        "the response of a server that does not read a file's body is received, however it ends",
        arguments: Transport.allCases,
        [
            "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 413 Too Large\r\nContent-Length: 9\r\n\r\ntoo large",
            "HTTP/1.1 413 Too Large\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ntoo large\r\n0\r\n\r\n",
        ]
    )
    func refused(transport: Transport, text: String) async throws {
        for count in [1, 16 * 1_024 * 1_024] {
            // Its own server, which would not respond a second time on the same connection.
            try await RefusingServer.run(text) { url in
                try await withFolder { folder in
                    let session = NetworkingSession(url: url).over(transport)
                    let response = try await session.send(try request(folder, of: count))
                    #expect(response.status == 413)
                    #expect(response.body.count == (text.contains("too large") ? 9 : 0))
                }
            }
        }
    }

    @Test(
        "a redirect immediately after a file is followed, each time",
        arguments: Transport.allCases
    )
    func redirected(transport: Transport) async throws {
        let redirect = "HTTP/1.1 307 Elsewhere\r\nLocation: /2\r\nContent-Length: 0\r\n\r\n"
        let success = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let actions = (0..<300).flatMap { _ in [RawServer.Action.send(redirect), .send(success)] }
        try await withRawServer(actions) { server, url in
            try await withFolder { folder in
                let session = NetworkingSession(url: url).over(transport)
                let request = try request(folder, of: 10)
                for _ in 0..<300 {
                    #expect(try await session.send(request).body == Data("ok".utf8))
                }
                #expect(await server.requests.count == 600)
            }
        }
    }
}
