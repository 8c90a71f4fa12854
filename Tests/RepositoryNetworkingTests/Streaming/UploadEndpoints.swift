import Foundation
import RepositoryRuntime

extension Tick: JSONEncodable {
    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("n", number)
        writer.endObject()
    }
}

struct SentLines: EndpointDefinition {
    typealias Response = EmptyResponse
    static let path = "/lines"
    static let method = RepositoryRuntime.HTTPMethod.post
    static let bodyMedia = BodyMedia<RequestStream<Tick>>.jsonLines()
    var body: RequestStream<Tick>
}

struct SentTexts: EndpointDefinition {
    typealias Response = EmptyResponse
    static let path = "/texts"
    static let method = RepositoryRuntime.HTTPMethod.put
    static let bodyMedia = BodyMedia<RequestStream<Tick>>.jsonSequence()
    var body: RequestStream<Tick>
}

struct SentChunks: EndpointDefinition {
    typealias Response = EmptyResponse
    static let path = "/chunks"
    static let method = RepositoryRuntime.HTTPMethod.put
    static let bodyMedia = BodyMedia<RequestStream<Data>>.chunks(as: "video/mp4")
    var body: RequestStream<Data>
}

/// The error of a sequence of these tests that ends early.
struct Jam: Error {}

/// Chunks of one size, counted when they are read.
struct CountedChunks: AsyncSequence, Sendable {
    let count: Int
    let size: Int
    let asked = Box(0)

    struct Iterator: AsyncIteratorProtocol {
        let chunks: CountedChunks
        let chunk: Data
        var rest: Int

        mutating func next() async -> Data? {
            guard rest > 0 else { return nil }
            rest -= 1
            chunks.asked.withLock { $0 += 1 }
            return chunk
        }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(chunks: self, chunk: Data(count: size), rest: count)
    }
}
