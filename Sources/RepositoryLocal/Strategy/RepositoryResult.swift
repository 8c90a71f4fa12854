public import Foundation

/// The value of an operation, and where it came from.
///
///     let found = try await messages.results.find { $0.likes > 3 }
///     if found.origin == .local { show("as of \(found.age ?? .zero) ago") }
///     show(found.value)
public struct RepositoryResult<Value: Sendable>: Sendable {
    /// The value.
    public var value: Value
    /// The side that the value came from.
    public var origin: RepositorySide
    /// When the server last confirmed the value; for several entities, the earliest of these dates;
    /// nil if that is unknown, or if the server has never confirmed it.
    public var confirmedAt: Date?
    /// The time from ``confirmedAt`` to the creation of the result.
    public var age: Duration?
    /// The attempts, in order.
    public var attempts: [RepositoryAttempt] = []
    /// The number of pending writes to the entities in the value; rejected ones are not counted.
    public var editsWaiting = 0
    /// Conditions that the caller should know about.
    public var warnings: Set<RepositoryWarning> = []

    /// Returns the result with a transformed value.
    ///
    /// - Parameter transform: The transformation.
    /// - Returns: The result.
    public func map<Other: Sendable>(_ transform: (Value) -> Other) -> RepositoryResult<Other> {
        RepositoryResult<Other>(
            value: transform(value),
            origin: origin,
            confirmedAt: confirmedAt,
            age: age,
            attempts: attempts,
            editsWaiting: editsWaiting,
            warnings: warnings
        )
    }
}

extension RepositoryResult {
    /// Creates the answer of one side, without what a run adds to it.
    init(_ value: Value, confirmedAt: Date? = nil, editsWaiting: Int = 0) {
        self.init(
            value: value,
            origin: .local,
            confirmedAt: confirmedAt,
            editsWaiting: editsWaiting
        )
    }

    /// Returns the answer of one side, with the origin, the attempts and the warnings of this
    /// result.
    func with<Other>(_ answer: RepositoryResult<Other>, at now: Date) -> RepositoryResult<Other> {
        var result = answer
        result.origin = origin
        result.age = answer.confirmedAt.map { .seconds(max(0, now.timeIntervalSince($0))) }
        result.attempts = attempts
        result.warnings.formUnion(warnings)
        return result
    }
}

/// An attempt of an operation on one side.
public struct RepositoryAttempt: Sendable {
    /// The side.
    public var side: RepositorySide
    /// The step of the plan.
    public var step: StrategyPlan.Step
    /// The outcome of the step.
    public var outcome: StrategyPlan.Outcome
    /// How long it took.
    public var duration: Duration
    /// The error, if it failed.
    public var error: RepositoryError?
}

/// A condition that the caller of an operation should know about.
public enum RepositoryWarning: String, Hashable, Sendable, CaseIterable {
    /// The value was written to the local store only, and will never be sent.
    case willNotBeSent
    /// The server carried out the write, but the local store could not store the response.
    case notKept
    /// The local store has only part of the collection; the server may have more matching entities.
    case incomplete
}
