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

/// The numbers of pending and of rejected writes and files in a store.
public struct SyncSummary: Hashable, Sendable {
    /// The pending writes, including those in flight.
    public var waiting: Int
    /// The rejected writes, which need the user's attention.
    public var rejected: Int
    /// The pending files; an export of pending writes does not contain them.
    public var waitingFiles: Int
    /// The rejected files.
    public var rejectedFiles: Int

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - waiting: The pending writes.
    ///   - rejected: The rejected writes.
    ///   - waitingFiles: The pending files.
    ///   - rejectedFiles: The rejected files.
    public init(waiting: Int, rejected: Int, waitingFiles: Int = 0, rejectedFiles: Int = 0) {
        self.waiting = waiting
        self.rejected = rejected
        self.waitingFiles = waitingFiles
        self.rejectedFiles = rejectedFiles
    }

    /// Whether the server has all local writes and files.
    public var isSynchronized: Bool { waiting == 0 && rejected == 0 && !hasFiles }

    /// Whether there are pending or rejected files.
    var hasFiles: Bool { waitingFiles > 0 || rejectedFiles > 0 }
}

extension SyncSummary {
    /// Returns what counts the writes in a store, and the files if it can have any.
    static func reading(
        from storage: any Storage
    ) -> @Sendable (any StorageReader) throws(StorageError) -> SyncSummary {
        let canHaveFiles = storage.attachments != nil
        return { store throws(StorageError) in
            let files = canHaveFiles ? try PendingFile.all(of: store.collections(), in: store) : []
            let rejectedFiles = files.count(where: \.isRejected)
            return SyncSummary(
                waiting: try store.entryCount(in: OutboxEntry.State.open),
                rejected: try store.entryCount(in: [.rejected]),
                waitingFiles: files.count - rejectedFiles,
                rejectedFiles: rejectedFiles
            )
        }
    }
}
