import Foundation
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Testing

/// Files from a server: saved while they arrive, resumed, and never left incomplete.
@Suite("A download")
struct DownloadTests {
    private static let content = "The whole content of a file."

    private func answer(
        _ status: String = "200 OK",
        _ body: String = Self.content,
        length: Int? = nil,
        fields: String = ""
    ) -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(length ?? body.utf8.count)\r\n\(fields)\r\n\(body)"
    }

    private func part(from start: Int, tag: String = "\"v1\"") -> String {
        let body = String(Self.content.dropFirst(start))
        let count = Self.content.utf8.count
        let range = "Content-Range: bytes \(start)-\(count - 1)/\(count)\r\nETag: \(tag)\r\n"
        return answer("206 Partial Content", body, fields: range)
    }

    /// The first bytes of the file; the response ends when the client has them.
    private func cut(_ fields: String) -> (RawServer.Action, @Sendable (TransferProgress) -> Void) {
        let start = String(Self.content.prefix(9))
        let text = answer("200 OK", start, length: Self.content.utf8.count, fields: fields)
        let (pieces, server) = AsyncStream<Data>.makeStream()
        server.yield(Data(text.utf8))
        return (.stream(pieces), { if $0.bytesReceived >= 9 { server.finish() } })
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test("is saved to its file, and replaces an existing one", arguments: Transport.allCases)
    func saved(transport: Transport) async throws {
        let fields = """
            Content-Type: text/plain; charset=utf-8\r
            Content-Disposition: attachment; filename="x.txt"; filename*=UTF-8''..%2Fna%C3%AFve.txt\r\n
            """
        try await withFolder { folder in
            try await withRawServer(.send(answer(fields: fields))) { server, url in
                let session = NetworkingSession(url: url).over(transport)
                let reports = Box<[Double]>([])
                let download = try await session.request(Manual()) { progress in
                    reports.withLock { $0.append(progress.fractionCompleted ?? -1) }
                }
                #expect(download.suggestedName == "naïve.txt")
                #expect(download.mediaType == "text/plain")
                #expect(download.length == Self.content.utf8.count)
                let file = folder.appending(path: "manual.txt")
                try Data("old".utf8).write(to: file)
                try await download.save(to: file)
                #expect(try Data(contentsOf: file) == Data(Self.content.utf8))
                #expect(try names(in: folder) == ["manual.txt"])
                #expect(reports.withLock { $0 }.last == 1)
                #expect(await server.requests[0].lowercased().contains("accept-encoding: identity"))
            }
        }
    }

    @Test("resumes where its connection broke", arguments: Transport.allCases)
    func resumed(transport: Transport) async throws {
        let (cut, end) = cut("ETag: \"v1\"\r\n")
        try await withFolder { folder in
            try await withRawServer(cut, .send(part(from: 9))) { server, url in
                let session = NetworkingSession(url: url).over(transport)
                let last = Box(TransferProgress())
                let download = try await session.request(Manual()) { progress in
                    last.withLock { $0 = progress }
                    end(progress)
                }
                let file = folder.appending(path: "manual.txt")
                try await download.save(to: file)
                #expect(try String(contentsOf: file, encoding: .utf8) == Self.content)
                #expect(try names(in: folder) == ["manual.txt"])
                let requests = await server.requests
                #expect(requests.count == 2)
                #expect(requests.last?.lowercased().contains("range: bytes=9-\r\n") == true)
                #expect(requests.last?.lowercased().contains("if-range: \"v1\"\r\n") == true)
                #expect(last.withLock { $0.bytesReceived } == Self.content.utf8.count)
                #expect(last.withLock { $0.fractionCompleted } == 1)
            }
        }
    }

    @Test(
        "starts again if the file has changed, or the part is not the requested one"
    )
    func changed() async throws {
        // Of the same length, shorter than the received part, and longer.
        for other in [Self.content.uppercased(), "Short.", Self.content + Self.content] {
            try await changed(to: other)
        }
    }

    private func changed(to other: String) async throws {
        let refusals: [[String]] = [
            [answer("200 OK", other, fields: "ETag: \"v2\"\r\n")],
            [part(from: 3), answer("200 OK", other)],
            // A server that ignores `If-Range`.
            [part(from: 9, tag: "\"v2\""), answer("200 OK", other)],
            [answer("416 Range Not Satisfiable", ""), answer("200 OK", other)],
        ]
        for answers in refusals {
            try await withFolder { folder in
                let (cut, end) = cut("ETag: \"v1\"\r\n")
                let actions = [cut] + answers.map { RawServer.Action.send($0) }
                try await withRawServer(actions) { server, url in
                    let session = NetworkingSession(url: url).over(.asyncHTTPClient)
                    let file = folder.appending(path: "manual.txt")
                    try await session.request(Manual(), progress: end).save(to: file)
                    #expect(try String(contentsOf: file, encoding: .utf8) == other)
                    #expect(await server.requests.count == actions.count)
                    #expect(try names(in: folder) == ["manual.txt"])
                }
            }
        }
    }

    @Test("of an unknown length is complete only if the rest of it was sent")
    func shortRange() async throws {
        let start = String(Self.content.prefix(9))
        let untold = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nETag: \"v1\"\r\n\r\n"
        let (pieces, server) = AsyncStream<Data>.makeStream()
        server.yield(Data((untold + "9\r\n\(start)\r\n").utf8))
        let short = answer(
            "206 Partial Content",
            String(Self.content.dropFirst(9).prefix(5)),
            fields: "Content-Range: bytes 9-13/\(Self.content.utf8.count)\r\nETag: \"v1\"\r\n"
        )
        try await withFolder { folder in
            let actions = [.stream(pieces), .send(short), .send(answer())] as [RawServer.Action]
            try await withRawServer(actions) { _, url in
                let session = NetworkingSession(url: url).over(.asyncHTTPClient)
                let file = folder.appending(path: "manual.txt")
                let download = try await session.request(Manual()) { progress in
                    if progress.bytesReceived >= 9 { server.finish() }
                }
                try await download.save(to: file)
                #expect(try String(contentsOf: file, encoding: .utf8) == Self.content)
            }
        }
    }

    @Test("with a long suggested name is saved under it; a longer name is not suggested")
    func longNames() async throws {
        try await withFolder { folder in
            for (count, isSuggested) in [(233, true), (234, false)] {
                let name = String(repeating: "a", count: count)
                let fields = "Content-Disposition: attachment; filename=\"\(name)\"\r\n"
                try await withRawServer(.send(answer(fields: fields))) { _, url in
                    let session = NetworkingSession(url: url).over(.asyncHTTPClient)
                    let download = try await session.request(Manual())
                    #expect(download.suggestedName == (isSuggested ? name : nil))
                    guard isSuggested else { return }
                    try await download.save(to: folder.appending(path: name))
                    #expect(try names(in: folder) == [name])
                }
            }
        }
    }

    @Test("that fails leaves a part for a later call, and nothing without a version")
    func parts() async throws {
        let refused = answer("403 Forbidden", "")
        for fields in ["", "ETag: W/\"v1\"\r\n", "ETag: \"v1\"\r\n"] {
            let isKept = fields.contains(" \"v1\"")
            let (cut, end) = cut(fields)
            try await withFolder { folder in
                let file = folder.appending(path: "manual.txt")
                let whole = answer(fields: fields)
                var actions: [RawServer.Action] = [cut]
                if isKept { actions.append(.send(refused)) }
                actions += [.send(whole), .send(isKept ? part(from: 9) : whole)]
                try await withRawServer(actions) { server, url in
                    let session = NetworkingSession(url: url).over(.asyncHTTPClient)
                    let error = await #expect(throws: RepositoryError.self) {
                        try await session.request(Manual(), progress: end).save(to: file)
                    }
                    #expect(error?.code == (isKept ? .forbidden : .network))
                    let left = try names(in: folder)
                    #expect(left.count == (isKept ? 1 : 0))
                    #expect(left.allSatisfy { $0.hasSuffix(".part") })
                    // As in another process, later.
                    try await session.request(Manual()).save(to: file)
                    #expect(try String(contentsOf: file, encoding: .utf8) == Self.content)
                    #expect(try names(in: folder) == ["manual.txt"])
                    let requests = await server.requests
                    #expect(requests.last?.contains("Range: bytes=9-") == isKept)
                }
            }
        }
    }

    // The trap: the entity tag is that of another resource, and the file becomes a mixture of both.
    @Test("does not resume with the bytes of another server")
    func otherServer() async throws {
        let (cut, end) = cut("ETag: \"v1\"\r\n")
        let refused = RawServer.Action.send(answer("403 Forbidden", ""))
        try await withFolder { folder in
            let file = folder.appending(path: "manual.txt")
            try await withRawServer([cut, refused]) { _, url in
                let session = NetworkingSession(url: url).over(.asyncHTTPClient)
                await #expect(throws: RepositoryError.self) {
                    try await session.request(Manual(), progress: end).save(to: file)
                }
            }
            #expect(try names(in: folder).count == 1)
            let other = RawServer.Action.send(answer(fields: "ETag: \"v1\"\r\n"))
            try await withRawServer([other, .send(part(from: 9))]) { server, url in
                let session = NetworkingSession(url: url).over(.asyncHTTPClient)
                try await session.request(Manual()).save(to: file)
                #expect(try String(contentsOf: file, encoding: .utf8) == Self.content)
                #expect(await server.requests.count == 1)
            }
        }
    }

    @Test("is requested again if its bytes were read before")
    func savedAgain() async throws {
        let untold = "HTTP/1.1 200 OK\r\n\r\n\(Self.content)"
        let whole = RawServer.Action.sendAndClose(untold)
        try await withFolder { folder in
            try await withRawServer(whole, whole, whole, whole) { server, url in
                let session = NetworkingSession(url: url).over(.asyncHTTPClient)
                let file = folder.appending(path: "manual.txt")
                let download = try await session.request(Manual())
                await #expect(throws: RepositoryError.self) {
                    try await download.save(to: file, limit: 10)
                }
                try await download.save(to: file)
                #expect(try String(contentsOf: file, encoding: .utf8) == Self.content)

                let other = try await session.request(Manual())
                #expect(try await other.bytes().count == Self.content.utf8.count)
                await #expect(throws: RepositoryError.self) { try await other.bytes() }
                try await other.save(to: file)
                #expect(try String(contentsOf: file, encoding: .utf8) == Self.content)
                #expect(await server.requests.count == 4)
            }
        }
    }

    @Test("has a completed fraction, however many bytes a server declares")
    func fraction() {
        let progress = TransferProgress(
            bytesSent: 5,
            bytesToSend: 5,
            bytesReceived: 1,
            bytesToReceive: .max
        )
        #expect(progress.fractionCompleted.map { $0 < 0.001 } == true)
    }

    @Test("that is too large, or has no folder, is an error that leaves nothing")
    func refused() async throws {
        let untold = "HTTP/1.1 200 OK\r\n\r\n\(Self.content)"
        try await withFolder { folder in
            try await withRawServer(.sendAndClose(answer()), .sendAndClose(untold)) { _, url in
                let session = NetworkingSession(url: url).over(.asyncHTTPClient)
                let file = folder.appending(path: "manual.txt")
                for _ in 1...2 {
                    let error = await #expect(throws: RepositoryError.self) {
                        try await session.request(Manual()).save(to: file, limit: 10)
                    }
                    #expect((error?.cause as? NetworkingError)?.code == .tooLarge)
                    let left = try names(in: folder)
                    #expect(left.isEmpty)
                }
                let nowhere = folder.appending(path: "none/manual.txt")
                let error = await #expect(throws: RepositoryError.self) {
                    try await session.request(Manual()).save(to: nowhere)
                }
                #expect(error?.code == .file)
            }
        }
    }

    #if os(Linux)
    @Test("larger than the disk is an error that leaves nothing under its name")
    func disk() async throws {
        // Each write to it fails as on a full disk.
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withRawServer(.sendAndClose(answer(fields: "ETag: \"v1\"\r\n"))) { _, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            let file = folder.appending(path: "manual.txt")
            let cut = try await session.request(Manual())
            // The name of the part follows from the version, so a later process finds it.
            try await cut.save(to: file)
            try FileManager.default.removeItem(at: file)
            let version = "GET \(url)/stream /stream \"v1\" \(Self.content.utf8.count)"
            let name = try partName(of: file, version)
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: name),
                withDestinationURL: URL(filePath: "/dev/full")
            )
            let error = await #expect(throws: RepositoryError.self) {
                try await session.request(Manual()).save(to: file)
            }
            #expect(error?.code == .file)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }

    private func partName(of file: URL, _ version: String) throws -> String {
        let hash = version.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        return "\(file.lastPathComponent).\(padded).part"
    }
    #endif

    @Test("of given bytes serves mocks")
    func known() async throws {
        let download = Download(Data("abc".utf8), suggestedName: "a.txt")
        #expect(download.length == 3)
        #expect(try await download.bytes() == Data("abc".utf8))
        try await withFolder { folder in
            let file = folder.appending(path: "a.txt")
            try await download.save(to: file)
            #expect(try Data(contentsOf: file) == Data("abc".utf8))
            #expect(try names(in: folder) == ["a.txt"])
        }
    }
}
