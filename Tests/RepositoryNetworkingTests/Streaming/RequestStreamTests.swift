import ExampleServer
import Foundation
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Testing

/// A request body that is produced while it is sent, over real HTTP on both transports.
@Suite("A streamed request")
struct RequestStreamTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

    @Test("arrives completely, in each form", arguments: Transport.allCases)
    func forms(transport: Transport) async throws {
        try await withUploadServer(Self.ok) { server, url in
            let session = NetworkingSession(url: url).over(transport)
            let ticks = (1...3).map(Tick.init)
            try await session.request(SentLines(body: RequestStream(ticks)))
            try await session.request(SentTexts(body: RequestStream(ticks)))
            let chunks = AsyncStream<Data> { continuation in
                for text in ["a", "", "bc"] { continuation.yield(Data(text.utf8)) }
                continuation.finish()
            }
            try await session.request(SentChunks(body: RequestStream(chunks)))
            try await session.request(SentLines(body: RequestStream([Tick]())))
            let uploads = await server.uploads
            #expect(
                uploads.map(\.text) == [
                    "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n",
                    "\u{1E}{\"n\":1}\n\u{1E}{\"n\":2}\n\u{1E}{\"n\":3}\n", "abc", "",
                ]
            )
            let types = ["application/x-ndjson", "application/json-seq", "video/mp4"]
            for (upload, type) in zip(uploads, types) {
                #expect(upload.head.lowercased().contains("content-type: \(type)\r\n"))
                #expect(upload.isWhole)
            }
        }
    }

    @Test("reaches the server while it is produced")
    func live() async throws {
        try await withUploadServer(Self.ok) { server, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            let (ticks, producer) = AsyncStream<Tick>.makeStream()
            let task = Task {
                try await session.request(SentLines(body: RequestStream(ticks)))
            }
            for number in 1...3 {
                producer.yield(Tick(number: number))
                // If it waited for the end, this would wait forever.
                try await server.wait { $0.text.hasSuffix("{\"n\":\(number)}\n") }
            }
            #expect(await server.uploads[0].isWhole == false)
            producer.finish()
            try await task.value
            let upload = await server.uploads[0]
            #expect(upload.isWhole)
            #expect(upload.head.lowercased().contains("transfer-encoding: chunked"))
        }
    }

    @Test("waits for a slow server")
    func backPressure() async throws {
        try await withUploadServer(Self.ok, isHolding: true) { server, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            let chunks = CountedChunks(count: 1_024, size: 65_536)
            let task = Task {
                try await session.request(SentChunks(body: RequestStream(chunks)))
            }
            try await server.wait { !$0.head.isEmpty }
            var asked = -1
            while chunks.asked.withLock({ $0 }) > asked {
                asked = chunks.asked.withLock { $0 }
                try await Task.sleep(for: .milliseconds(500))
            }
            // The capacity of sockets and buffers; the rest is not even produced.
            #expect(asked < 512)
            await server.release()
            try await task.value
            #expect(await server.uploads[0].count == 1_024 * 65_536)
        }
    }

    @Test("that throws is an error, and never a complete body", arguments: Transport.allCases)
    func failure(transport: Transport) async throws {
        try await withUploadServer(Self.ok) { server, url in
            let networking = NetworkingSession(url: url).over(transport).with(.retry())
            let ticks = AsyncThrowingStream<Tick, any Error> { continuation in
                for number in 1...1_000 { continuation.yield(Tick(number: number)) }
                continuation.finish(throwing: Jam())
            }
            let error = await #expect(throws: RepositoryError.self) {
                try await networking.request(SentLines(body: RequestStream(ticks)))
            }
            #expect(error?.code == .invalidRequest)
            #expect(error?.message == "The stream of the body failed.")
            #expect(error?.isRetryable == false)
            let cause = error?.cause as? NetworkingError
            #expect(cause?.code == .unreadableBody)
            #expect(cause?.cause is Jam)
            guard transport == .asyncHTTPClient else {
                // URLSession on Linux reads the whole body before it connects.
                return #expect(await server.uploads.isEmpty)
            }
            try await server.wait { $0.hasEnded }
            #expect(await server.uploads.map(\.isWhole) == [false])
        }
    }

    @Test("with an element that cannot be encoded is an error", arguments: Transport.allCases)
    func unencodable(transport: Transport) async throws {
        struct Heat: JSONEncodable, Sendable {
            func encode(to writer: inout JSONWriter) { writer.value(Double.infinity) }
        }
        struct Heats: EndpointDefinition {
            typealias Response = EmptyResponse
            static let path = "/heats"
            static let method = RepositoryRuntime.HTTPMethod.post
            static let bodyMedia = BodyMedia<RequestStream<Heat>>.jsonLines()
            var body: RequestStream<Heat>
        }
        try await withUploadServer(Self.ok) { server, url in
            let session = NetworkingSession(url: url).over(transport)
            let error = await #expect(throws: RepositoryError.self) {
                try await session.request(Heats(body: RequestStream([Heat()])))
            }
            let cause = error?.cause as? NetworkingError
            #expect(cause?.code == .unreadableBody)
            #expect(cause?.cause is JSONError)
            #expect(await !server.uploads.contains { $0.isWhole })
        }
    }

    @Test("ends when its task is cancelled", arguments: Transport.allCases)
    func cancelled(transport: Transport) async throws {
        try await withUploadServer(Self.ok) { server, url in
            let session = NetworkingSession(url: url).over(transport)
            let (ticks, producer) = AsyncStream<Tick>.makeStream()
            let (ended, end) = AsyncStream<Void>.makeStream()
            // Its sequence is read until then, and seems to have ended normally.
            producer.onTermination = { _ in end.finish() }
            let stream = RequestStream(ticks)
            let task = Task { () -> RepositoryError.Code? in
                do throws(RepositoryError) {
                    try await session.request(SentLines(body: stream))
                    return nil
                } catch {
                    return error.code
                }
            }
            producer.yield(Tick(number: 1))
            if transport == .asyncHTTPClient {
                try await server.wait { $0.text == "{\"n\":1}\n" }
            }
            task.cancel()
            #expect(await task.value == .cancelled)
            guard transport == .asyncHTTPClient else {
                return #expect(await server.uploads.isEmpty)
            }
            for await _ in ended {}
            try await server.wait { $0.hasEnded }
            #expect(await server.uploads.map(\.isWhole) == [false])
        }
    }

    @Test("ends when the server rejects it before its end")
    func refused() async throws {
        let answer = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 4\r\n\r\nmuch"
        try await withUploadServer(answer, answering: .atHead) { server, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            let (ticks, producer) = AsyncStream<Tick>.makeStream()
            let (ended, end) = AsyncStream<Void>.makeStream()
            producer.onTermination = { _ in end.finish() }
            producer.yield(Tick(number: 1))
            let error = await #expect(throws: RepositoryError.self) {
                try await session.request(SentLines(body: RequestStream(ticks)))
            }
            #expect(error?.status == 413)
            #expect(error?.response?.body == Data("much".utf8))
            // If the sequence is not cancelled, this waits forever.
            for await _ in ended {}
            try await server.wait { $0.hasEnded }
            #expect(await server.uploads.map(\.isWhole) == [false])
        }
    }

    @Test("that is accepted before its end is sent to its end", arguments: Transport.allCases)
    func accepted(transport: Transport) async throws {
        try await withUploadServer(Self.ok, answering: .atHead) { server, url in
            let session = NetworkingSession(url: url).over(transport)
            let chunks = CountedChunks(count: 64, size: 65_536)
            try await session.request(SentChunks(body: RequestStream(chunks)))
            try await server.wait { $0.isWhole || $0.hasEnded }
            #expect(await server.uploads[0].count == 64 * 65_536)
        }
    }

    @Test("whose sequence waits does not count as a silent server")
    func slowProducer() async throws {
        let configuration = NetworkingSession.Configuration(timeout: .milliseconds(300))
        try await withUploadServer(Self.ok) { server, url in
            let session = NetworkingSession(url: url, configuration: configuration)
                .over(.asyncHTTPClient)
            var isSent = false
            // If the machine stalls before the sequence waits, the server may appear silent once.
            while !isSent {
                let (ticks, producer) = AsyncStream<Tick>.makeStream()
                let known = await server.uploads.count
                let task = Task {
                    do throws(RepositoryError) {
                        try await session.request(SentLines(body: RequestStream(ticks)))
                        return true
                    } catch {
                        #expect((error.cause as? NetworkingError)?.code == .timedOut)
                        return false
                    }
                }
                producer.yield(Tick(number: 1))
                while await server.uploads.count == known {
                    try await Task.sleep(for: .milliseconds(2))
                }
                try await Task.sleep(for: .milliseconds(1_000))
                producer.finish()
                isSent = await task.value
            }
        }
    }

    @Test("reports its progress", arguments: Transport.allCases)
    func progress(transport: Transport) async throws {
        try await withUploadServer(Self.ok) { _, url in
            let session = NetworkingSession(url: url).over(transport)
            let reports = Box<[TransferProgress]>([])
            let lines = Box<[String]>([])
            let networking = session.with(
                .logging { line in lines.withLock { $0.append("\(line)") } }
            )
            let chunks = CountedChunks(count: 32, size: 10_000)
            try await networking.request(SentChunks(body: RequestStream(chunks))) { progress in
                reports.withLock { $0.append(progress) }
            }
            let sent = reports.withLock { $0 }.map(\.bytesSent)
            #expect(sent == sent.sorted())
            #expect(sent.last == 320_000)
            #expect(reports.withLock { $0 }.allSatisfy { $0.fractionCompleted == nil })
            #expect(lines.withLock { $0 }.map { $0.contains("sent 320000 bytes") } == [true])
        }
    }
}
