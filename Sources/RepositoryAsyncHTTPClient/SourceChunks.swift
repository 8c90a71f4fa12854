import AsyncHTTPClient
import Foundation
import NIOCore
import RepositoryNetworking

/// The bytes of a body, read or produced at the pace of the connection.
// Unchecked, and safe: the variables are accessed only while the lock is held.
final class SourceChunks: AsyncSequence, @unchecked Sendable {
    final class AsyncIterator: AsyncIteratorProtocol {
        private let chunks: SourceChunks

        fileprivate init(_ chunks: SourceChunks) {
            self.chunks = chunks
        }

        // After an early response and the end of the connection, the client reads no more.
        deinit {
            chunks.end.finish()
        }

        func next() async throws -> ByteBuffer? {
            try await chunks.next()
        }
    }

    private let exchange: Exchange
    private let (ends, end) = AsyncStream.makeStream(of: Never.self)
    private let lock = NSLock()
    /// The body, before its first byte is read.
    private var source: BodySource?
    // The source of the bytes: one of the two, or neither.
    private var reader: BodySourceReader?
    private var pipe: BodyPipe?
    /// The number of remaining bytes; nil if unknown.
    private var rest: Int?
    /// The bytes of the last chunk that are not counted as sent yet.
    private var lastCount = 0

    /// Creates a body that is not read or produced before there is a connection.
    ///
    /// - Parameters:
    ///   - source: The body.
    ///   - exchange: Counts the bytes, and ends a produced body when it ends.
    init(_ source: BodySource, for exchange: Exchange) {
        self.source = source
        self.exchange = exchange
        rest = source.length
        // The client requests no bytes of an empty body.
        if rest == 0 { end.finish() }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(self)
    }

    /// Closes the files, or cancels the production, at any point.
    func close() {
        let pipe = lock.withLock {
            source = nil
            reader = nil
            return self.pipe
        }
        pipe?.close()
        end.finish()
    }

    /// Waits until the connection has read the last byte, or reads no more, or the body is closed,
    /// or the task is cancelled.
    func waitForEnd() async {
        for await _ in ends {}
        countLast()
    }

    private func countLast() {
        let count = lock.withLock {
            defer { lastCount = 0 }
            return lastCount
        }
        exchange.sent(count)
    }

    /// Reads a chunk; the previous one was sent.
    ///
    /// - Throws: `UnreadableBody`, or `ProducedBody.Spent` if a produced body was sent before.
    private func next() async throws -> ByteBuffer? {
        try open()
        countLast()
        let pipe = lock.withLock { self.pipe }
        let chunk: Data?
        do {
            chunk = if let pipe { try await exchange.next(from: pipe) } else { try read() }
        } catch {
            throw UnreadableBody(cause: error)
        }
        let isLast = lock.withLock {
            lastCount = chunk?.count ?? 0
            rest = rest.map { $0 - lastCount }
            return chunk == nil || rest == 0
        }
        // The client requests no more if the server responds to the last byte at once.
        if isLast { end.finish() }
        return chunk.map { ByteBuffer(bytes: $0) }
    }

    /// Starts to read the files, or to produce the bytes, with the first chunk.
    private func open() throws(ProducedBody.Spent) {
        guard let source = lock.withLock({ self.source }) else { return }
        let pipe = try source.produced?.begin()
        lock.lock()
        defer { lock.unlock() }
        // If it was closed in the meantime, it stays closed.
        guard self.source != nil else {
            pipe?.close()
            return
        }
        self.source = nil
        if let pipe { self.pipe = pipe } else { reader = source.reader() }
    }

    /// Reads from the files.
    ///
    /// - Returns: A small chunk, because the client keeps one forever if the server does not read
    ///   it and has already responded.
    private func read() throws -> Data? {
        lock.lock()
        defer { lock.unlock() }
        return try reader?.next(size: 32 * 1_024)
    }
}
