/// The result of a synchronization.
///
/// Each finished write is counted as acknowledged, merged, rejected or superseded. Postponed writes
/// remain pending for the next run.
public struct SyncReport: Sendable {
    /// The number of writes that the server accepted unchanged.
    public internal(set) var acknowledged = 0
    /// The number of writes that were merged with another change on the server.
    public internal(set) var merged = 0
    /// The number of writes that were replaced by the server's state or a later write.
    public internal(set) var superseded = 0
    /// The writes that the server rejected in this run, which are kept with its response.
    public internal(set) var rejected: [RejectedWrite] = []
    /// The number of writes that were rejected in this run and earlier ones, and neither retried nor
    /// discarded.
    public internal(set) var rejectedWrites = 0
    /// The number of writes that remain pending for the next run.
    public internal(set) var postponed = 0
    /// The number of files that were uploaded or deleted on the server.
    public internal(set) var uploaded = 0
    /// The number of files that remain pending for the next run.
    public internal(set) var postponedFiles = 0
    /// The number of files that the server rejected, in this run and earlier ones.
    public internal(set) var rejectedFiles = 0
    /// The number of entities that were fetched from the server, or confirmed by it.
    public internal(set) var pulled = 0
    /// The number of entities removed because the server has deleted them.
    public internal(set) var removed = 0
    /// The number of entities removed because they left the partial replica; see
    /// ``ReplicaSelection``.
    public internal(set) var dropped = 0
    /// The writes that conflicted with another change.
    public internal(set) var conflicts: [SyncConflict] = []
    /// Whether the run ended early, because of a deadline or ``Synchronizer/stop()``; the next one
    /// continues.
    public internal(set) var isCutShort = false
    /// The first problems, up to ``maximumProblems``.
    public private(set) var problems: [SyncProblem] = []
    /// The total number of problems.
    public private(set) var problemCount = 0

    /// The number of problems that a report keeps, each with the whole response.
    public static let maximumProblems = 50

    /// Creates the report of a run without any results.
    public init() {}

    /// Whether no write is pending or rejected, and no problem occurred.
    public var isComplete: Bool {
        postponed == 0 && rejected.isEmpty && rejectedWrites == 0 && postponedFiles == 0
            && rejectedFiles == 0 && problemCount == 0 && !isCutShort
    }

    /// Adds a problem.
    mutating func add(_ problem: SyncProblem) {
        problemCount += 1
        if problems.count < Self.maximumProblems { problems.append(problem) }
    }
}

/// A problem in a synchronization.
public struct SyncProblem: Sendable {
    /// The collection; nil if the problem is not specific to one.
    public var collection: String?
    /// The identity of the record; nil if the problem is not specific to one.
    public var id: String?
    /// A description in one sentence, without user data.
    public var message: String
    /// The underlying error: a `RepositoryError` or a `StorageError`.
    public var cause: (any Error)?

    init(_ message: String, collection: String?, id: String? = nil, cause: (any Error)? = nil) {
        self.collection = collection
        self.id = id
        self.message = message
        self.cause = cause
    }
}

extension SyncProblem: CustomStringConvertible {
    /// The message and the collection.
    public var description: String {
        collection.map { "\($0): \(message)" } ?? message
    }
}
