import Foundation

/// Sends creations that were never sent in one request: a state machine.
///
/// The response is matched by position and content. Entities that the server has not created are
/// made pending again and sent one by one, so each gets its own response.
struct BatchDelivery: Sendable {
    /// The effect that the creations wait for.
    private indirect enum Phase {
        case preparing
        case sending
        /// The request for an entity whose response was incomplete.
        case completing(Response, Completion, received: [String: JSON])
        /// A part of the listing that is searched for creations rejected as a whole.
        case searching(CreationSearch, RepositoryError)
        /// The transaction that stores the outcomes.
        case storing(isOneFailure: Bool)
    }

    /// The response, and the fates determined so far.
    private struct Response {
        let batch: BatchAnswer
        let places: [Int?]
        var parts: [BatchPart] = []
    }

    /// The creations that were sent, with their outcomes; empty if there were fewer than two.
    typealias Outcomes = [(entry: OutboxEntry, outcome: DeliveryOutcome)]

    private let ids: [OutboxEntry.ID]
    private let collection: RemoteCollection
    private var attempts: [WriteAttempt] = []
    private var phase = Phase.preparing

    init(of ids: [OutboxEntry.ID], in collection: RemoteCollection) {
        (self.ids, self.collection) = (ids, collection)
    }

    /// Returns the next effect after an event, or ends with the outcomes.
    mutating func next(after event: SyncEvent, at now: Date) -> SyncStep<Outcomes> {
        switch (phase, event) {
        case (.preparing, .stored(.batch(let attempts))):
            return send(attempts, at: now)
        case (.sending, .response(let result)):
            return heed(result)
        case (.completing(var response, let completion, let received), .entity(let read)):
            let attempt = attempts[response.parts.count]
            let state = try? completion.state(reading: read)
            response.parts.append(part(attempt, state, received))
            return complete(response)
        case (.searching(let search, let error), .listed(let result)):
            return self.search(search, in: result, after: error)
        case (.storing(let isOneFailure), .stored(.outcomes(var outcomes))):
            // A common failure is reported once.
            if isOneFailure {
                for index in outcomes.indices.dropFirst() { outcomes[index].error = nil }
            }
            return .end(zip(attempts, outcomes).map { ($0.entry, $1) })
        case (.preparing, _):
            return .perform(.store(.prepareBatch(ids, of: collection.schema.name)))
        default:
            return .end([])
        }
    }

    private mutating func send(_ attempts: [WriteAttempt], at now: Date) -> SyncStep<Outcomes> {
        self.attempts = attempts
        guard let first = attempts.first else { return .end([]) }
        guard first.maySend(at: now) else { return postpone(after: nil, as: .inFlight) }
        phase = .sending
        return .perform(.exchange(.send(first.request, to: collection.schema.name)))
    }

    // MARK: - The response

    private mutating func heed(
        _ result: Result<NetworkingResponse, RepositoryError>
    ) -> SyncStep<Outcomes> {
        guard let request = attempts.first?.request else { return .end([]) }
        switch Verdict(result, to: request) {
        case .acknowledged(let response):
            do throws(RepositoryError) {
                let batch = try BatchAnswer(response, to: request)
                let drafts = attempts.map { (try? collection.draft($0.sent)) ?? $0.sent }
                return complete(Response(batch: batch, places: batch.places(of: drafts)))
            } catch {
                // The server has carried something out, but it is unknown what.
                return postpone(after: error, as: .inFlight)
            }
        case .later(let error, let pause): return postpone(after: error, as: .waiting, pause)
        case .ambiguous(let error, let pause): return postpone(after: error, as: .inFlight, pause)
        case .conflict(let error), .gone(let error), .refused(let error):
            return refuse(after: error)
        }
    }

    /// Determines the fate of each creation in turn, and stores all of them in one transaction.
    private mutating func complete(_ response: Response) -> SyncStep<Outcomes> {
        var response = response
        while response.parts.count < attempts.count {
            let attempt = attempts[response.parts.count]
            let place = response.places[response.parts.count]
            guard let element = response.batch.element(at: place),
                element[collection.schema.identityKey]?.identityText != nil,
                let received = element.object,
                !response.batch.isJob(received, of: attempt.sent, at: place)
            else {
                let fate = fate(of: attempt, in: response.batch, at: place)
                response.parts.append(BatchPart(attempt: attempt, fate: fate))
                continue
            }
            let completion = try? Completion(
                of: attempt,
                returning: received,
                tag: collection.conventions.versions.tag(of: element),
                in: collection
            )
            if let completion, let id = completion.idToRead {
                phase = .completing(response, completion, received: received)
                return .perform(
                    .exchange(.read(RecordKey(collection: collection.schema.name, id: id)))
                )
            }
            response.parts.append(part(attempt, try? completion?.state(), received))
        }
        return store(response.parts)
    }

    private func part(
        _ attempt: WriteAttempt,
        _ state: RemoteState?,
        _ received: [String: JSON]
    ) -> BatchPart {
        BatchPart(
            attempt: attempt,
            fate: state.map { .created($0, received: received) }
                // The created entity could not be decoded.
                ?? .postponed(Postponement(attempt, after: nil))
        )
    }

    /// Returns the fate of a creation that the server has not created, or does not report as
    /// created.
    private func fate(
        of attempt: WriteAttempt,
        in batch: BatchAnswer,
        at place: Int?
    ) -> BatchPart.Fate {
        guard let place, let element = batch.element(at: place) else {
            return .postponed(Postponement(attempt, after: nil))
        }
        let answer = batch.answer(at: place)
        switch answer.map({ Verdict($0, to: attempt.request) }) {
        case nil where !element.isRefusal:
            return .postponed(Postponement(attempt, after: nil))
        case .later(let error, let pause):
            return .postponed(Postponement(attempt, after: error, as: .waiting, pause: pause))
        case .ambiguous(let error, let pause):
            return .postponed(Postponement(attempt, after: error, pause: pause))
        case .acknowledged where answer?.status != 200 || !collection.namesIdentity(attempt.sent):
            return .postponed(Postponement(attempt, after: nil))
        // With status 200 and a client-assigned identity, it may be an existing entity: it is sent
        // again on its own.
        case nil, .acknowledged, .conflict, .gone, .refused:
            return .alone(nil)
        }
    }

    // MARK: - Rejected batches

    /// The status codes of a server that has not read the body.
    private static let unread: Set<Int> = [405, 411, 414, 415, 501]

    /// Continues after a server has rejected creations as a whole.
    ///
    /// If a single one is invalid, not every server rolls back those before it, and they would be
    /// created twice. So they are searched for in a listing, if the server supports one.
    private mutating func refuse(after error: RepositoryError) -> SyncStep<Outcomes> {
        guard let status = error.response?.status, !Self.unread.contains(status) else {
            return store(attempts.map { BatchPart(attempt: $0, fate: .alone(error)) })
        }
        let sought = attempts.filter(isSought)
        let search = CreationSearch(for: sought, in: collection)
        guard !sought.isEmpty, collection.listing != .none else {
            return end(search, isWhole: true, after: error)
        }
        phase = .searching(search, error)
        return .perform(
            .exchange(.list(RemotePages(collection, isSearch: true), of: collection.schema.name))
        )
    }

    private mutating func search(
        _ search: CreationSearch,
        in result: Result<ListingPart, RepositoryError>,
        after error: RepositoryError
    ) -> SyncStep<Outcomes> {
        switch result {
        case .failure(let failure) where collection.isUnsearchable(failure):
            // The results cannot be found, but the valid creations must still be carried out.
            return end(CreationSearch(for: [], in: collection), isWhole: true, after: error)
        case .failure(let failure):
            return postpone(after: failure, as: .inFlight)
        case .success(let part):
            guard let elements = part.elements else {
                return end(search, isWhole: part.pages.provesAbsence, after: error)
            }
            var search = search
            search.note(elements.compactMap(\.state))
            phase = .searching(search, error)
            return .perform(.exchange(.list(part.pages, of: collection.schema.name)))
        }
    }

    private mutating func end(
        _ search: CreationSearch,
        isWhole: Bool,
        after error: RepositoryError
    ) -> SyncStep<Outcomes> {
        store(
            attempts.map { attempt in
                let found = FoundCreation(
                    candidates: search.candidates(for: attempt.entry),
                    isWhole: isWhole && isSought(attempt)
                )
                return BatchPart(attempt: attempt, fate: .refused(error, found))
            }
        )
    }

    /// Whether the result of a creation must be recognized by content, not by identity.
    private func isSought(_ attempt: WriteAttempt) -> Bool {
        collection.creationCheck != .identity && !collection.isFoundByIdentity(attempt.sent)
    }

    // MARK: - Transactions

    private mutating func postpone(
        after error: RepositoryError?,
        as state: OutboxEntry.State,
        _ pause: Verdict.Pause = .entry
    ) -> SyncStep<Outcomes> {
        store(
            attempts.map { attempt in
                let postponement = Postponement(attempt, after: error, as: state, pause: pause)
                return BatchPart(attempt: attempt, fate: .postponed(postponement))
            },
            isOneFailure: true
        )
    }

    private mutating func store(
        _ parts: [BatchPart],
        isOneFailure: Bool = false
    ) -> SyncStep<Outcomes> {
        phase = .storing(isOneFailure: isOneFailure)
        return .perform(.store(.settleBatch(parts)))
    }
}

extension JSON {
    /// Whether this element means that nothing was created: it is null, an error, or has the status
    /// code of one.
    fileprivate var isRefusal: Bool {
        self == .null || self["status"]?.double ?? 0 >= 400
            || ["error", "errors"].contains { !(self[$0] ?? .null).isKept(as: .null) }
    }
}
