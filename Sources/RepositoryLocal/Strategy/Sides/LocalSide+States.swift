extension LocalSide {
    /// What waits to be sent for an entity, is being sent, or was refused.
    func syncState(of id: Entity.ID) async throws(RepositoryError) -> EntitySyncState {
        try await read("read the state of") { entities in
            try EntitySyncState(of: entities.key(id), in: entities.store)
        }
    }

    /// The same: now, and whenever it is another.
    func syncStates(of id: Entity.ID) -> RepositoryObservation<EntitySyncState> {
        observation(
            { entities in
                let keys = Set(try entities.keys(of: id))
                return ObservedReading(
                    value: try EntitySyncState(of: entities.key(id), in: entities.store),
                    part: ObservedPart(records: .keys(keys), includesOutbox: true)
                )
            },
            isSame: { $0 == $1 }
        )
    }
}
