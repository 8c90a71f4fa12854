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
public typealias WriteOutcomes<Element: Sendable> = AsyncCompactMapSequence<
    AsyncStream<(number: Int, outcome: WriteOutcome)>, Element
>

extension Broadcast<WriteOutcome> {
    /// Returns a sequence of the outcomes in one collection, or in all, published from now on.
    ///
    /// The latest ones are buffered for a slow consumer, up to a limit. Those for which `read`
    /// returns nil are skipped.
    func outcomes<Element: Sendable>(
        of collection: String?,
        keeping limit: Int,
        _ read: @escaping @Sendable (WriteOutcome) -> Element?
    ) -> WriteOutcomes<Element> {
        let last = Locked(0)
        return subscribe(keeping: limit) { outcome, number in
            collection ?? outcome.collection == outcome.collection ? (number, outcome) : nil
        }
        .compactMap { number, told in
            var outcome = told
            outcome.missedBefore = last.withLock { last in
                defer { last = number }
                return number - last - 1
            }
            return read(outcome)
        }
    }
}
