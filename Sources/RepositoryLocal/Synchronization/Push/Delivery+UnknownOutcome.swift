extension Delivery {
    /// Whether the server can not be searched for what a creation has become.
    func isUnsearchable(_ error: RepositoryError) -> Bool {
        error.code == .unknownOutcome || [405, 501].contains(error.status)
    }

    /// Keeps a creation for the user to decide of which nobody can tell whether it has happened: sent once
    /// more, it could happen twice.
    ///
    /// What was written to the entity since is kept with it, but for its deletion: that would be of what
    /// nobody knows here.
    func rejectUnknown(
        _ id: OutboxEntry.ID,
        because cause: RepositoryError
    ) async throws(StorageError) -> Step {
        var error = cause
        error.message = """
            It is not known whether the server has created this, and the server cannot be asked: \
            \(cause.message)
            """
        let failure = OutboxFailure(error, at: clock.now)
        let outcome = try await storage.write { store throws(StorageError) in
            guard var entry = try store.entry(id) else { return Outcome(.absent) }
            try store.end(store.entries(of: entry.key).filter { $0.id != id })
            entry.changed = nil
            entry.failure = failure
            return Outcome(.rejected(try store.keep(entry, as: .rejected)))
        }
        checkpoint()
        return .done(outcome)
    }
}

extension RepositoryError.Code {
    /// It cannot be found out whether the server has carried a write out.
    static let unknownOutcome = RepositoryError.Code("unknownOutcome")
}
