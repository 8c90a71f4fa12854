extension ReadRepository {
    /// Finds all entities.
    ///
    /// - Returns: The entities.
    /// - Throws: `RepositoryError` if the request failed.
    public func find() async throws(RepositoryError) -> [Entity] {
        try await find(.all)
    }

    /// Finds the first entity.
    ///
    /// - Returns: The entity; nil if there is none.
    /// - Throws: `RepositoryError` if the request failed.
    public func findOne() async throws(RepositoryError) -> Entity? {
        try await findOne(.all)
    }

    /// Finds the first entity that matches criteria.
    ///
    /// - Parameter criteria: The filter and order.
    /// - Returns: The entity; nil if there is none.
    /// - Throws: `RepositoryError` if the request failed.
    public func findOne(_ criteria: Criteria) async throws(RepositoryError) -> Entity? {
        try await find(criteria.limited(to: 1)).first
    }
}

extension ReadRepository where Entity: RepositoryValues.Entity {
    /// Finds the entities that match a condition.
    ///
    ///     try await messages.find(limit: 20) { $0.text.hasPrefix("hi") && $0.likes > 3 }
    ///
    /// - Parameters:
    ///   - isolation: The actor of the caller.
    ///   - limit: The largest number of entities.
    ///   - offset: The number of entities to skip.
    ///   - order: Returns the order, built from the properties.
    ///   - filter: Returns the condition, built from the properties.
    /// - Returns: The entities; may be empty.
    /// - Throws: `RepositoryError` if the request failed.
    public func find(
        isolation: isolated (any Actor)? = #isolation,
        limit: Int? = nil,
        offset: Int = 0,
        orderedBy order: (Entity.Fields) -> [Order] = { _ in [] },
        where filter: (Entity.Fields) -> Condition
    ) async throws(RepositoryError) -> [Entity] {
        let fields = Entity.Fields()
        return try await find(
            Criteria(filter: filter(fields), order: order(fields), limit: limit, offset: offset)
        )
    }

    /// Finds the first entity that matches a condition.
    ///
    /// - Parameters:
    ///   - isolation: The actor of the caller.
    ///   - order: Returns the order, built from the properties.
    ///   - filter: Returns the condition, built from the properties.
    /// - Returns: The entity; nil if there is none.
    /// - Throws: `RepositoryError` if the request failed.
    public func findOne(
        isolation: isolated (any Actor)? = #isolation,
        orderedBy order: (Entity.Fields) -> [Order] = { _ in [] },
        where filter: (Entity.Fields) -> Condition
    ) async throws(RepositoryError) -> Entity? {
        let fields = Entity.Fields()
        return try await findOne(Criteria(filter: filter(fields), order: order(fields)))
    }
}

// MARK: - Batches

// One after the other, in order: `index` tells which one failed and which ones were not begun.

extension ReadRepository {
    /// Finds the entities with the given identities, in the same order.
    ///
    /// - Parameter ids: The identities.
    /// - Returns: The entities.
    /// - Throws: `RepositoryError`, with `index` set to the failed identity.
    public func find(ids: [Entity.ID]) async throws(RepositoryError) -> [Entity] {
        try await ids.mapSequentially { (id) throws(RepositoryError) in
            try await find(id: id)
        }
    }
}

extension CreateRepository {
    /// Creates entities, one after the other.
    ///
    /// - Parameter drafts: The drafts of the entities.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` set to the failed draft; those before it are
    ///   created.
    @discardableResult
    public func create(_ drafts: [Entity.Draft]) async throws(RepositoryError) -> [Entity] {
        try await drafts.mapSequentially { (draft) throws(RepositoryError) in
            try await create(draft)
        }
    }
}

extension UpdateRepository {
    /// Replaces entities, one after the other.
    ///
    /// - Parameter entities: The new states.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` set to the failed entity; those before it are
    ///   replaced.
    @discardableResult
    public func update(_ entities: [Entity]) async throws(RepositoryError) -> [Entity] {
        try await entities.mapSequentially { (entity) throws(RepositoryError) in
            try await update(entity)
        }
    }
}

extension PatchRepository {
    /// Applies the same changes to several entities, one after the other.
    ///
    /// - Parameters:
    ///   - ids: The identities.
    ///   - patch: The changes.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` set to the failed identity; those before it are
    ///   changed.
    @discardableResult
    public func patch(
        ids: [Entity.ID],
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> [Entity] {
        try await ids.mapSequentially { (id) throws(RepositoryError) in
            try await self.patch(id: id, with: patch)
        }
    }
}

extension DeleteRepository {
    /// Deletes an entity; a missing entity counts as deleted.
    ///
    ///     try await messages.delete(messages.find(id: "42"))
    ///
    /// - Parameter entity: The entity.
    /// - Throws: `RepositoryError` if it was not deleted, or the outcome is unknown.
    public func delete(_ entity: Entity) async throws(RepositoryError) {
        try await delete(id: entity.id)
    }

    /// Deletes entities, one after the other.
    ///
    /// - Parameter entities: The entities.
    /// - Throws: `RepositoryError`, with `index` set to the failed entity; those before it are
    ///   deleted.
    public func delete(_ entities: [Entity]) async throws(RepositoryError) {
        try await delete(ids: entities.map(\.id))
    }

    /// Deletes the entities with the given identities, one after the other.
    ///
    /// - Parameter ids: The identities.
    /// - Throws: `RepositoryError`, with `index` set to the failed identity; those before it are
    ///   deleted.
    public func delete(ids: [Entity.ID]) async throws(RepositoryError) {
        _ = try await ids.mapSequentially { (id) throws(RepositoryError) in
            try await delete(id: id)
        }
    }
}

extension StoreOrUpdateRepository {
    /// Stores entities, one after the other.
    ///
    /// - Parameter entities: The new states.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` set to the failed entity; those before it are
    ///   stored.
    @discardableResult
    public func storeOrUpdate(_ entities: [Entity]) async throws(RepositoryError) -> [Entity] {
        try await entities.mapSequentially { (entity) throws(RepositoryError) in
            try await storeOrUpdate(entity)
        }
    }
}

extension Array {
    /// Runs an operation on each element of a batch, one after the other.
    ///
    /// - Parameter operation: The operation.
    /// - Returns: The results, in the same order.
    /// - Throws: The first error, with `index` set to the index of the failed element.
    package func mapSequentially<Output>(
        _ operation: (Element) async throws(RepositoryError) -> Output
    ) async throws(RepositoryError) -> [Output] {
        var results: [Output] = []
        results.reserveCapacity(count)
        for (index, element) in enumerated() {
            do throws(RepositoryError) {
                results.append(try await operation(element))
            } catch {
                throw error.at(index)
            }
        }
        return results
    }
}

extension RepositoryError {
    /// Returns the same error for one element of a batch.
    package func at(_ index: Int) -> RepositoryError {
        var error = self
        error.index = index
        return error
    }
}
