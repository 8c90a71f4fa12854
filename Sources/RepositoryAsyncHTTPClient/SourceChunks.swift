import AsyncHTTPClient
import Foundation
import NIOCore
import RepositoryNetworking

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
    private let (ends, end) = AsyncStream.makeStream(of: Never.self)
    private let lock = NSLock()
    /// The body, before its first byte is taken.
    private var source: BodySource?
    // Where the bytes come from: one of the two, or neither.
    private var reader: BodySourceReader?
    private var pipe: BodyPipe?
    /// How many bytes are still to come; nil where nobody knows.
    private var rest: Int?
    /// How many bytes of the last chunk have not been counted as sent.
    private var lastCount = 0

    /// Creates a body, of which nothing is read or produced before there is a connection.
    ///
    /// - Parameters:
    ///   - source: The body.
    ///   - exchange: What counts the bytes, and ends a body that is produced when it ends.
    init(_ source: BodySource, for exchange: Exchange) {
        self.source = source
        self.exchange = exchange
        rest = source.length
        // The client asks for no bytes of a body that has none.
        if rest == 0 { end.finish() }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(chunks: self)
    }

    /// Closes the files, or ends the production, wherever it has come.
    func close() {
        let pipe = lock.withLock {
            source = nil
            reader = nil
            return self.pipe
        }
        pipe?.close()
        end.finish()
    }

    /// Waits until the connection has taken the last byte, the body is closed, or the task is cancelled.
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

    /// Reads a chunk: the connection has taken the last one.
    ///
    /// - Throws: `UnreadableBody`, or `ProducedBody.Spent` where the body is produced, and was sent before.
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
        // The client does not ask for more where a server responds to the last byte at once.
        if isLast { end.finish() }
        return chunk.map { ByteBuffer(bytes: $0) }
    }

    /// Begins to read the files, or to produce the bytes, with the first chunk.
    private func open() throws(ProducedBody.Spent) {
        guard let source = lock.withLock({ self.source }) else { return }
        let pipe = try source.produced?.begin()
        lock.lock()
        defer { lock.unlock() }
        // Closed meanwhile, it stays so.
        guard self.source != nil else {
            pipe?.close()
            return
        }
        self.source = nil
        if let pipe { self.pipe = pipe } else { reader = source.reader() }
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
