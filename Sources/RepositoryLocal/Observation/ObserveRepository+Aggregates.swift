extension ObserveRepository {
    /// Computes a value of the entities in the local store of which a condition holds.
    ///
    ///     let likes = try await messages.aggregate({ .sum($0.likes) }, where: { $0.author == "ada" })
    ///
    /// - Parameters:
    ///   - aggregate: The value, made of the names of the properties.
    ///   - filter: The condition, made of the names of the properties.
    /// - Returns: The value.
    /// - Throws: `RepositoryError` where the store cannot be read, or where the value does not fit its type.
    public func aggregate<Value>(
        _ aggregate: (Entity.Fields) -> Aggregate<Value>,
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) async throws(RepositoryError) -> Value {
        let fields = Entity.Fields()
        return try await observe(aggregate(fields), where: filter(fields)).current()
    }

    /// Computes a value of each group of the entities in the local store of which a condition holds.
    ///
    ///     let counts = try await messages.aggregate({ _ in .count }, by: { $0.author })
    ///
    /// - Parameters:
    ///   - aggregate: The value, made of the names of the properties.
    ///   - field: The property that tells the groups apart.
    ///   - filter: The condition, made of the names of the properties.
    /// - Returns: The values by the property, nil where an entity has none.
    /// - Throws: `RepositoryError` where the store cannot be read, or where a value does not fit its type.
    public func aggregate<Key: Hashable, Value, Name: PropertyName<Key>>(
        _ aggregate: (Entity.Fields) -> Aggregate<Value>,
        by field: (Entity.Fields) -> Name,
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) async throws(RepositoryError) -> [Key?: Value] {
        let fields = Entity.Fields()
        let key = Name.field(of: field(fields))
        return try await observe(aggregate(fields), by: key, where: filter(fields)).current()
    }

    /// Finds the different values that a property has in the local store.
    ///
    ///     let authors = try await messages.values(of: { $0.author }).sorted()
    ///
    /// - Parameters:
    ///   - field: The property.
    ///   - filter: The condition, made of the names of the properties.
    /// - Returns: The values, without nil.
    /// - Throws: `RepositoryError` where the store cannot be read.
    public func values<Value: Hashable, Name: PropertyName<Value>>(
        of field: (Entity.Fields) -> Name,
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) async throws(RepositoryError) -> Set<Value> {
        let counts = try await aggregate({ _ in .count }, by: field, where: filter)
        return Set(counts.keys.compactMap { $0 })
    }

    /// Observes a value of the entities of which a condition holds.
    ///
    /// - Parameters:
    ///   - aggregate: The value, made of the names of the properties.
    ///   - filter: The condition, made of the names of the properties.
    /// - Returns: The value, now and whenever it is another.
    public func observeAggregate<Value>(
        _ aggregate: (Entity.Fields) -> Aggregate<Value>,
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) -> RepositoryObservation<Value> {
        let fields = Entity.Fields()
        return observe(aggregate(fields), where: filter(fields))
    }
}

extension RepositoryObservation {
    /// The first element, which comes at once.
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
