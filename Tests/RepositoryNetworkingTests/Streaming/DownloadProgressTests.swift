import Foundation
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Testing

/// Downloads over connections that break, with and without progress.
@Suite("A download over broken connections")
struct DownloadProgressTests {
    private static let content = "The whole content of a file."
    private static let length = content.utf8.count

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    /// A response that ends before its declared length.
    private func cut(
        _ status: String,
        _ body: Substring,
        length: Int,
        _ fields: String
    ) -> RawServer.Action {
        .sendAndClose(
            "HTTP/1.1 \(status)\r\nContent-Length: \(length)\r\nETag: \"v1\"\r\n\(fields)\r\n\(body)"
        )
    }

    // The trap: each attempt receives bytes, but no others than those before.
    @Test("ends with an error after attempts without progress")
    func noProgress() async throws {
        try await withFolder { folder in
            let whole = cut("200 OK", Self.content.prefix(9), length: Self.length, "")
            try await withRawServer(whole) { server, url in
                let session = NetworkingSession(url: url).over(.asyncHTTPClient)
                let file = folder.appending(path: "manual.txt")
                let download = try await session.request(Manual())
                let error = await #expect(throws: RepositoryError.self) {
                    try await download.save(to: file, attempts: 2)
                }
                #expect(error?.code == .network)
                #expect(await server.requests.count <= 5)
            }
        }
    }

    // The trap: the server sends two bytes at a time, or does not repeat the length of the file.
    @Test("continues with any part that follows the received bytes", arguments: ["28", "*"])
    func parts(total: String) async throws {
        #expect(Self.length == 28)
        let parts = stride(from: 2, to: Self.length, by: 2).map { start in
            cut(
                "206 Partial Content",
                Self.content.dropFirst(start).prefix(2),
                length: 2,
                "Content-Range: bytes \(start)-\(start + 1)/\(total)\r\n"
            )
        }
        let first = cut("200 OK", Self.content.prefix(2), length: Self.length, "")
        try await withFolder { folder in
            try await withRawServer([first] + parts) { server, url in
                let session = NetworkingSession(url: url).over(.asyncHTTPClient)
                let file = folder.appending(path: "manual.txt")
                try await session.request(Manual()).save(to: file, attempts: 2)
                #expect(try String(contentsOf: file, encoding: .utf8) == Self.content)
                #expect(await server.requests.count == parts.count + 1)
            }
        }
    }

    // The trap: the first one to finish deletes the parts of failed downloads.
    @Test("does not end because another one to the same file ends")
    func concurrent() async throws {
        let untagged = "HTTP/1.1 200 OK\r\nContent-Length: \(Self.length)\r\n\r\n"
        let (pieces, slow) = AsyncStream<Data>.makeStream()
        slow.yield(Data((untagged + Self.content.prefix(9)).utf8))
        try await withFolder { folder in
            let actions = [.stream(pieces), .send(untagged + Self.content)] as [RawServer.Action]
            try await withRawServer(actions) { _, url in
                let session = NetworkingSession(url: url).over(.asyncHTTPClient)
                let file = folder.appending(path: "manual.txt")
                let first = try await session.request(Manual())
                let saving = Task { try await first.save(to: file) }
                while try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty {
                    try await Task.sleep(for: .milliseconds(5))
                }
                try await session.request(Manual()).save(to: file)
                slow.yield(Data(Self.content.dropFirst(9).utf8))
                slow.finish()
                try await saving.value
                #expect(try String(contentsOf: file, encoding: .utf8) == Self.content)
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(names == ["manual.txt"])
            }
        }
    }
}
