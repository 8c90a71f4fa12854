extension LocalSide {
    /// Writes an entity and its outbox entry in one transaction.
    func write(
        _ write: EntityWrite<Entity>,
        as form: StrategyPlan.LocalWrite,
        after sent: SentWrite?
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await self.write(write.operation.rawValue) { writer in
            let planned = PlannedWrite(form, after: sent, with: writer)
            // Keep the state that the server may have.
            guard form != .asSent else { return try planned.perform(write) }
            return try writer.keepingUnique([write], of: \.value) {
                [try planned.perform(write)]
            }[0]
        }
    }

    /// Writes a batch and its outbox entries in one transaction: all or none.
    func write(
        _ writes: [EntityWrite<Entity>],
        as form: StrategyPlan.LocalWrite
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await write(writes.first?.operation.rawValue ?? "write") { writer in
            let planned = PlannedWrite(form, after: nil, with: writer)
            return try writer.keepingUnique(writes, of: \.value) {
                try each(writes) { try planned.perform($0) }
            }
        }
    }

    /// Deletes entities and writes the outbox entries in one transaction: all or none.
    func delete(
        _ ids: [Entity.ID],
        as form: StrategyPlan.LocalWrite,
        after sent: SentWrite? = nil
    ) async throws(RepositoryError) -> [RepositoryResult<Void>] {
        try await write("delete") { writer in
            try PlannedWrite(form, after: sent, with: writer).delete(ids)
        }
    }
}
