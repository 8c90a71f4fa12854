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
            return .done(try await postpone(attempt, after: error))
        }
        return .done(try await reject(attempt.entry.id, error: error))
    }

    /// The entity after a write that was answered with success; nil where nothing of it is in the entity.
    ///
    /// A service may keep a value in another form, or only some of them; but what is as it was before the
    /// change would be lost here if that counted as its outcome.
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

    /// Sends the whole entity next where a server has merged an object of a patch with the one that it had:
    /// members that were removed here are still there.
    func sendsWhole(
        after attempt: Attempt,
        _ state: RemoteState
    ) async throws(RepositoryError) -> Bool {
        // Where services are known to merge, null has removed them.
        guard attempt.entry.operation == .patch, !collection.conventions.mergesObjects,
            let base = try await base(of: attempt),
            let changes = attempt.entry.changed?.object,
            changes.contains(where: { key, value in
                value.lacks(memberOf: base[key] ?? .null, keptIn: state.members[key] ?? .null)
            })
        else { return false }
        return try await stored { () async throws(StorageError) in
            try await storage.write { store throws(StorageError) in
                guard var entry = try store.entry(attempt.entry.id), entry.state == .inFlight,
                    var record = try store.record(entry.key)
                else { return false }
                let local = try DocumentMembers.read(record.document)
                let merge = ThreeWayMerge(base: base, local: local, remote: state.members)
                record.document = try DocumentMembers.write(merge.members)
                record.base = try DocumentMembers.write(state.members)
                record.entityTag = state.tag
                try store.put(record)
                (entry.operation, entry.changed) = (.update, nil)
                try store.put(entry.renewed())
                try store.updateState(of: entry.key)
                return true
            }
        }
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
        try await stored { () async throws(StorageError) in
            try await storage.read { store throws(StorageError) in
                guard let base = try store.record(attempt.entry.key)?.base else { return nil }
                return try DocumentMembers.read(base)
            }
        }
    }
}

extension JSON {
    /// Whether this object lacks a member of an older one that is still in a newer one, at any depth.
    fileprivate func lacks(memberOf old: JSON, keptIn new: JSON) -> Bool {
        guard let sent = object, let old = old.object, let new = new.object else { return false }
        return old.contains { key, value in
            guard value != .null, let kept = new[key], kept != .null else { return false }
            guard let own = sent[key], own != .null else { return kept == value }
            return own.lacks(memberOf: value, keptIn: kept)
        }
    }
}
