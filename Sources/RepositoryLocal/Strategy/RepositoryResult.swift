#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What an operation gave, and where it came from.
///
///     let found = try await messages.results.find { $0.likes > 3 }
///     if found.origin == .local { show("as of \(found.age ?? .zero) ago") }
///     show(found.value)
public struct RepositoryResult<Value: Sendable>: Sendable {
    /// What it gave.
    public var value: Value
    /// The side that it is from.
    public var origin: RepositorySide
    /// When the server last confirmed it, of several the oldest; nil where it never did, or that is
    /// not known.
    public var confirmedAt: Date?
    /// How long ago that was when the result was made.
    public var age: Duration?
    /// What was tried, in order.
    public var attempts: [RepositoryAttempt]
    /// How many writes wait to be sent for what the value holds; one that was refused does not.
    public var editsWaiting: Int
    /// What whoever asked should know.
    public var warnings: Set<RepositoryWarning>

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - value: What it gave.
    ///   - origin: The side that it is from.
    ///   - confirmedAt: When the server last confirmed it.
    ///   - age: How long ago that was.
    ///   - attempts: What was tried, in order.
    ///   - editsWaiting: How many writes wait to be sent for what the value holds.
    ///   - warnings: What whoever asked should know.
    public init(
        _ value: Value,
        from origin: RepositorySide,
        confirmedAt: Date? = nil,
        age: Duration? = nil,
        attempts: [RepositoryAttempt] = [],
        editsWaiting: Int = 0,
        warnings: Set<RepositoryWarning> = []
    ) {
        self.value = value
        self.origin = origin
        self.confirmedAt = confirmedAt
        self.age = age
        self.attempts = attempts
        self.editsWaiting = editsWaiting
        self.warnings = warnings
    }

    /// The same of what becomes of the value.
    ///
    /// - Parameter transform: What becomes of it.
    /// - Returns: The result.
    public func map<Other: Sendable>(_ transform: (Value) -> Other) -> RepositoryResult<Other> {
        RepositoryResult<Other>(
            transform(value),
            from: origin,
            confirmedAt: confirmedAt,
            age: age,
            attempts: attempts,
            editsWaiting: editsWaiting,
            warnings: warnings
        )
    }
}

extension RepositoryResult {
    /// The same with what the local store, or the server, has answered.
    func with<Other>(_ answer: LocalAnswer<Other>, at now: Date) -> RepositoryResult<Other> {
        let seconds = answer.confirmedAt.map { max(0, now.timeIntervalSince($0)) }
        return RepositoryResult<Other>(
            answer.value,
            from: origin,
            confirmedAt: answer.confirmedAt,
            age: seconds.map { .seconds($0) },
            attempts: attempts,
            editsWaiting: answer.editsWaiting,
            warnings: answer.isIncomplete ? warnings.union([.incomplete]) : warnings
        )
    }
}

/// Something that was tried on one side.
public struct RepositoryAttempt: Sendable {
    /// The side.
    public var side: RepositorySide
    /// What was done there.
    public var step: StrategyPlan.Step
    /// What came of it.
    public var outcome: StrategyPlan.Outcome
    /// How long it took.
    public var duration: Duration
    /// Why it failed; nil where it did not.
    public var error: RepositoryError?

    /// Creates an attempt.
    ///
    /// - Parameters:
    ///   - side: The side.
    ///   - step: What was done there.
    ///   - outcome: What came of it.
    ///   - duration: How long it took.
    ///   - error: Why it failed.
    public init(
        on side: RepositorySide,
        step: StrategyPlan.Step,
        outcome: StrategyPlan.Outcome,
        duration: Duration,
        error: RepositoryError? = nil
    ) {
        self.side = side
        self.step = step
        self.outcome = outcome
        self.duration = duration
        self.error = error
    }
}

/// What whoever asked should know of a result.
public enum RepositoryWarning: String, Hashable, Sendable, CaseIterable {
    /// It was written to the local store alone, and nothing will send it.
    case willNotBeSent
    /// The server has done it, and the local store could not keep what it answered.
    case notKept
    /// The local store keeps a part of the collection, and the server may have more of what was asked for.
    case incomplete
}
