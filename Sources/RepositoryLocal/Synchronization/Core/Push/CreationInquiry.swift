/// Resolves the outcome of a creation without a response: a state machine.
///
/// If the client assigns the identity, the entity is fetched; if not, the server's listing is
/// searched.
struct CreationInquiry: Sendable {
    private let attempt: WriteAttempt
    private let collection: RemoteCollection
    /// Why the creation is rejected if the server does not have it; nil to send it again.
    private let refusal: RepositoryError?
    private var search: CreationSearch

    init(for attempt: WriteAttempt, in collection: RemoteCollection, refusal: RepositoryError?) {
        (self.attempt, self.collection, self.refusal) = (attempt, collection, refusal)
        search = CreationSearch(for: [attempt], in: collection)
    }

    /// Returns the next effect after an event, or ends with the transaction that stores the result.
    mutating func next(after event: SyncEvent) -> SyncStep<SyncTransaction> {
        switch event {
        case .entity(.success(let state?)):
            return .end(.settleFound(attempt, FoundCreation(candidates: [state], refusal: refusal)))
        case .entity(.success(nil)):
            guard collection.creationCheck != .identity, collection.listing != .none else {
                return .end(.settleFound(attempt, FoundCreation(refusal: refusal)))
            }
            return list(RemotePages(collection, isSearch: true))
        case .listed(.failure) where !search.exactCandidates(for: attempt.entry).isEmpty:
            // A page that always fails must not hide results from earlier pages.
            let found = FoundCreation(
                candidates: search.exactCandidates(for: attempt.entry),
                isWhole: false,
                refusal: refusal
            )
            return .end(.settleFound(attempt, found))
        case .entity(.failure(let error)), .listed(.failure(let error)):
            return giveUp(after: error)
        case .listed(.success(let part)):
            guard let elements = part.elements else {
                let found = FoundCreation(
                    candidates: search.candidates(for: attempt.entry),
                    isWhole: part.pages.provesAbsence,
                    refusal: refusal
                )
                return .end(.settleFound(attempt, found))
            }
            search.note(elements.compactMap(\.state))
            return list(part.pages)
        case .began, .answered, .stored, .response:
            return begin()
        }
    }

    private func begin() -> SyncStep<SyncTransaction> {
        if collection.creationCheck == .identity || collection.isFoundByIdentity(attempt.sent) {
            return .perform(.exchange(.read(attempt.entry.key)))
        }
        guard collection.listing != .none else {
            let error = RepositoryError(
                .unknownOutcome,
                during: attempt.request.operation,
                message: "The entities of the collection cannot be listed."
            )
            return giveUp(after: error)
        }
        return list(RemotePages(collection, isSearch: true))
    }

    private func list(_ pages: RemotePages) -> SyncStep<SyncTransaction> {
        .perform(.exchange(.list(pages, of: collection.schema.name)))
    }

    private func giveUp(after error: RepositoryError) -> SyncStep<SyncTransaction> {
        // Sent again before the server has carried it out, it would be created twice.
        if let refusal, refusal.status == 202 {
            return .end(.rejectUnknown(attempt.entry.id, refusal))
        }
        if let refusal { return .end(.postpone(Postponement(attempt, after: refusal))) }
        if collection.isUnsearchable(error) {
            return .end(.rejectUnknown(attempt.entry.id, error))
        }
        let pause = Verdict(reading: error).pause
        return .end(.postpone(Postponement(attempt, after: error, pause: pause)))
    }
}
