// Runs read operations on both sides.
extension RepositorySides {
    /// The maximum number of additional entities to request because some may leave the list.
    private static var maximumSpare: Int { 100 }

    /// Finds the entities that match criteria.
    func find(
        _ criteria: Criteria
    ) async throws(RepositoryError) -> RepositoryResult<[Entity]> {
        let current = await current(criteria)
        var run = run(.find) { (remote) throws(RepositoryError) in
            try await remote.find(current)
        }
        run.isEmpty = \.isEmpty
        if let local {
            // Pass the original criteria: the store replaces identities in the transaction that
            // reads.
            run.readLocally = { () throws(RepositoryError) in try await local.find(criteria) }
            run.keep = { (value, date) throws(RepositoryError) in
                await recognize(value, requestedAt: date)
                return try await local.keep(value, as: current, asking: current.limit, at: date)
            }
        }
        return try await run.run()
    }

    /// Finds the first entity that matches criteria.
    func findOne(
        _ criteria: Criteria
    ) async throws(RepositoryError) -> RepositoryResult<Entity?> {
        let current = await current(criteria)
        let rule = strategy[.findOne]
        // Entities edited or deleted locally may leave the list; then the next one is the first.
        var edited = 0
        if let local, rule.synchronize || rule.sides.contains(.local) {
            edited = min((try? await local.editedCount()) ?? 0, Self.maximumSpare)
        }
        let asked = current.limited(to: 1 + edited)
        var run = run(.findOne) { [edited] (remote) throws(RepositoryError) -> [Entity] in
            guard edited == 0 else { return try await remote.find(asked) }
            return try await remote.findOne(current).map { [$0] } ?? []
        }
        run.isEmpty = \.isEmpty
        if let local {
            run.readLocally = { () throws(RepositoryError) in
                try await local.find(criteria.limited(to: 1))
            }
            run.keep = { (value, date) throws(RepositoryError) in
                await recognize(value, requestedAt: date)
                return try await local.keep(
                    value,
                    as: current.limited(to: 1),
                    asking: asked.limit,
                    at: date
                )
            }
        }
        return try await run.run().map(\.first)
    }

    /// Finds the entity with an identity.
    func find(
        id: Entity.ID
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        let look = await look(at: .id(id))
        let id = look.id ?? id
        // A copy that only lists have delivered is the second choice.
        let isPartial = look.isPartial && strategy[.findByID] == .localFirst
        let rule: Strategy.Rule? = isPartial ? .remoteFirst : nil
        var run = run(.findByID, look, by: rule) { (remote) throws(RepositoryError) in
            try await remote.find(id: id)
        }
        if let local {
            let exchange = run.exchange
            run.readLocally = { () throws(RepositoryError) in try await local.find(id: id) }
            run.keep = { (value, date) throws(RepositoryError) in
                await recognize([value], requestedAt: date, tag: exchange.received)
                return try await local.keep([value], at: date, entityTag: exchange.received)
                    .answer.map { $0.first ?? value }
            }
            run.remove = { (date) throws(RepositoryError) in
                try await local.remove(id, at: date, isDeleted: false)
            }
        }
        return try await run.run()
    }

    /// Returns criteria with temporary identities replaced by those from the server.
    private func current(_ criteria: Criteria) async -> Criteria {
        // If the store cannot be read, the read itself throws the error.
        (try? await local?.current(criteria)) ?? criteria
    }
}
