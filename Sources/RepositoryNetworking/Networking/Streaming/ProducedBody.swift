package import Foundation

/// A body whose bytes are produced while it is sent; it can be sent once.
package final class ProducedBody: Sendable {
    /// Writes all bytes to a pipe, and returns behind the last.
    typealias Production = @Sendable (_ pipe: BodyPipe) async throws -> Void

    /// The body was sent before, or a part of it.
    package struct Spent: Error {}

    private let turn: OneTurn
    private let pipe = BodyPipe()
    private let produce: Production

    init(_ turn: OneTurn, by produce: @escaping Production) {
        self.turn = turn
        self.produce = produce
    }

    /// Whether it can no longer be sent.
    var isSpent: Bool { turn.isTaken }

    /// How many bytes have been taken from it.
    var count: Int { pipe.count }

    /// Begins to produce the bytes, at the pace at which they are taken.
    ///
    /// - Returns: Where they are taken from; whoever takes them closes it.
    /// - Throws: ``Spent`` where that has begun before.
    package func begin() throws(Spent) -> BodyPipe {
        guard turn.take() else { throw Spent() }
        let task = Task { [pipe, produce] in
            do {
                try await produce(pipe)
                // A sequence that is cancelled may end like one that has come to its end.
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

/// What can happen once.
final class OneTurn: Sendable {
    private let state = Locked(false)

    var isTaken: Bool { state.withLock { $0 } }

    /// Returns whether it has not happened before.
    func take() -> Bool {
        state.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }
}

/// The bytes between the producer of a body and the connection that takes them: a bounded number, so that a
/// slow server holds the producer back.
package final class BodyPipe: Sendable {
    /// How many bytes may wait; the producer waits then.
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

    /// How many bytes have been taken.
    fileprivate var count: Int { state.withLock { $0.count } }

    // MARK: - For the producer

    /// Adds bytes, as soon as there is room for them.
    ///
    /// - Throws: `CancellationError` where nobody takes them any more.
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

    /// Waits for more bytes; only one may wait.
    ///
    /// - Returns: All bytes that have come since the last call; nil behind the last.
    /// - Throws: What the producer threw, or `CancellationError` after ``close()``.
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
            // A body that is not whole ends here, with what waits.
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

    /// Ends the production; what is written later is lost.
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
