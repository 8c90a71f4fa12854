extension LocalSide {
    /// Writes entities and their outbox entries in one transaction: all or none.
    func write(
        _ writes: [EntityWrite<Entity>],
        as form: StrategyPlan.LocalWrite,
        after sent: SentWrite? = nil
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await write(writes.first?.operation.rawValue ?? "write") { writer in
            let planned = PlannedWrite(form, after: sent, with: writer)
            func perform() throws -> [RepositoryResult<Entity>] {
                // Only the error of a batch tells which write has failed.
                if writes.count == 1 { return [try planned.perform(writes[0])] }
                return try each(writes) { try planned.perform($0) }
            }
            // Keep the state that the server may have.
            return form == .asSent
                ? try perform() : try writer.keepingUnique(writes, of: \.value, perform)
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
