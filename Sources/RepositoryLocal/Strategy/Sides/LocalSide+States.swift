extension LocalSide {
    /// Returns the writes to an entity that are pending, in flight or rejected.
    func syncState(of id: Entity.ID) async throws(RepositoryError) -> EntitySyncState {
        try await read("read the state of") { entities in
            try EntitySyncState(of: entities.key(id), in: entities.store)
        }
    }

    /// Observes the writes to an entity that are pending, in flight or rejected.
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
