extension Delivery {
    /// Whether a creation has failed so often, and so clearly, that it is not to be sent once more
    /// before somebody has looked at it.
    func isHopeless(_ attempt: Attempt, after error: RepositoryError) -> Bool {
        attempt.entry.operation == .create && hasTriedEnough(attempt) && error.isDefiniteFailure
    }

    /// Whether a creation is refused because the first request with its key may still be at work, as the
    /// draft of the header field `Idempotency-Key` has it.
    func mayBeAtWork(_ attempt: Attempt) -> Bool {
        attempt.isRepeated && attempt.entry.operation == .create && !attempt.entry.isOfBatch
            && collection.knowsIdempotencyKeys
    }

    func hasTriedEnough(_ attempt: Attempt) -> Bool {
        // One that is repeated is counted when it is stored what came of it.
        attempt.entry.attempts + (attempt.isRepeated ? 1 : 0) >= creationAttempts
    }

    /// Keeps a creation as refused with which the server fails again and again, where the server is asked
    /// for it, and does not have it.
    func giveUp(
        _ attempt: Attempt,
        after error: RepositoryError
    ) async throws(StorageError) -> Step {
        let found: RemoteState?
        do throws(RepositoryError) {
            found = try await look(for: attempt)
        } catch {
            if let cause = error.cause as? StorageError { throw cause }
            return .done(try await postpone(attempt, after: error))
        }
        checkpoint()
        guard let found else { return .done(try await reject(attempt.entry.id, error: error)) }
        guard let settlement = try await settle(attempt, found: found) else {
            return .done(try await postpone(attempt, after: error))
        }
        return .done(Outcome(settlement))
    }
}

extension RepositoryError {
    /// Whether the server itself has said that it fails with just this: not what stands before it, and
    /// not that it has no time or no room.
    fileprivate var isDefiniteFailure: Bool {
        status.map { [500, 501, 505, 506, 508, 510].contains($0) } ?? false
    }
}
