import ExampleServer
import Foundation
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Shop
import Testing

/// Declared files and streams, over real HTTP with both transports.
@Suite struct ShopStreamTests {
    private func sessions(_ url: String) -> [NetworkingSession] {
        let session = NetworkingSession(url: url, credentials: .token("t"))
        return [session, session.using(.shared)]
    }

    private static func answer(_ text: String, type: String) -> ScriptedAnswer {
        ScriptedAnswer(200, headers: ["Content-Type": type], body: Data(text.utf8))
    }

    /// Runs a body with a file of the given size.
    private func withFile(
        _ count: Int,
        _ body: (URL, Data) async throws -> Void
    ) async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).mp4")
        let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
        try bytes.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try await body(url, bytes)
    }

    @Test("events, lines and sequences are typed elements")
    func elements() async throws {
        try await withExampleServer { url, server in
            let lines = "{\"product\":7,\"count\":2}\n{\"product\":8,\"count\":1}\n"
            let texts = "\u{1E}{\"product\":9,\"count\":3}\n"
            let events = "id: 1\ndata: {\"product\":7,\"count\":2}\n\ndata: closed\n\n"
            await server.script(
                "GET",
                "/sales/days/today",
                Self.answer(lines, type: "application/jsonl")
            )
            await server.script("GET", "/returns", Self.answer(texts, type: "application/json-seq"))
            await server.script("GET", "/sales", Self.answer(events, type: "text/event-stream"))
            await server.script(
                "GET",
                "/announcements",
                Self.answer("event: sale\ndata: Half price\n\n", type: "text/event-stream")
            )
            for session in sessions(url) {
                let sales = SaleRepository(networking: session)
                var found: [Sale] = []
                for try await sale in try await sales.salesOfDay(day: "today") {
                    found.append(sale)
                }
                for try await sale in try await session.request(Endpoint.Returns()) {
                    found.append(sale)
                }
                for try await event in try await sales.sales() { found.append(event.data) }
                #expect(found.map(\.product) == [7, 8, 9, 7])
                var news: [ServerSentEvent<String>] = []
                for try await event in try await session.request(Endpoint.Announcements()) {
                    news.append(event)
                }
                #expect(news == [ServerSentEvent("Half price", event: "sale")])
            }
            #expect(await server.requests[2].headers["accept"] == "text/event-stream")
        }
    }

    @Test("a file is downloaded to disk, and a film in chunks")
    func received() async throws {
        try await withExampleServer { url, server in
            await server.script(
                "GET",
                "/products/7/manual",
                Self.answer("A manual.", type: "application/pdf")
            )
            await server.script(
                "GET",
                "/products/7/film",
                Self.answer("A film.", type: "video/mp4")
            )
            for session in sessions(url) {
                let sales = SaleRepository(networking: session)
                let download = try await sales.manual(id: 7)
                #expect(download.mediaType == "application/pdf")
                #expect(download.length == 9)
                try await withFile(0) { file, _ in
                    try await download.save(to: file)
                    #expect(try String(contentsOf: file, encoding: .utf8) == "A manual.")
                }
                var film = Data()
                for try await chunk in try await sales.film(id: 7) { film += chunk }
                #expect(film == Data("A film.".utf8))
            }
            await server.script("GET", "/products/7/manual", Self.answer("<p>", type: "text/html"))
            let error = await #expect(throws: RepositoryError.self) {
                _ = try await sessions(url)[1].request(Endpoint.ManualFile(id: 7))
            }
            #expect(error?.code == .unreadableResponse)
        }
    }

    @Test("a file is uploaded from disk, with its length and its progress")
    func sent() async throws {
        try await withExampleServer { url, server in
            await server.script("PUT", "/products/7/film", ScriptedAnswer(204))
            try await withFile(1_000_000) { file, bytes in
                for session in sessions(url) {
                    await server.forgetRequests()
                    let fractions = Fractions()
                    let film = FileUpload(
                        contentsOf: file,
                        mediaType: "text/plain",
                        headers: ["X-Checksum": "7"]
                    )
                    try await session.request(Endpoint.ReplaceFilm(id: 7, body: film)) { progress in
                        fractions.add(progress.fractionCompleted)
                    }
                    let received = try #require(await server.requests.first)
                    #expect(received.body == bytes)
                    #expect(received.headers["content-type"] == "video/mp4")
                    #expect(received.headers["x-checksum"] == "7")
                    #expect(received.headers["content-length"] == "1000000")
                    #expect(fractions.all == fractions.all.sorted())
                    #expect(fractions.all.last == 1)
                    #expect(fractions.all.count > 2)
                }
                // A network that only supports bodies in memory.
                let network = WholeBodies()
                let film = FileUpload(contentsOf: file)
                try await network.request(Endpoint.ReplaceFilm(id: 7, body: film))
                #expect(network.body.value == bytes)
            }
        }
    }

    @Test("elements and chunks are sent as they are produced")
    func streamed() async throws {
        try await withExampleServer { url, server in
            let job = ScriptedAnswer(200, body: Data(#"{"state":"counted"}"#.utf8))
            await server.script("POST", "/sales/reports", job)
            await server.script("POST", "/returns", ScriptedAnswer(204))
            await server.script("POST", "/products/7/broadcasts", ScriptedAnswer(204))
            for session in sessions(url) {
                await server.forgetRequests()
                let sales = SaleRepository(networking: session)
                let (made, till) = AsyncStream<Sale>.makeStream()
                till.yield(Sale(product: 7, count: 2))
                till.yield(Sale(product: 8, count: 1))
                till.finish()
                #expect(try await sales.report(body: RequestStream(made)).state == "counted")
                let returned = RequestStream([Sale(product: 9, count: 3)])
                try await session.request(Endpoint.ReportReturns(body: returned))
                try await sales.broadcast(id: 7, body: RequestStream([Data("A film.".utf8)]))
                let requests = await server.requests
                #expect(
                    requests.map(\.text) == [
                        "{\"product\":7,\"count\":2}\n{\"product\":8,\"count\":1}\n",
                        "\u{1E}{\"product\":9,\"count\":3}\n", "A film.",
                    ]
                )
                #expect(
                    requests.map { $0.headers["content-type"] } == [
                        "application/x-ndjson", "application/json-seq", "video/mp4",
                    ]
                )
            }
        }
    }

    @Test("parts of a file on disk have the same bytes as in memory")
    func parts() async throws {
        try await withExampleServer { url, server in
            await server.script("POST", "/products/7/pictures", ScriptedAnswer(500))
            try await withFile(300_000) { file, bytes in
                for session in sessions(url) {
                    await server.forgetRequests()
                    let uploads = [
                        FileUpload(contentsOf: file, name: "a.png"),
                        FileUpload(bytes, name: "a.png"),
                    ]
                    for upload in uploads {
                        let endpoint = Endpoint.AddPicture(
                            id: 7,
                            caption: "A cat",
                            tags: ["x", "y"],
                            picture: upload,
                            more: [upload]
                        )
                        _ = try? await session.request(endpoint)
                    }
                    let bodies = await server.requests.map { received -> Data in
                        let type = received.headers["content-type"] ?? ""
                        let boundary = type.components(separatedBy: "boundary=").last ?? ""
                        #expect(received.headers["content-length"] == "\(received.body.count)")
                        var body = received.body
                        while let range = body.range(of: Data(boundary.utf8)) {
                            body.replaceSubrange(range, with: Data("|".utf8))
                        }
                        return body
                    }
                    #expect(bodies.count == 2)
                    #expect(bodies.first == bodies.last)
                    #expect((bodies.first?.count ?? 0) > 2 * bytes.count)
                }
            }
        }
    }

    @Test("a missing or changed file is never sent completely")
    func changed() async throws {
        try await withExampleServer { url, server in
            await server.script("PUT", "/products/7/film", ScriptedAnswer(204))
            for session in sessions(url) {
                try await withFile(1_000) { file, _ in
                    let film = FileUpload(contentsOf: file)
                    let request = try GenericRequest(Endpoint.ReplaceFilm(id: 7, body: film))
                        .networkingRequest()
                    try Data("other".utf8).write(to: file)
                    var error = await #expect(throws: NetworkingError.self) {
                        _ = try await session.send(request)
                    }
                    #expect(error?.code == .unreadableBody)
                    try FileManager.default.removeItem(at: file)
                    error = await #expect(throws: NetworkingError.self) {
                        _ = try await session.send(request)
                    }
                    #expect(error?.code == .unreadableBody)
                    let gone = await #expect(throws: RepositoryError.self) {
                        try await session.request(Endpoint.ReplaceFilm(id: 7, body: film))
                    }
                    #expect(gone?.code == .invalidRequest)
                }
            }
            #expect(await server.requests.isEmpty)
        }
    }

    @Test("a file is sent again if a redirect requires it")
    func redirected() async throws {
        try await withExampleServer { url, server in
            await server.script("PUT", "/products/7/film", .redirect(307, to: "/films/7"))
            await server.script("PUT", "/films/7", ScriptedAnswer(204))
            try await withFile(200_000) { file, bytes in
                for session in sessions(url) {
                    await server.forgetRequests()
                    let film = FileUpload(contentsOf: file)
                    try await session.request(Endpoint.ReplaceFilm(id: 7, body: film))
                    #expect(await server.requests.map(\.path) == ["/products/7/film", "/films/7"])
                    #expect(await server.requests.last?.body == bytes)
                }
            }
        }
    }

    @Test("mocks and the mock environment have streams, too")
    func mocks() async throws {
        let mock = SaleRepositoryMock()
        mock.salesStub.returns(ResponseStream([ServerSentEvent(Sale(product: 1, count: 2))]))
        mock.manualStub.returns(Download(Data("x".utf8)))
        var counts: [Int] = []
        for try await event in try await mock.sales() { counts.append(event.data.count) }
        let session = NetworkingSession(url: "http://127.0.0.1:1")
        let events = try await session.request(Endpoint.Sales(), environment: .mock)
        for try await event in events { counts.append(event.data.product) }
        #expect(counts == [2, 7])
        #expect(try await mock.manual(id: 1).bytes() == Data("x".utf8))
        mock.reportStub.returns(Job(state: "counted"))
        _ = try await mock.report(body: RequestStream([Sale(product: 1, count: 2)]))
        let report = try #require(mock.reportStub.calls.first)
        #expect(try await report.elements() == [Sale(product: 1, count: 2)])
        let error = await #expect(throws: RepositoryError.self) { try await report.elements() }
        #expect(error?.code == .invalidRequest)
    }
}

/// The progress of a transfer.
private final class Fractions: Sendable {
    private let state = Kept<[Double]>([])

    func add(_ fraction: Double?) {
        state.change { if let fraction { $0.append(fraction) } }
    }

    var all: [Double] { state.value }
}

/// A network that only supports bodies in memory, and stores the last one.
private struct WholeBodies: Networking {
    let body = Kept<Data?>(nil)

    func send(_ request: NetworkingRequest) async throws(NetworkingError) -> NetworkingResponse {
        body.change { $0 = request.body }
        return NetworkingResponse(status: 204)
    }
}

/// A value shared by several threads.
// Unchecked, but safe: the value is private, and accessed only under the lock.
private final class Kept<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var kept: Value

    init(_ value: Value) {
        kept = value
    }

    var value: Value { lock.withLock { kept } }

    func change(_ body: (inout Value) -> Void) {
        lock.withLock { body(&kept) }
    }
}
