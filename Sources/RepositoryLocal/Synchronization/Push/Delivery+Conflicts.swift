#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Delivery {
    /// Why a write is set against what the server has.
    enum Cause: Sendable {
        /// No entity tag guards it.
        case check
        /// It was sent, perhaps.
        case ambiguity
        /// The server has refused it because of its state, or so it seems.
        case refusal(RepositoryError)

        /// The cause without what was answered.
        var kind: Divergence.Cause {
            switch self {
            case .check: .check
            case .ambiguity: .ambiguity
            case .refusal: .refusal
            }
        }
    }

    /// Reads what the server has, and sets a write against it.
    func reconcile(
        _ entry: OutboxEntry,
        because cause: Cause,
        _ met: inout Encounters
    ) async throws(StorageError) -> Step {
        let state: RemoteState?
        do throws(RepositoryError) {
            if case .refusal(let error) = cause, let current = collection.state(in: error) {
                state = current
            } else {
                state = try await collection.read(entry.key.id)
            }
        } catch {
            // What was sent may have arrived, also where it was refused: sent twice on its way, the second one was.
            let kept: OutboxEntry.State = if case .check = cause { .waiting } else { .inFlight }
            var pause = Verdict.Pause.entry
            if case .later(_, let wanted) = Verdict(reading: error) { pause = wanted }
            return .done(try await postpone(entry.id, error: error, state: kept, pause: pause))
        }
        guard let state else {
            // The place of a creation is free.
            return entry.operation == .create ? .again : try await settleGone(entry, &met)
        }
        let now = clock.now
        let (step, found) = try await storage.write { store throws(StorageError) in
            var reconciliation = Reconciliation(self, entry: entry, cause: cause, at: now)
            let step = try reconciliation.resolve(with: state, in: store)
            return (step, reconciliation)
        }
        if let conflict = found.conflict { met.conflicts.append(conflict) }
        // What one round has merged stays so in the next.
        if found.isMerged { met.isMerged = true }
        checkpoint()
        return step
    }

    /// Settles a change of an entity that the server has no more.
    func settleGone(
        _ entry: OutboxEntry,
        _ met: inout Encounters
    ) async throws(StorageError) -> Step {
        let now = clock.now
        let (step, conflict) = try await storage.write { store throws(StorageError) in
            var reconciliation = Reconciliation(self, entry: entry, cause: .check, at: now)
            let step = try reconciliation.resolveGone(in: store)
            return (step, reconciliation.conflict)
        }
        if let conflict { met.conflicts.append(conflict) }
        checkpoint()
        return step
    }

    /// Whether an entity that is no more is what a write wants: it deletes it, or writes its tombstone.
    func wantsGone(
        _ record: StoredRecord,
        by last: OutboxEntry?
    ) throws(StorageError) -> Bool {
        if last?.operation == .delete { return true }
        return isTombstone(try DocumentMembers.read(record.document))
    }

    /// Settles a creation that met an entity with the same identity; where the server gives the
    /// identities, it is a refusal like others.
    func replaceExisting(
        _ attempt: Attempt,
        after error: RepositoryError,
        _ met: inout Encounters
    ) async throws(StorageError) -> Step {
        let id = attempt.entry.key.id
        guard collection.creationCheck == .identity,
            let state = try? await collection.read(id)
        else { return .done(try await reject(attempt.entry.id, error: error)) }
        let isSame = (try? draft(attempt.sent)).flatMap { sent in
            (try? draft(state.members)).map {
                DocumentMembers.difference(from: sent, to: $0).isEmpty
            }
        }
        if isSame == true {
            // An earlier attempt has arrived after all.
            return .done(Outcome(try await settle(attempt, confirmed: state)))
        }
        return try await reconcile(attempt.entry, because: .check, &met)
    }
}

extension Verdict {
    /// Judges why nothing could be read: reading leaves nothing open.
    init(reading error: RepositoryError) {
        if let response = error.response {
            self.init(response, to: NetworkingRequest(method: .get, path: ""), deletes: false)
        } else {
            self.init(error)
        }
    }
}
