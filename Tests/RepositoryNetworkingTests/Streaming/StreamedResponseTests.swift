import Foundation
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Testing

/// A response body that is read while it arrives, over real HTTP on both transports.
@Suite("A streamed response")
struct StreamedResponseTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"

    private func request(_ method: HTTPMethod = .get) -> NetworkingRequest {
        var request = NetworkingRequest(method: method, path: "/stream")
        request.streamsResponse = true
        return request
    }

    @Test(
        "is available with its head, and each part before the next is sent",
        arguments: Transport.allCases
    )
    func parts(transport: Transport) async throws {
        let (pieces, server) = AsyncStream<Data>.makeStream()
        server.yield(Data(Self.head.utf8))
        try await withRawServer(.stream(pieces)) { _, url in
            let session = NetworkingSession(url: url).over(transport)
            let response = try await session.send(request())
            #expect(response.status == 200)
            #expect(response.body.isEmpty)
            var chunks = response.chunks.makeAsyncIterator()
            for text in ["one", "two", "three"] {
                server.yield(Data(text.utf8))
                var received = Data()
                while received.count < text.utf8.count, let chunk = try await chunks.next() {
                    received += chunk
                }
                #expect(String(decoding: received, as: UTF8.self) == text)
            }
            server.finish()
            #expect(try await chunks.next() == nil)
            #expect(try await chunks.next() == nil)
        }
    }

    @Test(
        "that breaks in the middle is an error after the parts received",
        arguments: Transport.allCases
    )
    func broken(transport: Transport) async throws {
        let (pieces, server) = AsyncStream<Data>.makeStream()
        server.yield(Data("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfirst".utf8))
        try await withRawServer(.stream(pieces)) { _, url in
            let session = NetworkingSession(url: url).over(transport)
            var chunks = try await session.send(request()).chunks.makeAsyncIterator()
            var received = Data()
            let error = await #expect(throws: NetworkingError.self) {
                while let chunk = try await chunks.next() {
                    received += chunk
                    if received.count == 5 { server.finish() }
                }
            }
            #expect(error?.code == .truncated)
            #expect(String(decoding: received, as: UTF8.self) == "first")
        }
    }

    @Test("of a failure is delivered as a whole", arguments: Transport.allCases)
    func failure(transport: Transport) async throws {
        let answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone"
        try await withRawServer(.send(answer)) { _, url in
            let response = try await NetworkingSession(url: url).over(transport).send(request())
            #expect(response.status == 404)
            #expect(String(decoding: response.body, as: UTF8.self) == "none")
        }
    }

    @Test("follows redirects to its body", arguments: Transport.allCases)
    func redirect(transport: Transport) async throws {
        let moved = "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 5\r\n\r\nmoved"
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhere"
        try await withRawServer(.send(moved), .send(answer)) { server, url in
            let response = try await NetworkingSession(url: url).over(transport).send(request())
            var text = ""
            for try await chunk in response.chunks {
                text += String(decoding: chunk, as: UTF8.self)
            }
            #expect(text == "here")
            #expect(await server.requests.count == 2)
        }
    }

    @Test("from a server that falls silent times out, before its head or after it")
    func silent() async throws {
        let configuration = NetworkingSession.Configuration(timeout: .milliseconds(300))
        for transport in Transport.allCases {
            for (text, expected) in [("", 0), (Self.head + "one", 3)] {
                try await withRawServer(.sendAndHang(text)) { _, url in
                    let session = NetworkingSession(url: url, configuration: configuration)
                        .over(transport)
                    var count = 0
                    let error = await #expect(throws: NetworkingError.self) {
                        var chunks = try await session.send(request()).chunks.makeAsyncIterator()
                        while let chunk = try await chunks.next() { count += chunk.count }
                    }
                    #expect(error?.code == .timedOut)
                    // If the machine stalls, the timeout may pass before anything is read.
                    #expect(count <= expected)
                }
            }
        }
    }

    #if canImport(FoundationNetworking)
    @Test("that URLSession on Linux reads ahead is limited")
    func bounded() async throws {
        try await withRawServer(.flood(Self.head, count: 256 << 20)) { server, url in
            let configuration = NetworkingSession.Configuration(maximumResponseSize: 1 << 20)
            let session = NetworkingSession(url: url, configuration: configuration)
            var chunks = try await session.send(request()).chunks.makeAsyncIterator()
            // Without a limit, this waits forever.
            while await server.ended == 0 { try await Task.sleep(for: .milliseconds(5)) }
            let error = await #expect(throws: NetworkingError.self) {
                while try await chunks.next() != nil {}
            }
            #expect(error?.code == .tooLarge)
        }
    }
    #endif

    @Test("ends when its task is cancelled", arguments: Transport.allCases)
    func cancelled(transport: Transport) async throws {
        let (pieces, server) = AsyncStream<Data>.makeStream()
        server.yield(Data((Self.head + "one").utf8))
        try await withRawServer(.stream(pieces)) { _, url in
            let session = NetworkingSession(url: url).over(transport)
            let (begun, begin) = AsyncStream<Void>.makeStream()
            let task = Task { () -> NetworkingError.Code? in
                do throws(NetworkingError) {
                    var chunks = try await session.send(request()).chunks.makeAsyncIterator()
                    while try await chunks.next() != nil { begin.yield() }
                    return nil
                } catch {
                    return error.code
                }
            }
            for await _ in begun { break }
            task.cancel()
            #expect(await task.value == .cancelled)
        }
    }

    @Test("ends the connection when it is released")
    func released() async throws {
        try await withRawServer(.flood(Self.head, count: 1 << 40)) { server, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            do {
                let response = try await session.send(request())
                for try await _ in response.chunks { break }
            }
            // If the connection stays open, this waits forever.
            while await server.ended == 0 { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test("makes the server wait for a slow reader")
    func backPressure() async throws {
        let count = 256 * 1_024 * 1_024
        try await withRawServer(.flood(Self.head, count: count)) { server, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            var chunks = try await session.send(request()).chunks.makeAsyncIterator()
            var received = try #require(try await chunks.next()).count
            var sent = -1
            while await server.flooded > sent {
                sent = await server.flooded
                try await Task.sleep(for: .milliseconds(500))
            }
            // The capacity of sockets and buffers; the rest waits at the server.
            #expect(sent < count / 4)
            while let chunk = try await chunks.next() { received += chunk.count }
            #expect(received == count)
        }
    }

    @Test("reports its progress", arguments: Transport.allCases)
    func progress(transport: Transport) async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789"
        try await withRawServer(.send(answer)) { _, url in
            let reports = Box<[TransferProgress]>([])
            var request = request(.post)
            request.body = Data(repeating: 7, count: 30)
            request.progress = { progress in reports.withLock { $0.append(progress) } }
            let session = NetworkingSession(url: url).over(transport)
            for try await _ in try await session.send(request).chunks {}
            let last = try #require(reports.withLock { $0 }.last)
            #expect(last.bytesSent == 30)
            #expect(last.bytesToSend == 30)
            #expect(last.bytesReceived == 10)
            #expect(last.bytesToReceive == 10)
            #expect(last.fractionCompleted == 1)
            let fractions = reports.withLock { $0 }.compactMap(\.fractionCompleted)
            #expect(fractions.allSatisfy { 0...1 ~= $0 })
        }
    }

    @Test("passes through middleware without streaming", arguments: Transport.allCases)
    func middleware(transport: Transport) async throws {
        let (pieces, server) = AsyncStream<Data>.makeStream()
        server.yield(Data((Self.head + "one").utf8))
        try await withRawServer(.stream(pieces)) { _, url in
            let lines = Box<[String]>([])
            let networking = NetworkingSession(url: url).over(transport)
                .with(
                    .cache(),
                    .sharing(),
                    .retry(),
                    .logging { line in
                        lines.withLock { $0.append("\(line)") }
                    }
                )
            let response = try await networking.send(request())
            var chunks = response.chunks.makeAsyncIterator()
            #expect(try await chunks.next() == Data("one".utf8))
            #expect(lines.withLock { $0.count } == 1)
            server.finish()
            #expect(try await chunks.next() == nil)
        }
    }
}
