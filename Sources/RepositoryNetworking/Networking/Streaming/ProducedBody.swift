package import Foundation

/// A body whose bytes are produced while it is sent; it can only be sent once.
package final class ProducedBody: Sendable {
    /// Writes all bytes to a pipe and then returns.
    typealias Production = @Sendable (_ pipe: BodyPipe) async throws -> Void

    /// The body, or a part of it, was sent before.
    package struct Spent: Error {}

    private let turn: OneTurn
    private let pipe = BodyPipe()
    private let produce: Production

    init(_ turn: OneTurn, by produce: @escaping Production) {
        self.turn = turn
        self.produce = produce
    }

    /// Whether it cannot be sent again.
    var isSpent: Bool { turn.isTaken }

    /// The number of bytes taken from it.
    var count: Int { pipe.count }

    /// Begins to produce the bytes, at the pace at which they are read.
    ///
    /// - Returns: The pipe to read from; its reader closes it.
    /// - Throws: ``Spent`` if it has begun before.
    package func begin() throws(Spent) -> BodyPipe {
        guard turn.take() else { throw Spent() }
        let task = Task { [pipe, produce] in
            do {
                try await produce(pipe)
                // A cancelled sequence may end as if it were complete.
                try Task.checkCancellation()
                pipe.finish(.success(()))
            } catch {
                pipe.finish(.failure(error))
            }
        }
        pipe.whenClosed { task.cancel() }
        return pipe
    }
}

/// A flag that can be taken once.
final class OneTurn: Sendable {
    private let state = Locked(false)

    var isTaken: Bool { state.withLock { $0 } }

    /// Takes the flag; returns whether it was still free.
    func take() -> Bool {
        state.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }
}

/// A bounded buffer between the producer of a body and the connection that sends it, so that a slow
/// server slows the producer down.
package final class BodyPipe: Sendable {
    /// The size of the buffer in bytes; the producer waits while it is full.
    private static let bound = 256 * 1_024

    private struct State: Sendable {
        var bytes = Data()
        var count = 0
        var end: Result<Void, any Error>?
        var reader: CheckedContinuation<Void, Never>?
        var writer: CheckedContinuation<Void, Never>?
        var whenClosed: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    fileprivate init() {}

    /// The number of bytes read.
    fileprivate var count: Int { state.withLock { $0.count } }

    // MARK: - For the producer

    /// Writes bytes as soon as there is room for them.
    ///
    /// - Throws: `CancellationError` if the reader has closed the pipe.
    func write(_ data: Data) async throws {
        while true {
            let hasRoom = state.withLock { state in
                state.end != nil || state.bytes.count < Self.bound
            }
            if hasRoom { break }
            await withCheckedContinuation { continuation in
                let isNow = state.withLock { state in
                    let isNow = state.end != nil || state.bytes.count < Self.bound
                    if !isNow { state.writer = continuation }
                    return isNow
                }
                if isNow { continuation.resume() }
            }
        }
        let (isClosed, reader) = state.withLock { state in
            guard state.end == nil else { return (true, nil as CheckedContinuation<Void, Never>?) }
            state.bytes.append(data)
            defer { state.reader = nil }
            return (false, state.reader)
        }
        reader?.resume()
        if isClosed { throw CancellationError() }
    }

    fileprivate func finish(_ end: Result<Void, any Error>) {
        let (reader, writer) = state.withLock { state in
            if state.end == nil { state.end = end }
            defer { (state.reader, state.writer) = (nil, nil) }
            return (state.reader, state.writer)
        }
        reader?.resume()
        writer?.resume()
    }

    // MARK: - For the connection

    /// Waits for more bytes; supports only one waiter.
    ///
    /// - Returns: All bytes written since the last call; nil after the last.
    /// - Throws: The error of the producer, or `CancellationError` after ``close()``.
    package func next() async throws -> Data? {
        await withCheckedContinuation { continuation in
            let isNow = state.withLock { state in
                let isNow = state.end != nil || !state.bytes.isEmpty
                if !isNow { state.reader = continuation }
                return isNow
            }
            if isNow { continuation.resume() }
        }
        let (taken, writer) = state.withLock { state in
            // The buffered bytes of an incomplete body are dropped.
            if case .failure(let error) = state.end {
                return (Result<Data?, any Error>.failure(error), state.writer)
            }
            guard !state.bytes.isEmpty else { return (.success(nil), nil) }
            let bytes = state.bytes
            state.bytes = Data()
            state.count += bytes.count
            defer { state.writer = nil }
            return (.success(bytes), state.writer)
        }
        writer?.resume()
        return try taken.get()
    }

    /// Ends the production; bytes written later are dropped.
    package func close() {
        finish(.failure(CancellationError()))
        let whenClosed = state.withLock { state in
            defer { state.whenClosed = nil }
            return state.whenClosed
        }
        whenClosed?()
    }

    fileprivate func whenClosed(_ body: @escaping @Sendable () -> Void) {
        let isClosed = state.withLock { state in
            state.whenClosed = body
            if case .failure(let error) = state.end { return error is CancellationError }
            return false
        }
        if isClosed { body() }
    }
}
