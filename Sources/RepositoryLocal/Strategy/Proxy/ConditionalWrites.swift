// Sends writes directly, bypassing the outbox, under optimistic concurrency control.
extension RepositorySides {
    /// The maximum number of attempts to send a write while the server's version keeps changing.
    private static var maximumRounds: Int { 6 }

    /// Sends a write under the condition that the known version is still current.
    ///
    /// `latest` is replaced by the write that was merged with the server's version.
    func send(
        _ latest: Locked<EntityWrite<Entity>>,
        by remote: RemoteSide<Entity>,
        _ sent: SentWrite,
        over confirmed: ConfirmedVersion?
    ) async throws(RepositoryError) -> Entity {
        let write = latest.withLock { $0 }
        return try await overcoming(write.id, remote, sent, confirmed) {
            (theirs) throws(RepositoryError) in
            guard let theirs, let confirmed else { return try await remote.write(write, sent) }
            let collision = try WriteCollision(of: write, base: confirmed.members, theirs: theirs)
            switch await synchronizer?.collection(Entity.schema.name)?.conflicts {
            case .merge:
                sent.isMerged = true
                let merged = try collision.merged(write)
                latest.withLock { $0 = merged }
                return try await remote.write(merged, sent)
            case .clientWins:
                sent.isMerged = write.leavesTheRest
                return try await remote.write(write, sent)
            case .serverWins, .fail, nil: throw collision.error
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
            let collection = await synchronizer?.collection(Entity.schema.name)
            if let theirs, let confirmed, collection?.conflicts != .clientWins {
                let collision = try WriteCollision<Entity>(
                    of: nil,
                    base: confirmed.members,
                    theirs: theirs
                )
                // As for a pending deletion, only a change of a property that clients can write is a
                // conflict.
                let changes = collection?.changes(from: collision.base, to: collision.theirs)
                guard changes?.isEmpty == true else { throw collision.error }
            }
            try await remote.delete(id: id, sent)
        }
    }

    /// Sends a write, and resends it on top of the server's version if that is another one.
    ///
    /// `body` takes the server's version; nil the first time.
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
}
