import Foundation

/// Executes the steps of a plan; all decisions are in the plan.
struct PlannedRun<Value: Sendable> {
    /// The plan, with the steps taken so far.
    var plan: StrategyPlan
    /// The error that prevented finding out whether there are pending writes.
    var lookFailure: RepositoryError?
    let clock: any SyncClock
    /// The entity tag and the age of the responses to a read.
    let exchange = EntityTagExchange()

    /// Sends the request to the server.
    let attemptRemote: () async throws(RepositoryError) -> Value
    /// Reads from the local store.
    var readLocally: (() async throws(RepositoryError) -> RepositoryResult<Value>)?
    /// Writes to the local store, after a request to the server with its error.
    var writeLocally:
        (
            (StrategyPlan.LocalWrite, RepositoryError?) async throws(RepositoryError) ->
                RepositoryResult<
                    Value
                >
        )?
    /// Stores the server's response as of a date.
    var keep: ((Value, Date) async throws(RepositoryError) -> RepositoryResult<Value>)?
    /// Removes the local copy, which the server did not have at a date.
    var remove: ((Date) async throws(RepositoryError) -> Void)?
    /// Requests a synchronization.
    var request: () -> Void = {}
    /// Whether a value is empty.
    var isEmpty: (Value) -> Bool = { _ in false }
    /// The error if the plan refuses the operation.
    let unavailable: RepositoryError

    private var remote: RepositoryResult<Value>?
    /// The date of the server's response; nil before it.
    private var answeredAt: Date?
    private var local: RepositoryResult<Value>?
    private var remoteFailure: RepositoryError?
    private var localFailure: RepositoryError?
    private var attempts: [RepositoryAttempt] = []

    init(
        _ plan: StrategyPlan,
        clock: any SyncClock,
        unavailable: RepositoryError,
        attemptRemote: @escaping () async throws(RepositoryError) -> Value
    ) {
        self.plan = plan
        self.clock = clock
        self.unavailable = unavailable
        self.attemptRemote = attemptRemote
    }

    /// Executes all steps.
    mutating func run() async throws(RepositoryError) -> RepositoryResult<Value> {
        while true {
            switch plan.next {
            case .attemptRemote: await askServer()
            case .readLocally, .writeLocally: await askStore()
            case .keepAnswer: await keepAnswer()
            case .removeLocally:
                let (remove, date) = (remove, answeredAt ?? clock.now)
                note(
                    await attempt(.local) { () throws(RepositoryError) in try await remove?(date) }
                )
            case .requestSynchronization:
                request()
                plan.record(.succeeded)
            case .finish(let side):
                guard let answer = side == .remote ? remote : local else { throw unavailable }
                return result(answer, from: side)
            case .fail(let side): throw failure(of: side)
            case .refuse: throw unavailable
            }
        }
    }

    // MARK: - Steps

    private mutating func askServer() async {
        let (began, attemptRemote, exchange) = (clock.now, attemptRemote, exchange)
        let isRead = plan.operation.isRead
        var value: Value?
        let attempt = await attempt(.remote, of: { value }) { () throws(RepositoryError) in
            value =
                isRead ? try await exchange.exchanging(attemptRemote) : try await attemptRemote()
        }
        // A read is as old as its request, or older if it was cached; a write as old as its
        // response.
        let date = isRead ? began.addingTimeInterval(-Double(exchange.age)) : clock.now
        remote = value.map { RepositoryResult($0, confirmedAt: date) }
        answeredAt = date
        remoteFailure = attempt.error
        note(attempt)
    }

    private mutating func askStore() async {
        let (read, write, failure) = (readLocally, writeLocally, remoteFailure)
        let step = plan.next
        var answer: RepositoryResult<Value>?
        let attempt = await attempt(.local, of: { answer?.value }) { () throws(RepositoryError) in
            if case .writeLocally(let form) = step {
                answer = try await write?(form, failure)
            } else {
                answer = try await read?()
            }
        }
        local = answer
        localFailure = attempt.error
        note(attempt)
    }

    private mutating func keepAnswer() async {
        let (answered, keep, now) = (remote, keep, clock.now)
        var kept: RepositoryResult<Value>?
        let attempt = await attempt(.local) { () throws(RepositoryError) in
            guard let answered else { return }
            kept = try await keep?(answered.value, answered.confirmedAt ?? now)
        }
        if let kept { remote = kept }
        note(attempt)
    }

    /// Executes a step on one side.
    private func attempt(
        _ side: RepositorySide,
        of value: () -> Value? = { nil },
        _ body: () async throws(RepositoryError) -> Void
    ) async -> RepositoryAttempt {
        let began = ContinuousClock.now
        var failure: RepositoryError?
        let outcome: StrategyPlan.Outcome
        do throws(RepositoryError) {
            try await body()
            outcome = value().map(isEmpty) ?? false ? .notFound : .succeeded
        } catch {
            failure = error
            outcome = StrategyPlan.Outcome(error, of: plan.operation)
        }
        return RepositoryAttempt(
            side: side,
            step: plan.next,
            outcome: outcome,
            duration: began.duration(to: .now),
            error: failure
        )
    }

    private mutating func note(_ attempt: RepositoryAttempt) {
        plan.record(attempt.outcome)
        attempts.append(attempt)
    }

    // MARK: - Results

    private func result(
        _ answer: RepositoryResult<Value>,
        from side: RepositorySide
    ) -> RepositoryResult<Value> {
        var warnings: Set<RepositoryWarning> = []
        for attempt in attempts {
            switch attempt.step {
            case .writeLocally(.withoutIntent) where attempt.outcome == .succeeded:
                warnings.insert(.willNotBeSent)
            case .keepAnswer where attempt.outcome != .succeeded,
                .removeLocally where attempt.outcome != .succeeded:
                warnings.insert(.notKept)
            default: break
            }
        }
        let result = RepositoryResult(
            value: (),
            origin: side,
            attempts: attempts,
            warnings: warnings
        )
        return result.with(answer, at: clock.now)
    }

    private func failure(of side: RepositorySide) -> RepositoryError {
        guard side == .remote else {
            var failure = localFailure ?? lookFailure ?? unavailable
            // The server may have carried out the write, although the store could not note it.
            if remoteFailure?.isAmbiguous == true { failure.isAmbiguous = true }
            return failure
        }
        if let localFailure, localFailure.cause is DeletedMeanwhile { return localFailure }
        guard var failure = remoteFailure else { return unavailable }
        if let localFailure, localFailure.code != .notFound {
            failure.message += " The local store failed, too: \(localFailure.message)"
        }
        return failure
    }
}
