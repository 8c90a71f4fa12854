extension ObserveRepository {
    /// Computes an aggregate of the entities in the local store that match a condition.
    ///
    ///     let likes = try await messages.aggregate({ .sum($0.likes) }, where: { $0.author == "ada" })
    ///
    /// - Parameters:
    ///   - isolation: The actor of the caller.
    ///   - aggregate: The aggregate, built from the entity's fields.
    ///   - filter: The condition, built from the entity's fields.
    /// - Returns: The value.
    /// - Throws: `RepositoryError` if the store cannot be read, or if the value does not fit its
    ///   type.
    public func aggregate<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ aggregate: (Entity.Fields) -> Aggregate<Value>,
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) async throws(RepositoryError) -> Value {
        let fields = Entity.Fields()
        return try await observe(aggregate(fields), where: filter(fields)).current()
    }

    /// Computes an aggregate for each group of the entities in the local store that match a
    /// condition.
    ///
    ///     let counts = try await messages.aggregate({ _ in .count }, by: { $0.author })
    ///
    /// - Parameters:
    ///   - isolation: The actor of the caller.
    ///   - aggregate: The aggregate, built from the entity's fields.
    ///   - field: The property to group by.
    ///   - filter: The condition, built from the entity's fields.
    /// - Returns: The values by group; the key is nil for entities without the property.
    /// - Throws: `RepositoryError` if the store cannot be read, or if a value does not fit its
    ///   type.
    public func aggregate<Key: Hashable, Value, Name: PropertyName<Key>>(
        isolation: isolated (any Actor)? = #isolation,
        _ aggregate: (Entity.Fields) -> Aggregate<Value>,
        by field: (Entity.Fields) -> Name,
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) async throws(RepositoryError) -> [Key?: Value] {
        let fields = Entity.Fields()
        let key = Name.field(of: field(fields))
        return try await observe(aggregate(fields), by: key, where: filter(fields)).current()
    }

    /// Finds the distinct values of a property in the local store.
    ///
    ///     let authors = try await messages.values(of: { $0.author }).sorted()
    ///
    /// - Parameters:
    ///   - isolation: The actor of the caller.
    ///   - field: The property.
    ///   - filter: The condition, built from the entity's fields.
    /// - Returns: The values, without nil.
    /// - Throws: `RepositoryError` if the store cannot be read.
    public func values<Value: Hashable, Name: PropertyName<Value>>(
        isolation: isolated (any Actor)? = #isolation,
        of field: (Entity.Fields) -> Name,
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) async throws(RepositoryError) -> Set<Value> {
        let counts = try await aggregate({ _ in .count }, by: field, where: filter)
        return Set(counts.keys.compactMap { $0 })
    }

    /// Observes an aggregate of the entities that match a condition.
    ///
    /// - Parameters:
    ///   - aggregate: The aggregate, built from the entity's fields.
    ///   - filter: The condition, built from the entity's fields.
    /// - Returns: The value, now and after each change.
    public func observeAggregate<Value>(
        _ aggregate: (Entity.Fields) -> Aggregate<Value>,
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) -> RepositoryObservation<Value> {
        let fields = Entity.Fields()
        return observe(aggregate(fields), where: filter(fields))
    }
}

extension RepositoryObservation {
    /// Returns the first element, immediately.
    func current() async throws(RepositoryError) -> Element {
        var iterator = makeAsyncIterator()
        guard let element = try await iterator.next() else {
            throw RepositoryError(
                .cancelled,
                during: "read",
                message: "The task was cancelled, or the store was closed."
            )
        }
        return element
    }
}
