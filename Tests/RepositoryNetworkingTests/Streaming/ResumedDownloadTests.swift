import Foundation
import RepositoryRuntime
import Testing

/// Responses to a resumed download that are not the file.
@Suite("A resumed download") struct ResumedDownloadTests {
    private static let content = "The whole content of a file."
    private static let pdf = "Content-Type: application/pdf\r\n"

    /// Downloads a file whose connection breaks, with the given responses to later requests.
    ///
    /// - Returns: The error, and the names of the files that it leaves.
    private func failure(
        _ responses: String...
    ) async throws -> (error: RepositoryError, names: [String]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "manual.pdf")
        let (pieces, server) = AsyncStream<Data>.makeStream()
        let count = Self.content.utf8.count
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\nETag: \"v1\"\r\n\(Self.pdf)\r\n"
        server.yield(Data((head + Self.content.prefix(9)).utf8))
        let actions = [RawServer.Action.stream(pieces)] + responses.map { .send($0) }
        return try await withRawServer(actions) { _, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            let download = try await session.request(DeclaredManual()) { progress in
                // The response ends when the client has the first bytes.
                if progress.bytesReceived >= 9 { server.finish() }
            }
            let error = await #expect(throws: RepositoryError.self) {
                try await download.save(to: file)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return (try #require(error), names)
        }
    }

    private func response(_ status: String, _ body: String = "", fields: String = "") -> String {
        let length = status.hasPrefix("204") ? "" : "Content-Length: \(body.utf8.count)\r\n"
        return "HTTP/1.1 \(status)\r\n\(length)\(fields)\r\n\(body)"
    }

    // The trap: the login page replaces the file.
    @Test("is not replaced by a page of another type")
    func page() async throws {
        let page = response("200 OK", "<html>log in</html>", fields: "Content-Type: text/html\r\n")
        let (error, names) = try await failure(page)
        #expect(error.code == .unreadableResponse)
        // A later call can continue.
        #expect(names.count == 1 && names.allSatisfy { $0.hasSuffix(".part") })
        let none = response("416 Range Not Satisfiable")
        let (later, left) = try await failure(none, page)
        #expect(later.code == .unreadableResponse)
        #expect(!left.contains("manual.pdf"))
    }

    @Test(
        "is not complete with a success without the file",
        arguments: ["204 No Content", "202 Accepted"]
    )
    func empty(status: String) async throws {
        let (error, names) = try await failure(response(status))
        #expect(error.code == .unexpectedStatus)
        #expect(!names.contains("manual.pdf"))
    }

    @Test("fails with the body that the endpoint declares")
    func declaredFailure() async throws {
        let json = "Content-Type: application/json\r\n"
        let (error, _) = try await failure(response("410 Gone", #""moved""#, fields: json))
        #expect(error.code == .notFound)
        #expect(error.failure as? String == "moved")
    }
}

private struct DeclaredManual: EndpointDefinition {
    typealias Response = DownloadResponse
    static let path = "/stream"
    static let method = RepositoryRuntime.HTTPMethod.get
    static let acceptedMedia: String? = "application/pdf"
    static let failures: [Int: any ResponseBody.Type] = [410: String.self]
}
