/// What a synchronization has done.
///
/// Each write that was sent ended in one of: acknowledged, merged, rejected, superseded. What was
/// postponed waits for the next run.
public struct SyncReport: Sendable {
    /// The writes that the server has taken as they were.
    public internal(set) var acknowledged = 0
    /// The writes that met another change, and are together with it on the server now.
    public internal(set) var merged = 0
    /// The writes whose place the server's state, or a later write, has taken.
    public internal(set) var superseded = 0
    /// The writes that the server has refused, and that are kept with its answer.
    public internal(set) var rejected: [RejectedWrite] = []
    /// The writes that wait for the next run.
    public internal(set) var postponed = 0
    /// The files that the server has taken, or deleted.
    public internal(set) var uploaded = 0
    /// The files that wait for the next run.
    public internal(set) var postponedFiles = 0
    /// The files that the server has rejected, of this run and of earlier ones.
    public internal(set) var rejectedFiles = 0
    /// The entities that came from the server, or were confirmed by it.
    public internal(set) var pulled = 0
    /// The entities that the server has no more, and that are removed.
    public internal(set) var removed = 0
    /// The entities that are removed from the local store because it keeps a part of the collection; see
    /// ``ReplicaSelection``.
    public internal(set) var dropped = 0
    /// The writes that met another change.
    public internal(set) var conflicts: [SyncConflict] = []
    /// Whether the run was ended before its end, by a deadline or by ``Synchronizer/stop()``: the next one goes
    /// on.
    public internal(set) var isCutShort = false
    /// What could not be done: the first of it, ``maximumProblems`` at most.
    public private(set) var problems: [SyncProblem] = []
    /// How much could not be done.
    public private(set) var problemCount = 0

    /// How many problems a report keeps, each with the server's whole answer.
    public static let maximumProblems = 50

    /// Creates the report of a run that has done nothing.
    public init() {}

    /// Whether nothing waits, was refused, or went wrong.
    public var isComplete: Bool {
        postponed == 0 && rejected.isEmpty && postponedFiles == 0 && rejectedFiles == 0
            && problemCount == 0 && !isCutShort
    }

    /// Notes something that could not be done.
    mutating func add(_ problem: SyncProblem) {
        problemCount += 1
        if problems.count < Self.maximumProblems { problems.append(problem) }
    }
}

/// Something that a synchronization could not do.
public struct SyncProblem: Sendable {
    /// The collection; nil where it is not about one.
    public var collection: String?
    /// The identity of the record; nil where it is not about one.
    public var id: String?
    /// What happened, in a sentence, without data of the user.
    public var message: String
    /// The error below: a `RepositoryError` or a `StorageError`.
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
