/// The outcomes of writes, each exactly once, starting when the sequence is created.
///
///     for await outcome in messages.outcomes() {
///         guard case .rejected(let failure) = outcome.kind else { continue }
///         warn(about: outcome.id, failure.message)
///     }
///
/// An outcome is published after it is stored. Outcomes of pending writes to one entity are
/// published in the order of the writes. The sequence has the outcomes of writes that the
/// synchronizer sent, and of those that its repositories sent directly, if there was a response. It
/// has none for local writes without an intent, and for writes that were discarded before they were
/// sent. Direct writes that could not be sent, or whose outcome is unknown, throw an error to the
/// caller instead.
///
/// Outcomes are not stored: without a consumer, they are lost. Rejected and pending writes remain
/// in the store, where you can read them. For a slow consumer, the latest outcomes are buffered up
/// to a limit; ``WriteOutcome/missedBefore`` is the number of outcomes dropped before this one.
///
/// The sequence has a single consumer, and ends when its task is cancelled or the synchronizer is
/// released.
public struct WriteOutcomes<Element: Sendable>: AsyncSequence, Sendable {
    /// The sequence never throws.
    public typealias Failure = Never

    fileprivate typealias Numbered = (number: Int, outcome: WriteOutcome)

    fileprivate let stream: AsyncStream<Numbered>
    fileprivate let read: @Sendable (WriteOutcome) -> Element?

    /// An iterator over the outcomes.
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
        /// - Returns: The outcome; nil after the task was cancelled or the synchronizer was
        ///   released.
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

    /// Creates the iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(self)
    }
}

extension Broadcast<WriteOutcome> {
    /// Returns a sequence of all outcomes published from now on.
    ///
    /// - Parameters:
    ///   - collection: The collection of the writes; nil for all.
    ///   - limit: The number of outcomes buffered for a slow consumer.
    ///   - read: Returns the element for an outcome; nil to skip it.
    /// - Returns: The sequence.
    func outcomes<Element: Sendable>(
        of collection: String?,
        keeping limit: Int,
        _ read: @escaping @Sendable (WriteOutcome) -> Element?
    ) -> WriteOutcomes<Element> {
        WriteOutcomes(
            stream: subscribe(keeping: limit) { outcome, number in
                collection ?? outcome.collection == outcome.collection ? (number, outcome) : nil
            },
            read: read
        )
    }
}
