import Foundation
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Testing

/// Server-sent events over real HTTP: parsing, and resuming a stream.
@Suite("A stream of events")
struct EventStreamTests {
    private static func events(_ body: String) -> String {
        streamed("text/event-stream", body)
    }

    @Test("has identities, kinds and data", arguments: Transport.allCases)
    func parts(transport: Transport) async throws {
        let body = """
            \u{FEFF}: a comment\rdata: {"n":\rdata:1}\r\rid: 7\nevent: add\nretry: 20\ndata: {"n":2}\r\n\r
            event: empty\n\ndata:{"n":3}\nid\n\ndata: [DONE]\n\ndata: {"n":4}\n\n
            """
        try await withRawServer(.sendAndClose(Self.events(body))) { server, url in
            let session = NetworkingSession(url: url).over(transport)
            var events: [ServerSentEvent<Tick>] = []
            for try await event in try await session.request(Events()) { events.append(event) }
            #expect(
                events == [
                    ServerSentEvent(Tick(number: 1)),
                    ServerSentEvent(
                        Tick(number: 2),
                        event: "add",
                        id: "7",
                        retry: .milliseconds(20)
                    ),
                    ServerSentEvent(Tick(number: 3), retry: .milliseconds(20)),
                ]
            )
            #expect(await server.requests.count == 1)
        }
    }

    @Test(
        "resumes where it broke off, and loses and repeats nothing",
        arguments: Transport.allCases
    )
    func reconnection(transport: Transport) async throws {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 999\r\n\r\n"
        let (pieces, first) = AsyncStream<Data>.makeStream()
        first.yield(Data((head + "retry: 1\nid: a\ndata: {\"n\":1}\n\n").utf8))
        let busy = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"
        let second = Self.events("id: b\ndata: {\"n\":2}\n\n")
        let end = "HTTP/1.1 204 No Content\r\n\r\n"
        try await withRawServer(
            .stream(pieces),
            .sendAndClose(busy),
            .sendAndClose(second),
            .sendAndClose(end)
        ) { server, url in
            let session = NetworkingSession(url: url).over(transport)
            var numbers: [Int] = []
            for try await event in try await session.request(Events()) {
                numbers.append(event.data.number)
                first.yield(Data("id: b\ndata: {\"n\":".utf8))
                first.finish()
            }
            #expect(numbers == [1, 2])
            let identities = await server.requests.map { request in
                request.lowercased().components(separatedBy: "last-event-id: ").dropFirst().first?
                    .prefix { $0 != "\r\n" }
            }
            #expect(identities == [nil, "a", "a", "b"])
        }
    }

    @Test("without an identity ends with its connection")
    func uninvited() async throws {
        let whole = Self.events("data: {\"n\":1}\n\n")
        let cut = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 99\r\n\r\n"
        try await withRawServer(
            .sendAndClose(whole),
            .sendAndClose(cut + "data: {\"n\":1}\n\n")
        ) { server, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            var events = try await session.request(Events()).makeAsyncIterator()
            #expect(try await events.next()?.data.number == 1)
            #expect(try await events.next() == nil)
            events = try await session.request(Events()).makeAsyncIterator()
            #expect(try await events.next()?.data.number == 1)
            let error = await #expect(throws: RepositoryError.self) { try await events.next() }
            #expect((error?.cause as? NetworkingError)?.code == .truncated)
            #expect(await server.requests.count == 2)
        }
    }

    @Test("of a POST is never requested twice")
    func posted() async throws {
        let answer = Self.events("retry: 1\nid: 1\ndata: one\ndata: two\n\n")
        try await withRawServer(.sendAndClose(answer)) { server, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            var texts: [String] = []
            for try await event in try await session.request(PostedEvents()) {
                texts.append(event.data)
            }
            #expect(texts == ["one\ntwo"])
            #expect(await server.requests.count == 1)
        }
    }

    @Test("ends after failed attempts")
    func givesUp() async throws {
        let first = Self.events("retry: 1\nid: a\ndata: {\"n\":1}\n\n")
        let busy = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"
        try await withRawServer(.sendAndClose(first), .sendAndClose(busy)) { server, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            var events = try await session.request(Events()).makeAsyncIterator()
            #expect(try await events.next()?.data.number == 1)
            let error = await #expect(throws: RepositoryError.self) { try await events.next() }
            #expect(error?.status == 503)
            #expect(try await events.next() == nil)
            // Under load a connection may fail before the server has its request, which counts as
            // an attempt, too.
            #expect((6...9).contains(await server.requests.count))
        }
    }

    // The trap: a proxy ends connections without events after a minute.
    @Test("continues after many connections with comments only")
    func quiet() async throws {
        let first = Self.events("retry: 1\nid: a\ndata: {\"n\":1}\n\n")
        let quiet = Self.events(": keep-alive\n\n")
        let last = Self.events("data: {\"n\":2}\n\n")
        let answers = [first] + Array(repeating: quiet, count: 10) + [last]
        try await withRawServer(answers.map { .sendAndClose($0) }) { server, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            var events = try await session.request(Events()).makeAsyncIterator()
            #expect(try await events.next()?.data.number == 1)
            #expect(try await events.next()?.data.number == 2)
            #expect(await server.requests.count == answers.count)
        }
    }

    @Test("ends with an error after connections without a byte")
    func idle() async throws {
        let first = Self.events("retry: 1\nid: a\ndata: {\"n\":1}\n\n")
        let idle = RawServer.Action.sendAndClose(Self.events(""))
        try await withRawServer(.sendAndClose(first), idle) { _, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            var events = try await session.request(Events()).makeAsyncIterator()
            #expect(try await events.next()?.data.number == 1)
            let error = await #expect(throws: RepositoryError.self) { try await events.next() }
            #expect((error?.cause as? NetworkingError)?.code == .connectionLost)
            #expect(try await events.next() == nil)
        }
    }

    @Test("is parsed in the same way, however its bytes are divided", arguments: 0..<60)
    func division(seed: Int) async throws {
        let body = Data(
            "\u{FEFF}data: eins\r\n\r\nid: ü\rdata: a\r\rdata\n\n:x\n\nevent: e\ndata: b\nretry: 5\n\n"
                .utf8
        )
        var random = SplitMix(state: UInt64(seed))
        var chunks: [Data] = []
        var rest = body
        while !rest.isEmpty {
            let count = min(rest.count, Int.random(in: 1...(seed < 30 ? 3 : 20), using: &random))
            chunks.append(Data(rest.prefix(count)))
            rest = Data(rest.dropFirst(count))
        }
        let request = NetworkingRequest(method: .get, path: "/stream")
        let stream = AsyncStream<Data> { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish()
        }
        let whole = NetworkingResponse(status: 200, body: body)
        let divided = NetworkingResponse(
            head: whole.head,
            chunks: ResponseChunks(stream, to: request)
        )
        var expected: [ServerSentEvent<String>] = []
        for try await event in TextEventsResponse(whole, at: []).result { expected.append(event) }
        var events: [ServerSentEvent<String>] = []
        for try await event in TextEventsResponse(divided, at: []).result { events.append(event) }
        #expect(expected.map(\.data) == ["eins", "a", "", "b"])
        #expect(events == expected)
    }
}

/// SplitMix64.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
