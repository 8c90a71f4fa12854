extension Delivery {
    /// How often a change is sent that is answered with success and not carried out.
    private static let ignoredAttempts = 3

    /// Lets a change wait that the server has ignored, as it seems.
    ///
    /// It may show later what it has done; a change that stays ignored is refused.
    func setAside(ignored attempt: Attempt) async throws(StorageError) -> Step {
        let error = RepositoryError(
            .invalid,
            during: attempt.request.operation,
            message: "The server answered with success, and has nothing of the change."
        )
        guard attempt.entry.attempts >= Self.ignoredAttempts else {
            return try await wait(attempt, after: error)
        }
        return .done(try await reject(attempt.entry.id, error: error))
    }

    /// The entity after a write that was answered with success; nil where nothing of it is in the entity.
    ///
    /// A service may keep a value in another form, or only some of them; but what is as it was before the
    /// change would be lost here if that counted as its outcome.
    ///
    /// - Parameters:
    ///   - attempt: The write.
    ///   - confirmed: The entity as the answer has it.
    /// - Returns: The entity as the server has it.
    /// - Throws: `RepositoryError` where the store cannot be read, or the server not be asked.
    func carriedOut(
        _ attempt: Attempt,
        _ confirmed: RemoteState
    ) async throws(RepositoryError) -> RemoteState? {
        guard attempt.entry.operation != .create, let base = try await base(of: attempt),
            try isIgnored(attempt, over: base, in: confirmed)
        else { return confirmed }
        // Some answer with what was there before the change.
        guard let state = try await collection.read(attempt.entry.key.id) else { return nil }
        return try isIgnored(attempt, over: base, in: state) ? nil : state
    }

    /// Whether all that a change was to change is as it was.
    private func isIgnored(
        _ attempt: Attempt,
        over base: [String: JSON],
        in state: RemoteState
    ) throws(RepositoryError) -> Bool {
        // What a client may not write is no part of it.
        let known = try Set(draft(attempt.sent).keys).union(draft(base).keys)
        let changes = DocumentMembers.difference(from: base, to: attempt.sent)
            .filter { known.contains($0.key) }
        return !changes.isEmpty
            && changes.allSatisfy { key, value in
                let kept = state.members[key] ?? .null
                return kept == base[key] ?? .null && !value.isKept(as: kept)
            }
    }

    /// What the server had before a change.
    private func base(of attempt: Attempt) async throws(RepositoryError) -> [String: JSON]? {
        do throws(StorageError) {
            return try await storage.read { store throws(StorageError) in
                guard let base = try store.record(attempt.entry.key)?.base else { return nil }
                return try DocumentMembers.read(base)
            }
        } catch {
            throw RepositoryError(error, during: attempt.request.operation)
        }
    }
}
