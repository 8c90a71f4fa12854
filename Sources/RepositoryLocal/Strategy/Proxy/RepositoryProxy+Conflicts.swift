// Writes sent directly, bypassing the outbox, under optimistic concurrency control.
extension RepositoryProxy {
    /// How often a write is merged with a server state that keeps changing.
    private static var maximumRounds: Int { 6 }

    /// Sends a write under the condition that the known version is still current.
    func send(
        _ write: EntityWrite<Entity>,
        by remote: RemoteSide<Entity>,
        _ sent: SentWrite,
        over confirmed: ConfirmedVersion?
    ) async throws(RepositoryError) -> Entity {
        try await overcoming(write.id, remote, sent, confirmed) {
            (theirs) throws(RepositoryError) in
            guard let theirs, let confirmed else { return try await remote.write(write, sent) }
            let met = try Meeting(write, confirmed.members, theirs)
            switch await synchronizer?.conflictPolicy(of: Entity.schema.name) {
            case .merge:
                sent.isMerged = true
                return try await remote.write(try met.merged(write), sent)
            case .clientWins:
                sent.isMerged = write.leavesTheRest
                return try await remote.write(write, sent)
            case .serverWins, .fail, nil: throw met.error
            }
        }
    }

    /// Deletes under the condition that the known version is still current.
    func delete(
        _ id: Entity.ID,
        by remote: RemoteSide<Entity>,
        _ sent: SentWrite,
        over confirmed: ConfirmedVersion?
    ) async throws(RepositoryError) {
        try await overcoming(id, remote, sent, confirmed) { (theirs) throws(RepositoryError) in
            let policy = await synchronizer?.conflictPolicy(of: Entity.schema.name)
            if let theirs, let confirmed, policy != .clientWins {
                throw try Meeting(nil, confirmed.members, theirs).error
            }
            try await remote.delete(id: id, sent)
        }
    }

    /// Sends a write, and resends it on top of the server's version if that is another one.
    ///
    /// `send` takes the server's version; nil the first time.
    private func overcoming<Value: Sendable>(
        _ id: Entity.ID?,
        _ remote: RemoteSide<Entity>,
        _ sent: SentWrite,
        _ confirmed: ConfirmedVersion?,
        _ body: (_ theirs: Entity?) async throws(RepositoryError) -> Value
    ) async throws(RepositoryError) -> Value {
        sent.expectedTag = confirmed?.entityTag
        var theirs: Entity?
        for _ in 1..<Self.maximumRounds {
            do throws(RepositoryError) {
                return try await body(theirs)
            } catch {
                // A request that was sent twice may have conflicted with itself.
                guard let id, confirmed != nil, error.status == 412, !error.isAmbiguous,
                    error.cause == nil, remote.can(.findByID)
                else { throw error }
                theirs = try await read(id, remote, sent, after: error)
            }
        }
        return try await body(theirs)
    }

    /// Fetches and stores the server's version that replaced the assumed one.
    private func read(
        _ id: Entity.ID,
        _ remote: RemoteSide<Entity>,
        _ sent: SentWrite,
        after refusal: RepositoryError
    ) async throws(RepositoryError) -> Entity {
        let (assumed, date) = (sent.expectedTag, clock.now)
        let theirs = try await sent.reading { () throws(RepositoryError) in
            try await remote.find(id: id)
        }
        // The version is unchanged: the server rejected the write for another reason.
        guard let tag = sent.expectedTag, tag != assumed else { throw refusal }
        // If this fails, the next write meets the same conflict.
        _ = try? await local?.keep([theirs], at: date, entityTag: tag)
        return theirs
    }

    /// A conflict between a write and another change.
    private struct Meeting {
        let base: [String: JSON]
        let mine: [String: JSON]?
        let theirs: [String: JSON]
        let remote: Entity

        init(
            _ write: EntityWrite<Entity>?,
            _ base: [String: JSON],
            _ theirs: Entity
        ) throws(RepositoryError) {
            self.base = base
            remote = theirs
            self.theirs = try Self.reading { () throws(JSONError) in
                try [String: JSON](jsonData: theirs.jsonData())
            }
            mine = try Self.reading { () throws(JSONError) in
                switch write {
                case .update(let entity), .storeOrUpdate(let entity):
                    return try [String: JSON](jsonData: entity.jsonData())
                case .patch(_, let patch):
                    let changes = try [String: JSON](jsonData: patch.jsonData())
                    return DocumentMembers.applying(changes, to: base)
                case .change(let old, let new):
                    let changes = DocumentMembers.difference(
                        from: try [String: JSON](jsonData: old.jsonData()),
                        to: try [String: JSON](jsonData: new.jsonData())
                    )
                    return DocumentMembers.applying(changes, to: base)
                case .create, nil: return nil
                }
            }
        }

        /// Returns the write as it is sent on top of the server's version; a patch needs no
        /// changes.
        func merged(_ write: EntityWrite<Entity>) throws(RepositoryError) -> EntityWrite<Entity> {
            guard let mine else { return write }
            let merge = ThreeWayMerge(base: base, local: mine, remote: theirs)
            func entity() throws(RepositoryError) -> Entity {
                try Self.reading { () throws(JSONError) in
                    try Overlay(merge.members).entity(Entity.self)
                }
            }
            switch write {
            case .update: return .update(try entity())
            case .storeOrUpdate: return .storeOrUpdate(try entity())
            case .change: return .change(from: remote, to: try entity())
            case .create, .patch: return write
            }
        }

        /// The error that is thrown if the user resolves the conflict.
        var error: RepositoryError {
            let local = mine.flatMap { try? Overlay($0).entity(Entity.self) }
            let id = theirs[Entity.schema.identityKey]?.identityText ?? ""
            let merge = ThreeWayMerge(base: base, local: mine ?? [:], remote: theirs)
            let summary = SyncConflict(
                key: RecordKey(collection: Entity.schema.name, id: id),
                resolution: .open,
                properties: mine == nil ? [] : merge.conflicts
            )
            return RepositoryError(
                .conflict,
                during: "write \(Entity.schema.name)",
                message:
                    "The server has another version than the write assumes; nothing was written.",
                cause: WriteConflict(local: local, remote: remote, summary: summary)
            )
        }

        private static func reading<Value>(
            _ body: () throws(JSONError) -> Value
        ) throws(RepositoryError) -> Value {
            do throws(JSONError) {
                return try body()
            } catch {
                throw RepositoryError(
                    .invalidRequest,
                    during: "write \(Entity.schema.name)",
                    message: "The two versions cannot be compared: \(error).",
                    cause: error
                )
            }
        }
    }
}
