import Foundation

/// Delivers one write to the server: a state machine.
///
/// Each phase waits for one effect. One transaction marks the write as in flight, then it is sent,
/// and another transaction stores the outcome. If that is unknown, the server is read or searched
/// in between.
struct WriteDelivery: Sendable {
    /// The effect that the write waits for.
    private indirect enum Phase {
        /// A transaction.
        case storing
        /// The response to the write.
        case sending(WriteAttempt)
        /// The request for an entity whose response was incomplete.
        case completing(WriteAttempt, Completion)
        /// The request for an entity whose response does not show that the write was carried out.
        case verifying(WriteAttempt)
        /// The request for an entity that may have the identity of a creation.
        case comparing(WriteAttempt, RepositoryError)
        /// The request for the entity to merge the write with.
        case reading(OutboxEntry, Divergence.Cause, RepositoryError?)
        /// The search for the result of a creation.
        case searching(CreationInquiry)
    }

    /// How often a write is merged with a server state that keeps changing.
    private static let maximumRounds = 6
    /// How often a change is sent that the server reports as successful without carrying it out.
    private static let ignoredAttempts = 3

    private let id: OutboxEntry.ID
    private let collection: RemoteCollection
    private let rules: SyncRules
    /// The cache for cycles of references; nil while entities in cycles wait.
    private let rings: KnownRings?
    private var phase = Phase.storing
    private var rounds = 0
    private var isChecked = false
    /// The write as last stored.
    private(set) var entry: OutboxEntry?
    private(set) var conflicts: [SyncConflict] = []

    init(
        of id: OutboxEntry.ID,
        in collection: RemoteCollection,
        _ rules: SyncRules,
        breaking rings: KnownRings?
    ) {
        (self.id, self.collection, self.rules, self.rings) = (id, collection, rules, rings)
    }

    /// Returns the next effect after an event, or ends with the outcome.
    mutating func next(after event: SyncEvent, at now: Date) -> SyncStep<DeliveryOutcome> {
        switch (phase, event) {
        case (.storing, .stored(.write(let course, let found, let conflict))):
            if let found { entry = found }
            if let conflict { conflicts.append(conflict) }
            return follow(course, at: now)
        case (.storing, .stored):
            return end(DeliveryOutcome(.absent))
        case (.sending(let attempt), .response(let result)):
            return heed(result, to: attempt, at: now)
        case (.completing(let attempt, let completion), .entity(let read)):
            return complete(attempt, completion, reading: read)
        case (.verifying(let attempt), .entity(let read)):
            return verify(attempt, by: read)
        case (.comparing(let attempt, let error), .entity(let read)):
            return compare(attempt, with: read, after: error)
        case (.reading(let entry, let cause, let refusal), .entity(let read)):
            return join(entry, cause, refusal, with: read)
        case (.searching(let inquiry), _):
            return search(inquiry, after: event)
        default:
            return prepare()
        }
    }

    // MARK: - Courses

    private mutating func follow(_ course: Course, at now: Date) -> SyncStep<DeliveryOutcome> {
        switch course {
        case .prepare:
            return prepare()
        case .send(let attempt):
            guard attempt.maySend(at: now) else { return prepare() }
            phase = .sending(attempt)
            return .perform(.exchange(.send(attempt.request, to: collection.schema.name)))
        case .read(let entry, let cause, let refusal):
            isChecked = isChecked || cause != .refusal
            if let refusal, let current = collection.state(in: refusal) {
                return store(.reconcile(entry, cause, refusal, with: current))
            }
            phase = .reading(entry, cause, refusal)
            return .perform(.exchange(.read(entry.key)))
        case .find(let attempt):
            return look(for: attempt, nil)
        case .end(let outcome):
            return end(outcome)
        }
    }

    private mutating func prepare() -> SyncStep<DeliveryOutcome> {
        rounds += 1
        guard rounds <= Self.maximumRounds else {
            let error = RepositoryError(
                .conflict,
                during: collection.schema.name,
                message: "The entity changes on the server before each attempt to write it."
            )
            return store(
                .postpone(Postponement(id: id, error: error, state: .waiting, isCounted: true))
            )
        }
        return store(.prepare(id, isChecked: isChecked, rings))
    }

    private mutating func store(_ transaction: SyncTransaction) -> SyncStep<DeliveryOutcome> {
        phase = .storing
        return .perform(.store(transaction))
    }

    private func end(_ outcome: DeliveryOutcome) -> SyncStep<DeliveryOutcome> {
        var outcome = outcome
        outcome.conflicts = conflicts
        return .end(outcome)
    }

    // MARK: - The response

    private mutating func heed(
        _ result: Result<NetworkingResponse, RepositoryError>,
        to attempt: WriteAttempt,
        at now: Date
    ) -> SyncStep<DeliveryOutcome> {
        let entry = attempt.entry
        let verdict = Verdict(result, to: attempt.request)
        let sent = SyncAttempt(
            operation: entry.operation,
            isRepeated: attempt.isRepeated,
            // A repeated attempt is counted when its outcome is stored.
            attempts: entry.attempts + (attempt.isRepeated ? 1 : 0),
            hasKnownKey: !entry.isOfBatch && collection.knowsIdempotencyKeys,
            attemptLimit: rules.creationAttempts
        )
        switch sent.next(after: verdict) {
        case .settle(let response): return settle(attempt, by: response, at: now)
        case .wait(let error, let state, let pause):
            return store(.postpone(Postponement(attempt, after: error, as: state, pause: pause)))
        case .look(let error): return look(for: attempt, error)
        case .reject(let error): return store(.reject(id, error))
        case .compare(let error): return compare(attempt, after: error)
        case .reconcile(let error): return follow(.read(entry, .refusal, error), at: now)
        }
    }

    private mutating func settle(
        _ attempt: WriteAttempt,
        by response: NetworkingResponse,
        at now: Date
    ) -> SyncStep<DeliveryOutcome> {
        if let error = attempt.trap(in: response, collection) {
            return error.code == .conflict
                ? compare(attempt, after: error) : store(.reject(id, error))
        }
        guard attempt.entry.operation != .delete else {
            return response.isPage ? read(attempt) : store(.settle(attempt, .success(nil)))
        }
        var (attempt, response) = (attempt, response)
        do throws(RepositoryError) {
            if attempt.entry.operation == .create {
                let sent = (try? collection.draft(asSent: attempt.sent)) ?? attempt.sent
                response = try response.asCreation(of: sent, by: attempt.request)
            }
            attempt.existing = attempt.existingEntity(in: response)
            let completion = try Completion(
                of: attempt,
                returning: response.members(for: attempt.request) ?? [:],
                createdID: response.createdID(by: attempt.request),
                tag: response.entityTag,
                in: collection
            )
            if let id = completion.idToRead {
                phase = .completing(attempt, completion)
                return .perform(.exchange(.read(key(id))))
            }
            let state = try completion.state()
            return try settle(attempt, with: state, saying: completion.toldKeys)
        } catch {
            // Sent again before the server has carried it out, it would be created twice.
            let isPending = attempt.entry.operation == .create && response.status == 202
            return isPending
                ? look(for: attempt, error) : store(.settle(attempt, .failure(error)))
        }
    }

    private mutating func complete(
        _ attempt: WriteAttempt,
        _ completion: Completion,
        reading read: Result<RemoteState?, RepositoryError>
    ) -> SyncStep<DeliveryOutcome> {
        var attempt = attempt
        // Without a listing, the entity would be lost if only its URL was wrong.
        if case .success(nil) = read {
            attempt.hasLeft = completion.isReplay && collection.listing != .none
        }
        do throws(RepositoryError) {
            let state = try completion.state(reading: read)
            return try settle(attempt, with: state, saying: nil)
        } catch {
            return store(.settle(attempt, .failure(error)))
        }
    }

    private mutating func settle(
        _ attempt: WriteAttempt,
        with state: RemoteState,
        saying keys: Set<String>?
    ) throws(RepositoryError) -> SyncStep<DeliveryOutcome> {
        if try attempt.isIgnored(in: state, collection, saying: keys) {
            // Some services respond with the state before the change.
            return read(attempt)
        }
        return store(.settle(attempt, .success(state)))
    }

    /// Reads the entity, to verify that the server has carried the write out.
    private mutating func read(_ attempt: WriteAttempt) -> SyncStep<DeliveryOutcome> {
        phase = .verifying(attempt)
        return .perform(.exchange(.read(attempt.entry.key)))
    }

    private mutating func verify(
        _ attempt: WriteAttempt,
        by read: Result<RemoteState?, RepositoryError>
    ) -> SyncStep<DeliveryOutcome> {
        if let result = attempt.result(reading: read, collection) {
            return store(.settle(attempt, result))
        }
        let error = RepositoryError(
            .invalid,
            during: attempt.request.operation,
            message: "The server reported success, but did not apply the change."
        )
        // The change may take effect later.
        return attempt.entry.attempts < Self.ignoredAttempts
            ? store(.settle(attempt, .failure(error))) : store(.reject(id, error))
    }

    // MARK: - The server's state

    private mutating func join(
        _ entry: OutboxEntry,
        _ cause: Divergence.Cause,
        _ refusal: RepositoryError?,
        with read: Result<RemoteState?, RepositoryError>
    ) -> SyncStep<DeliveryOutcome> {
        switch read {
        case .success(nil) where entry.operation == .create:
            // The identity is free.
            return prepare()
        case .success(let state):
            return store(.reconcile(entry, cause, refusal, with: state))
        case .failure(let error):
            let verdict = Verdict(reading: error)
            if let refusal, [404, 410].contains(refusal.status), !verdict.isTemporary {
                // The service does not tell whether the entity exists. If it does, the next listing
                // restores it after a deletion, but a change would create it again.
                return entry.operation == .delete
                    ? store(.reconcile(entry, cause, refusal, with: nil))
                    : store(.reject(id, refusal))
            }
            // The request may have been carried out even if it was rejected: a duplicate in transit
            // is rejected.
            let state: OutboxEntry.State = cause == .check ? .waiting : .inFlight
            return store(
                .postpone(Postponement(id: id, error: error, state: state, pause: verdict.pause))
            )
        }
    }

    /// Fetches the entity that may have the identity of a creation.
    private mutating func compare(
        _ attempt: WriteAttempt,
        after error: RepositoryError
    ) -> SyncStep<DeliveryOutcome> {
        guard collection.creationCheck == .identity else { return store(.reject(id, error)) }
        phase = .comparing(attempt, error)
        return .perform(.exchange(.read(attempt.entry.key)))
    }

    /// Resolves a creation whose identity another entity has.
    private mutating func compare(
        _ attempt: WriteAttempt,
        with read: Result<RemoteState?, RepositoryError>,
        after error: RepositoryError
    ) -> SyncStep<DeliveryOutcome> {
        if case .failure(let failure) = read, ![405, 501].contains(failure.status) {
            // It is sent again, and compared then.
            let pause = Verdict(reading: failure).pause
            return store(
                .postpone(Postponement(attempt, after: failure, as: .waiting, pause: pause))
            )
        }
        guard case .success(let state?) = read else { return store(.reject(id, error)) }
        if let sent = try? collection.draft(attempt.sent),
            let found = try? collection.draft(state.members),
            // Also nothing that was not sent.
            DocumentMembers.has(
                sent: found.mapValues { _ in .null }.merging(sent) { $1 },
                in: found,
                besides: []
            )
        {
            // An earlier attempt has arrived after all.
            return store(.settle(attempt, .success(state)))
        }
        return store(.reconcile(attempt.entry, .check, nil, with: state))
    }

    /// Resolves the outcome of a creation without a response.
    ///
    /// If the server does not have it, it is rejected with the given error; without one it is sent
    /// again.
    private mutating func look(
        for attempt: WriteAttempt,
        _ refusal: RepositoryError?
    ) -> SyncStep<DeliveryOutcome> {
        search(CreationInquiry(for: attempt, in: collection, refusal: refusal), after: .began)
    }

    private mutating func search(
        _ inquiry: CreationInquiry,
        after event: SyncEvent
    ) -> SyncStep<DeliveryOutcome> {
        var inquiry = inquiry
        switch inquiry.next(after: event) {
        case .end(let transaction):
            return store(transaction)
        case .perform(let effect):
            phase = .searching(inquiry)
            return .perform(effect)
        }
    }

    private func key(_ id: String) -> RecordKey {
        RecordKey(collection: collection.schema.name, id: id)
    }
}
