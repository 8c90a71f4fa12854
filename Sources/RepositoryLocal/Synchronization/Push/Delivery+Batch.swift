#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Delivery {
    /// Brings creations that were never sent to the server, all in one request.
    ///
    /// The answer is matched by position, and by what was sent. Those that the server has not created wait
    /// again, and are sent one by one: so each gets the answer that is about itself.
    ///
    /// Returns those that were sent, and what became of them; none where fewer than two can be.
    func deliver(
        batch ids: [OutboxEntry.ID]
    ) async throws(StorageError) -> [(entry: OutboxEntry, outcome: Outcome)] {
        let attempts = try await prepare(batch: ids)
        let outcomes = try await send(attempts)
        return zip(attempts, outcomes).map { ($0.entry, $1) }
    }

    private func send(_ attempts: [Attempt]) async throws(StorageError) -> [Outcome] {
        guard let first = attempts.first else { return [] }
        checkpoint()
        guard mayBeSent(first) else {
            return try await postpone(attempts, nil, state: .inFlight, pause: .entry)
        }
        let answer: BatchAnswer
        switch await self.answer(to: first.request) {
        case .success(let found):
            answer = found
        case .failure(.later(let error, let pause)):
            return try await postpone(attempts, error, state: .waiting, pause: pause)
        case .failure(.ambiguous(let error, let pause)):
            return try await postpone(attempts, error, state: .inFlight, pause: pause)
        case .failure(.conflict(let error)), .failure(.gone(let error)),
            .failure(.refused(let error)):
            return try await goOn(attempts, after: error)
        case .failure(.acknowledged):
            return []
        }
        checkpoint()
        return try await settle(attempts, answer)
    }

    private func answer(to request: NetworkingRequest) async -> Result<BatchAnswer, Verdict> {
        let response: NetworkingResponse
        do throws(RepositoryError) {
            response = try await collection.send(request)
        } catch {
            return .failure(Verdict(error))
        }
        let verdict = Verdict(response, to: request, deletes: false)
        guard case .acknowledged = verdict else { return .failure(verdict) }
        do throws(RepositoryError) {
            return .success(try BatchAnswer(response, to: request))
        } catch {
            // The server has done something, and nobody knows what.
            return .failure(.ambiguous(error, .entry))
        }
    }

    /// Stores what came of creations in one transaction.
    private func settle(
        _ attempts: [Attempt],
        _ answer: BatchAnswer
    ) async throws(StorageError) -> [Outcome] {
        let places = answer.places(
            of: attempts.map { (try? collection.draft($0.sent)) ?? $0.sent }
        )
        var states: [RemoteState?] = []
        for (attempt, place) in zip(attempts, places) {
            states.append(await confirmed(attempt, answer, at: place))
        }
        let now = clock.now
        let settled = try await storage.write { [states] store throws(StorageError) in
            var settled: [Outcome?] = []
            for (attempt, state) in zip(attempts, states) {
                var outcome: Outcome?
                if let state {
                    outcome = Outcome(try settle(attempt, confirmed: state, at: now, in: store))
                }
                settled.append(outcome)
            }
            return settled
        }
        // What comes below may fail, and these have ended.
        for (attempt, outcome) in zip(attempts, settled) {
            if let outcome { tell(outcome, of: attempt.entry) }
        }
        checkpoint()
        var outcomes: [Outcome] = []
        for (index, attempt) in attempts.enumerated() {
            if let outcome = settled[index] {
                outcomes.append(outcome)
            } else if let place = places[index], let element = answer.element(at: place),
                !isEntity(element), answer.answer(at: place) != nil || element.isRefusal
            {
                outcomes.append(try await goOn(attempt, after: answer.answer(at: place)))
            } else {
                // It is not in the answer, or nobody understands what was created.
                outcomes.append(try await postpone(attempt, after: nil))
            }
        }
        return outcomes
    }

    /// Goes on after a server has not created one of many, or does not say that it has.
    private func goOn(
        _ attempt: Attempt,
        after answer: NetworkingResponse?
    ) async throws(StorageError) -> Outcome {
        switch answer.map({ Verdict($0, to: attempt.request, deletes: false) }) {
        case .later(let error, let pause):
            return try await postpone(attempt, after: error, as: .waiting, pause: pause)
        case .ambiguous(let error, let pause):
            return try await postpone(attempt, after: error, pause: pause)
        case .acknowledged where answer?.status != 200 || !namesIdentity(attempt.sent):
            return try await postpone(attempt, after: nil)
        // With 200 under its identity it may be what was there before: it is asked for again, alone.
        case nil, .acknowledged, .conflict, .gone, .refused:
            let outcomes = try await sendAlone([attempt], nil)
            return outcomes.first ?? Outcome(.postponed)
        }
    }

    /// An entity that the server has created; nil where it has not, or nobody understands.
    private func confirmed(
        _ attempt: Attempt,
        _ answer: BatchAnswer,
        at place: Int?
    ) async -> RemoteState? {
        guard let element = answer.element(at: place), isEntity(element),
            let received = element.object
        else { return nil }
        let tag = collection.conventions.versions.tag(of: element)
        do throws(RepositoryError) {
            let isAnother = try await isAnother(received, than: draft(attempt.sent))
            return isAnother ? nil : try await confirmed(attempt, returning: received, tag: tag)
        } catch {
            return nil
        }
    }

    private func isEntity(_ element: JSON) -> Bool {
        element[collection.schema.identityKey]?.identityText != nil
    }

    /// Marks creations as in flight, as many as can be sent together.
    private func prepare(
        batch ids: [OutboxEntry.ID]
    ) async throws(StorageError) -> [Attempt] {
        let name = "\(OutboxEntry.batchMark)\(UUID().uuidString)"
        let now = clock.now
        return try await storage.write { store throws(StorageError) in
            var attempts: [Attempt] = []
            var bodies: [JSON] = []
            for id in ids {
                guard var entry = try store.entry(id), entry.isNewCreation,
                    try store.entries(of: entry.key).first?.id == id,
                    let record = try store.record(entry.key)
                else { continue }
                var document = try DocumentMembers.read(record.document)
                if collection.schema.hasReferences {
                    document = try withCurrentReferences(document, of: record, in: store)
                }
                guard try !refersToUnsent(document, in: store),
                    try !refersToAbandoned(document, in: store),
                    let body = try? collection.draft(document)
                else { continue }
                let request = collection.collectionRequest(.createAll, "")
                entry.state = .inFlight
                entry.attempts += 1
                entry.changed = .object(document)
                entry.idempotencyKey = "\(name)/\(attempts.count)"
                attempts.append(
                    Attempt(entry: entry, request: request, sent: document, date: now)
                )
                bodies.append(.object(body))
            }
            // What cannot be written together, one array deeper, can perhaps be sent one by one.
            guard attempts.count > 1,
                (try? attempts[0].request.setBody(JSON.array(bodies))) != nil
            else { return [] }
            for index in attempts.indices {
                attempts[index].entry = try store.put(attempts[index].entry)
                try store.updateState(of: attempts[index].entry.key)
            }
            return attempts
        }
    }

    func postpone(
        _ attempts: [Attempt],
        _ error: RepositoryError?,
        state: OutboxEntry.State,
        pause: Verdict.Pause
    ) async throws(StorageError) -> [Outcome] {
        var outcomes: [Outcome] = []
        for attempt in attempts {
            // One failure is one problem.
            var outcome = try await postpone(attempt, after: error, as: state, pause: pause)
            if !outcomes.isEmpty { outcome.error = nil }
            outcomes.append(outcome)
        }
        return outcomes
    }

    /// Lets creations be sent one by one.
    func sendAlone(
        _ attempts: [Attempt],
        _ error: RepositoryError?,
        state: OutboxEntry.State = .waiting
    ) async throws(StorageError) -> [Outcome] {
        let now = clock.now
        try await storage.write { store throws(StorageError) in
            for attempt in attempts {
                guard var entry = try store.entry(attempt.entry.id) else { continue }
                entry.state = state
                entry.failure = error.map { OutboxFailure($0, at: now) }
                try store.put(entry)
                try store.updateState(of: entry.key)
            }
        }
        return attempts.map { _ in Outcome(.postponed) }
    }
}

extension OutboxEntry {
    /// What the idempotency keys of creations begin with that were sent with others.
    static let batchMark = "batch/"

    /// Whether it was sent with others, so that a server does not know its key.
    var isOfBatch: Bool { idempotencyKey.hasPrefix(Self.batchMark) }

    /// Whether it is a creation that was never sent.
    var isNewCreation: Bool { operation == .create && state == .waiting && attempts == 0 }
}

extension JSON {
    /// Whether this says that nothing was created: it is null, an error, or has the status of one.
    fileprivate var isRefusal: Bool {
        self == .null || self["status"]?.double ?? 0 >= 400
            || ["error", "errors"].contains { !(self[$0] ?? .null).isKept(as: .null) }
    }
}
