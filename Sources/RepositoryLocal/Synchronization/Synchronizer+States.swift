extension Synchronizer {
    /// Returns the numbers of pending and rejected writes in the store.
    ///
    /// - Returns: The numbers.
    /// - Throws: `StorageError` if the store cannot be read.
    public nonisolated func summary() async throws(StorageError) -> SyncSummary {
        try await storage.read { store throws(StorageError) in try SyncSummary(in: store) }
    }

    /// Observes the numbers of pending and rejected writes in the store.
    ///
    /// - Returns: The numbers, now and after each change; a slow consumer skips to the latest.
    public nonisolated func summaries() -> AsyncStream<SyncSummary> {
        storage.observe { store throws(StorageError) in try SyncSummary(in: store) }
    }

    /// Returns the outcomes, from now on, of all writes that this synchronizer sends, or its
    /// repositories send directly; see ``WriteOutcomes``.
    ///
    ///     for await outcome in synchronizer.outcomes() {
    ///         print(outcome.collection, outcome.id ?? "", outcome.kind)
    ///     }
    ///
    /// - Parameter limit: The number of outcomes buffered for a slow consumer.
    /// - Returns: The outcomes, for a single consumer.
    public nonisolated func outcomes(keeping limit: Int = 1000) -> WriteOutcomes<WriteOutcome> {
        outcomeBroadcast.outcomes(of: nil, keeping: limit) { $0 }
    }
}

extension SyncSummary {
    /// Counts the writes in a store.
    fileprivate init(in store: any StorageReader) throws(StorageError) {
        self.init(
            waiting: try store.entryCount(in: OutboxEntry.State.open),
            rejected: try store.entryCount(in: [.rejected])
        )
    }
}
