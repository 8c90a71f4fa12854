import AsyncHTTPClient
import Foundation
import NIOCore
import RepositoryRuntime

/// The bytes of a body, read or produced as the connection takes them.
// Unchecked, and safe: the variables are touched only between lock and unlock.
final class SourceChunks: AsyncSequence, @unchecked Sendable {
    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let chunks: SourceChunks

        func next() async throws -> ByteBuffer? {
            try await chunks.next()
        }
    }

    private let exchange: Exchange
    private let lock = NSLock()
    // Where the bytes come from: one of the two, or neither.
    private var reader: BodySourceReader?
    private var pipe: BodyPipe?
    private var lastCount = 0

    /// Creates a body without bytes.
    ///
    /// - Parameter exchange: What counts the bytes, and ends a body that is produced when it ends.
    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    /// Begins to read the files, or to produce the bytes.
    ///
    /// - Parameter source: The body.
    /// - Throws: `ProducedBody.Spent` where the body is produced, and was sent before.
    func open(_ source: BodySource) throws(ProducedBody.Spent) {
        let pipe = try source.produced?.begin()
        lock.lock()
        defer { lock.unlock() }
        if let pipe { self.pipe = pipe } else { reader = source.reader() }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(chunks: self)
    }

    /// Closes the files, or ends the production, wherever it has come.
    func close() {
        let pipe = lock.withLock {
            reader = nil
            return self.pipe
        }
        pipe?.close()
    }

    /// Reads a chunk: the connection has taken the last one.
    private func next() async throws(UnreadableBody) -> ByteBuffer? {
        let (pipe, count) = lock.withLock { (self.pipe, lastCount) }
        exchange.sent(count)
        let chunk: Data?
        do {
            chunk = if let pipe { try await exchange.next(from: pipe) } else { try read() }
        } catch {
            throw UnreadableBody(cause: error)
        }
        lock.withLock { lastCount = chunk?.count ?? 0 }
        return chunk.map { ByteBuffer(bytes: $0) }
    }

    /// Reads from the files.
    ///
    /// - Returns: A small chunk, because the client holds one for ever where the server does not take it and
    ///   has responded already.
    private func read() throws -> Data? {
        lock.lock()
        defer { lock.unlock() }
        return try reader?.next(size: 32 * 1_024)
    }
}
