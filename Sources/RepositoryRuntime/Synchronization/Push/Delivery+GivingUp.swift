extension Delivery {
    /// Whether a creation has failed so often, and so clearly, that it is not to be sent once more
    /// before somebody has looked at it.
    func isHopeless(_ attempt: Attempt, after error: RepositoryError) -> Bool {
        // One that is repeated is counted when it is stored what came of it.
        let count = attempt.entry.attempts + (attempt.isRepeated ? 1 : 0)
        return attempt.entry.operation == .create && count >= creationAttempts
            && error.isDefiniteFailure
    }

    /// Keeps a creation as refused with which the server fails again and again, where the server is asked
    /// for it, and does not have it.
    func giveUp(
        _ attempt: Attempt,
        after error: RepositoryError
    ) async throws(StorageError) -> Step {
        let found: RemoteState?
        do throws(RepositoryError) {
            found =
                collection.creationCheck == .identity
                ? try await collection.read(attempt.entry.key.id) : try await search(for: attempt)
        } catch {
            if let cause = error.cause as? StorageError { throw cause }
            return try await wait(attempt, after: error)
        }
        checkpoint()
        guard let found else { return .done(try await reject(attempt.entry.id, error: error)) }
        guard let settlement = try await settle(attempt, found: found) else {
            return try await wait(attempt, after: error)
        }
        return .done(Outcome(settlement))
    }

    private func wait(
        _ attempt: Attempt,
        after error: RepositoryError
    ) async throws(StorageError) -> Step {
        .done(
            try await postpone(
                attempt.entry.id,
                error: error,
                state: .inFlight,
                isCounted: !attempt.isRepeated
            )
        )
    }
}

extension RepositoryError {
    /// Whether the server itself has said that it fails with just this: not what stands before it, and
    /// not that it has no time or no room.
    fileprivate var isDefiniteFailure: Bool {
        status.map { [500, 501, 505, 506, 508, 510].contains($0) } ?? false
    }
}
