import Foundation
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Testing

/// JSON lines and JSON sequences as typed elements, over real HTTP on both transports.
@Suite("A stream of JSON")
struct JSONStreamTests {
    @Test("delivers each line before the next is sent", arguments: Transport.allCases)
    func lines(transport: Transport) async throws {
        let (pieces, server) = AsyncStream<Data>.makeStream()
        server.yield(Data(streamed("application/jsonl").utf8))
        try await withRawServer(.stream(pieces)) { _, url in
            let session = NetworkingSession(url: url).over(transport)
            var ticks = try await session.request(Lines()).makeAsyncIterator()
            server.yield(Data("{\"n\":1}\n\r\n  \n{\"n\"".utf8))
            #expect(try await ticks.next() == Tick(number: 1))
            server.yield(Data(":2}\r\n{\"n\":3}".utf8))
            #expect(try await ticks.next() == Tick(number: 2))
            server.finish()
            #expect(try await ticks.next() == Tick(number: 3))
            #expect(try await ticks.next() == nil)
        }
    }

    @Test("continues after an invalid element")
    func misfit() async throws {
        let body = "{\"n\":1}\n{\"n\":\"x\"}\nno JSON\n{\"n\":4}\n"
        try await withRawServer(.sendAndClose(streamed("application/jsonl", body))) { _, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            var ticks = try await session.request(Lines()).makeAsyncIterator()
            #expect(try await ticks.next()?.number == 1)
            for number in 2...3 {
                let error = await #expect(throws: RepositoryError.self) { try await ticks.next() }
                #expect(error?.code == .unreadableResponse)
                #expect(error?.message.contains("Element \(number) of the stream") == true)
                #expect(error?.cause is JSONError)
            }
            #expect(try await ticks.next()?.number == 4)
            #expect(try await ticks.next() == nil)
        }
    }

    @Test(
        "that breaks off is an error, and never delivers part of an element",
        arguments: Transport.allCases
    )
    func broken(transport: Transport) async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let (pieces, server) = AsyncStream<Data>.makeStream()
        server.yield(Data((head + "8\r\n{\"n\":1}\n\r\n").utf8))
        try await withRawServer(.stream(pieces)) { _, url in
            let session = NetworkingSession(url: url).over(transport)
            var ticks = try await session.request(Lines()).makeAsyncIterator()
            #expect(try await ticks.next()?.number == 1)
            server.yield(Data("7\r\n{\"n\":12\r\n".utf8))
            server.finish()
            let error = await #expect(throws: RepositoryError.self) { try await ticks.next() }
            #expect(error?.code == .network)
            #expect((error?.cause as? NetworkingError)?.code == .truncated)
        }
    }

    @Test("is a sequence of texts after record separators")
    func sequence() async throws {
        let body = "\u{1E}{\"n\":1}\n\u{1E}\u{1E}{\n\"n\": 2}\u{1E}{\"n\":3"
        let answer = streamed("application/json-seq", body)
        try await withRawServer(.sendAndClose(answer)) { server, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            var ticks = try await session.request(Texts()).makeAsyncIterator()
            #expect(try await ticks.next()?.number == 1)
            #expect(try await ticks.next()?.number == 2)
            let error = await #expect(throws: RepositoryError.self) { try await ticks.next() }
            #expect(error?.message == "Element 3 of the sequence has no end.")
            #expect(try await ticks.next() == nil)
            #expect(await server.requests[0].contains("ccept: application/json-seq\r\n"))
        }
    }

    // The trap: the number 12, if it was cut off.
    @Test("is a sequence in which numbers need an end, but not objects")
    func cutSequence() async throws {
        let bodies = ["\u{1E}1\n\u{1E}1", "\u{1E}{\"n\":1}\u{1E}{\"n\":2}"]
        let answers = bodies.map {
            RawServer.Action.sendAndClose(streamed("application/json-seq", $0))
        }
        try await withRawServer(answers) { _, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            var numbers = try await session.request(Numbers()).makeAsyncIterator()
            #expect(try await numbers.next() == 1)
            let error = await #expect(throws: RepositoryError.self) { try await numbers.next() }
            #expect(error?.message == "Element 2 of the sequence has no end.")
            var ticks: [Int] = []
            for try await tick in try await session.request(Texts()) { ticks.append(tick.number) }
            #expect(ticks == [1, 2])
        }
    }

    @Test("of another media type is rejected")
    func media() async throws {
        let page = streamed("text/html", "<p>Log in</p>")
        try await withRawServer(.sendAndClose(page)) { _, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            let error = await #expect(throws: RepositoryError.self) {
                _ = try await session.request(Events())
            }
            #expect(error?.code == .unreadableResponse)
        }
    }

    @Test("is created from elements and from sequences for mocks")
    func made() async throws {
        var numbers: [Int] = []
        for try await number in ResponseStream([1, 2]) { numbers.append(number) }
        let (stream, source) = AsyncThrowingStream<Int, any Error>.makeStream()
        source.yield(3)
        source.finish(throwing: CancellationError())
        let error = await #expect(throws: RepositoryError.self) {
            for try await number in ResponseStream(stream) { numbers.append(number) }
        }
        #expect(error?.code == .cancelled)
        #expect(numbers == [1, 2, 3])
    }

    @Test("from a network without streaming is the same")
    func whole() async throws {
        struct Whole: Networking {
            func send(
                _ request: NetworkingRequest
            ) async throws(NetworkingError) -> NetworkingResponse {
                NetworkingResponse(status: 200, body: Data("{\"n\":1}\n{\"n\":2}\n".utf8))
            }
        }
        var numbers: [Int] = []
        for try await tick in try await Whole().request(Lines()) { numbers.append(tick.number) }
        #expect(numbers == [1, 2])
    }
}
