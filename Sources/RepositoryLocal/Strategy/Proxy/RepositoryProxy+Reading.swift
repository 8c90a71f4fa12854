extension RepositoryProxy.Results {
    /// Finds the entities that criteria ask for.
    ///
    /// Where the server answers, and the rule names the local store or synchronizes, the edits that wait
    /// are applied to its list: what no longer matches leaves, what matches now comes, also what is still
    /// to be created. Of a part of a list not everything can be known. Where the server has answered with
    /// as many as `limit` says, what sorts behind the last one is left out, and with an `offset` what sorts
    /// before the first one; a part may be shorter than its limit by what was deleted here, and an entity
    /// that another one has pushed out of it is not on the next.
    ///
    /// - Parameter criteria: Which, in which order, and which part of them.
    /// - Returns: The entities; none is no error.
    /// - Throws: `RepositoryError` where neither side could be asked.
    public func find(
        _ criteria: Criteria = .all
    ) async throws(RepositoryError) -> RepositoryResult<[Entity]> {
        let local = proxy.local
        let current = await current(criteria)
        var run = proxy.run(.find) { (remote) throws(RepositoryError) in
            try await remote.find(current)
        }
        run.isEmpty = \.isEmpty
        if let local {
            // As they were asked for: the store decides them in the transaction in which it reads.
            run.readLocally = { () throws(RepositoryError) in try await local.find(criteria) }
            run.keep = { (value, date) throws(RepositoryError) in
                await proxy.recognize(value)
                return try await local.keep(value, as: current, asking: current.limit, at: date)
            }
        }
        return try await run.run()
    }

    /// Finds the entities of which a condition holds.
    ///
    /// - Parameters:
    ///   - limit: How many at most.
    ///   - offset: How many of the first are left out.
    ///   - order: The order, made of the names of the properties.
    ///   - filter: The condition, made of the names of the properties.
    /// - Returns: The entities; none is no error.
    /// - Throws: `RepositoryError` where neither side could be asked.
    public func find(
        limit: Int? = nil,
        offset: Int = 0,
        orderedBy order: @Sendable (Entity.Fields) -> [Order] = { _ in [] },
        where filter: @Sendable (Entity.Fields) -> Condition
    ) async throws(RepositoryError) -> RepositoryResult<[Entity]> {
        let fields = Entity.Fields()
        return try await find(
            Criteria(filter: filter(fields), order: order(fields), limit: limit, offset: offset)
        )
    }

    /// Finds the first entity that criteria ask for, with the edits that wait as for a list.
    ///
    /// - Parameter criteria: Which, and in which order.
    /// - Returns: The entity, nil where there is none.
    /// - Throws: `RepositoryError` where neither side could be asked.
    public func findOne(
        _ criteria: Criteria = .all
    ) async throws(RepositoryError) -> RepositoryResult<Entity?> {
        let local = proxy.local
        let current = await current(criteria)
        let rule = proxy.strategy[.findOne]
        // What is edited or deleted here may leave the list: then the next one is the first.
        var edited = 0
        if let local, rule.synchronize || rule.sides.contains(.local) {
            edited = min((try? await local.editedCount()) ?? 0, Self.maximumSpare)
        }
        let asked = current.limited(to: 1 + edited)
        var run = proxy.run(.findOne) { (remote) throws(RepositoryError) -> [Entity] in
            guard edited == 0 else { return try await remote.find(asked) }
            return try await remote.findOne(current).map { [$0] } ?? []
        }
        run.isEmpty = \.isEmpty
        if let local {
            run.readLocally = { () throws(RepositoryError) in
                try await local.find(criteria.limited(to: 1))
            }
            run.keep = { (value, date) throws(RepositoryError) in
                await proxy.recognize(value)
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

    /// Criteria with the identities that the server has given instead of temporary ones.
    private func current(_ criteria: Criteria) async -> Criteria {
        // A store that cannot be read says so where it is read.
        (try? await proxy.local?.current(criteria)) ?? criteria
    }

    /// How many entities more than one are asked for where some may leave the list.
    private static var maximumSpare: Int { 100 }

    /// Finds the first entity of which a condition holds.
    ///
    /// - Parameters:
    ///   - order: The order, made of the names of the properties.
    ///   - filter: The condition, made of the names of the properties.
    /// - Returns: The entity, nil where there is none.
    /// - Throws: `RepositoryError` where neither side could be asked.
    public func findOne(
        orderedBy order: @Sendable (Entity.Fields) -> [Order] = { _ in [] },
        where filter: @Sendable (Entity.Fields) -> Condition
    ) async throws(RepositoryError) -> RepositoryResult<Entity?> {
        let fields = Entity.Fields()
        return try await findOne(Criteria(filter: filter(fields), order: order(fields)))
    }

    /// Finds the entity with an identity.
    ///
    /// Under the rule `localFirst`, the server is asked first while the stored copy lacks a property that
    /// listings leave out (`listed: false`).
    ///
    /// - Parameter id: The identity; also a temporary one that the server has replaced.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    public func find(
        id: Entity.ID
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        let local = proxy.local
        let look = await proxy.look(at: .id(id))
        let id = look.id ?? id
        let tags = EntityTagExchange()
        // A copy that only listings have brought is the second choice.
        let isPartial = look.isPartial && proxy.strategy[.findByID] == .localFirst
        let rule: Strategy.Rule? = isPartial ? .remoteFirst : nil
        var run = proxy.run(.findByID, look, by: rule) { (remote) throws(RepositoryError) in
            try await tags.exchanging { () throws(RepositoryError) in try await remote.find(id: id)
            }
        }
        if let local {
            run.readLocally = { () throws(RepositoryError) in try await local.find(id: id) }
            run.keep = { (value, date) throws(RepositoryError) in
                await proxy.recognize([value], tag: tags.received)
                return try await local.keep([value], at: date, entityTag: tags.received)
                    .map { $0.first ?? value }
            }
            run.remove = { () throws(RepositoryError) in
                try await local.remove(id, at: proxy.clock.now)
            }
        }
        return try await run.run()
    }

    /// Finds the entities with some identities, one after the other.
    ///
    /// - Parameter ids: The identities.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` saying at which identity.
    public func find(
        ids: [Entity.ID]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await each(ids) { (id) throws(RepositoryError) in try await find(id: id) }
    }

    /// Does something with each of a batch; an error says with which.
    func each<Element, Value>(
        _ elements: [Element],
        _ body: (Element) async throws(RepositoryError) -> RepositoryResult<Value>
    ) async throws(RepositoryError) -> [RepositoryResult<Value>] {
        var results: [RepositoryResult<Value>] = []
        for (index, element) in elements.enumerated() {
            do throws(RepositoryError) {
                results.append(try await body(element))
            } catch {
                throw error.at(index)
            }
        }
        return results
    }
}
