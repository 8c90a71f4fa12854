/// The outcomes of writes, each once, from the moment on at which they were asked for.
///
///     for await outcome in messages.outcomes() {
///         guard case .rejected(let failure) = outcome.kind else { continue }
///         warn(about: outcome.id, failure.message)
///     }
///
/// Outcomes are told when what came of a write is stored; those of one entity that waited, in their
/// order. Told are the writes that the synchronizer ends, and those of its repositories that went to the server itself
/// and were answered. Not told is what never was to reach the server, what was given up before it was
/// sent, and a write past the outbox of which nobody knows whether it has arrived, or that could not be
/// sent: that is thrown to whoever asked for it.
///
/// These are events, not state. Nothing is stored of them, so that what ends while nobody listens is
/// told to nobody: what was refused, and what waits, is found in the store. For who reads slowly, the
/// newest are kept, up to a number; ``WriteOutcome/missedBefore`` says how many are missing before one.
///
/// It is for one reader, and ends with its task, and with the synchronizer.
public struct WriteOutcomes<Element: Sendable>: AsyncSequence, Sendable {
    /// It never fails.
    public typealias Failure = Never

    fileprivate typealias Numbered = (number: Int, outcome: WriteOutcome)

    fileprivate let stream: AsyncStream<Numbered>
    fileprivate let read: @Sendable (WriteOutcome) -> Element?

    /// Reads one outcome after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var base: AsyncStream<Numbered>.Iterator
        private let read: @Sendable (WriteOutcome) -> Element?
        private var last = 0

        fileprivate init(_ outcomes: WriteOutcomes) {
            base = outcomes.stream.makeAsyncIterator()
            read = outcomes.read
        }

        /// Waits for the next outcome.
        ///
        /// - Returns: The outcome; nil after the task was cancelled, or the synchronizer has ended.
        public mutating func next() async -> Element? {
            while let (number, told) = await base.next() {
                var outcome = told
                outcome.missedBefore = number - last - 1
                last = number
                if let element = read(outcome) { return element }
            }
            return nil
        }
    }

    /// Makes the reader.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(self)
    }
}

/// Tells all who listen how writes end.
final class WriteOutcomeBroadcast: Sendable {
    private struct Listener: Sendable {
        /// The collection that is listened to; nil for all.
        let collection: String?
        let continuation: AsyncStream<WriteOutcomes<WriteOutcome>.Numbered>.Continuation
        var count = 0
    }

    private struct State: Sendable {
        var listeners: [Int: Listener] = [:]
        var last = 0
    }

    private let state = Locked(State())

    deinit {
        let listeners = state.withLock { $0.listeners }
        for listener in listeners.values { listener.continuation.finish() }
    }

    /// Makes a sequence of all outcomes that are told from now on.
    func outcomes<Element: Sendable>(
        of collection: String?,
        keeping limit: Int,
        _ read: @escaping @Sendable (WriteOutcome) -> Element?
    ) -> WriteOutcomes<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: WriteOutcomes<Element>.Numbered.self,
            bufferingPolicy: .bufferingNewest(Swift.max(1, limit))
        )
        let number = state.withLock { state in
            state.last += 1
            state.listeners[state.last] = Listener(
                collection: collection,
                continuation: continuation
            )
            return state.last
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[number] = nil }
        }
        return WriteOutcomes(stream: stream, read: read)
    }

    /// Tells how a write has ended.
    func tell(_ outcome: WriteOutcome) {
        state.withLock { state in
            for (number, listener) in state.listeners
            where listener.collection ?? outcome.collection == outcome.collection {
                state.listeners[number]?.count += 1
                // Numbered and put at once, so that all get the same order.
                listener.continuation.yield((listener.count + 1, outcome))
            }
        }
    }
}
