extension Delivery {
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
