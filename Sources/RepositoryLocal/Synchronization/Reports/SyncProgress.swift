/// The progress of a synchronization.
public enum SyncProgress: Sendable {
    /// A run has started.
    case began
    /// Writes are being sent; `of` is the number pending when the run started.
    case pushing(done: Int, of: Int)
    /// A file of an entity is being sent, with the numbers of bytes sent and in total.
    case sendingFile(RecordKey, property: String, sent: Int, of: Int)
    /// The entities of a collection are being fetched.
    case pulling(collection: String)
    /// The run has ended.
    case ended(SyncReport)
}

/// The numbers of pending and of rejected writes in a store.
public struct SyncSummary: Hashable, Sendable {
    /// The pending writes, including those in flight.
    public var waiting: Int
    /// The rejected writes, which need the user's attention.
    public var rejected: Int

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - waiting: The pending writes.
    ///   - rejected: The rejected writes.
    public init(waiting: Int, rejected: Int) {
        self.waiting = waiting
        self.rejected = rejected
    }

    /// Whether the server has all local writes.
    public var isSynchronized: Bool { waiting == 0 && rejected == 0 }
}

extension SyncSummary {
    /// Counts the writes in a store.
    init(in store: any StorageReader) throws(StorageError) {
        self.init(
            waiting: try store.entryCount(in: OutboxEntry.State.open),
            rejected: try store.entryCount(in: [.rejected])
        )
    }
}
