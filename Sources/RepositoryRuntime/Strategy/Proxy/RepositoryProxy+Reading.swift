extension RepositoryProxy.Results {
    /// Finds the entities that criteria ask for.
    ///
    /// - Parameter criteria: Which, in which order, and which part of them.
    /// - Returns: The entities; none is no error.
    /// - Throws: `RepositoryError` where neither side could be asked.
    public func find(
        _ criteria: Criteria = .all
    ) async throws(RepositoryError) -> RepositoryResult<[Entity]> {
        let local = proxy.local
        var run = proxy.run(.find) { (remote) throws(RepositoryError) in
            try await remote.find(criteria)
        }
        run.isEmpty = \.isEmpty
        if let local {
            run.readLocally = { () throws(RepositoryError) in try await local.find(criteria) }
            run.keep = { (value, date) throws(RepositoryError) in
                try await local.keep(value, at: date)
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

    /// Finds the first entity that criteria ask for.
    ///
    /// - Parameter criteria: Which, and in which order.
    /// - Returns: The entity, nil where there is none.
    /// - Throws: `RepositoryError` where neither side could be asked.
    public func findOne(
        _ criteria: Criteria = .all
    ) async throws(RepositoryError) -> RepositoryResult<Entity?> {
        let local = proxy.local
        var run = proxy.run(.findOne) { (remote) throws(RepositoryError) in
            try await remote.findOne(criteria)
        }
        run.isEmpty = { $0 == nil }
        if let local {
            run.readLocally = { () throws(RepositoryError) in
                try await local.find(criteria.limited(to: 1)).map(\.first)
            }
            run.keep = { (value, date) throws(RepositoryError) in
                try await local.keep(value.map { [$0] } ?? [], at: date).map(\.first)
            }
        }
        return try await run.run()
    }

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
    /// - Parameter id: The identity; also a temporary one that the server has replaced.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    public func find(
        id: Entity.ID
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        let local = proxy.local
        let look = await proxy.look(at: .id(id))
        let id = look.id ?? id
        var run = proxy.run(.findByID, look) { (remote) throws(RepositoryError) in
            try await remote.find(id: id)
        }
        if let local {
            run.readLocally = { () throws(RepositoryError) in try await local.find(id: id) }
            run.keep = { (value, date) throws(RepositoryError) in
                try await local.keep([value], at: date).map { $0.first ?? value }
            }
            run.remove = { () throws(RepositoryError) in try await local.remove(id) }
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
