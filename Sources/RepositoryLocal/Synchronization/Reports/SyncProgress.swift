/// How far a synchronization is.
public enum SyncProgress: Sendable {
    /// A run has begun.
    case began
    /// Writes are sent: so many are done, of so many that waited when it began.
    case pushing(done: Int, of: Int)
    /// A file of an entity is sent: so many bytes have gone, of so many.
    case sendingFile(RecordKey, property: String, sent: Int, of: Int)
    /// The entities of a collection come.
    case pulling(collection: String)
    /// The run has ended.
    case ended(SyncReport)
}

/// How all records of a store stand to the server.
public struct SyncSummary: Hashable, Sendable {
    /// The writes that wait, also those that are being sent.
    public var waiting: Int
    /// The writes that the server refused, and that the user is to look at.
    public var rejected: Int

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - waiting: The writes that wait.
    ///   - rejected: The writes that the server refused.
    public init(waiting: Int, rejected: Int) {
        self.waiting = waiting
        self.rejected = rejected
    }

    /// Whether the server has all that was written here.
    public var isSynchronized: Bool { waiting == 0 && rejected == 0 }
}
