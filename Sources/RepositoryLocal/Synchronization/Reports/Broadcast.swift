/// Publishes values to all subscribers, in the same order.
final class Broadcast<Value: Sendable>: Sendable {
    private struct Subscriber: Sendable {
        /// Yields a value with its number, and returns whether it was of interest.
        let yield: @Sendable (Value, Int) -> Bool
        let finish: @Sendable () -> Void
        var count = 0
    }

    private struct State: Sendable {
        var subscribers: [Int: Subscriber] = [:]
        var last = 0
        var isFinished = false
    }

    private let state = Locked(State())

    deinit { finish() }

    /// Whether there are subscribers.
    var hasSubscribers: Bool { state.withLock { !$0.subscribers.isEmpty } }

    /// Returns a stream, for a single consumer, of what is published from now on, until the
    /// broadcast ends or is released.
    ///
    /// The newest elements are buffered for a slow consumer, up to a limit. `element` gets each
    /// value with its number, which counts from 1 the values of interest to this subscriber; it
    /// returns nil if the value is of no interest.
    func subscribe<Element: Sendable>(
        keeping limit: Int,
        _ element: @escaping @Sendable (Value, Int) -> Element?
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self,
            bufferingPolicy: .bufferingNewest(max(1, limit))
        )
        let subscriber = Subscriber(
            yield: { value, number in
                guard let element = element(value, number) else { return false }
                continuation.yield(element)
                return true
            },
            finish: { continuation.finish() }
        )
        let id = state.withLock { state -> Int? in
            guard !state.isFinished else { return nil }
            state.last += 1
            state.subscribers[state.last] = subscriber
            return state.last
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.subscribers[id] = nil }
        }
        return stream
    }

    /// Publishes a value.
    func publish(_ value: Value) {
        state.withLock { state in
            for (id, subscriber) in state.subscribers {
                guard subscriber.yield(value, subscriber.count + 1) else { continue }
                state.subscribers[id]?.count += 1
            }
        }
    }

    /// Ends all streams after their buffered elements have been read.
    func finish() {
        let subscribers = state.withLock { state in
            state.isFinished = true
            return state.subscribers
        }
        for subscriber in subscribers.values { subscriber.finish() }
    }
}
