extension StoredEntities {
    /// Writes entities, and refuses the transaction where one has got the values of another one that must be
    /// unique.
    ///
    /// No index of the database does that: what a server sends is kept as it is, also where two entities have
    /// the same values; such an entity can be changed otherwise. The identities are those of entities that may
    /// be there already.
    func keepingUnique(_ ids: [Entity.ID], _ write: () throws -> Entity) throws -> Entity {
        try keepingUnique(ids, write) { [$0] }
    }

    /// The same for a batch; an error says at which entity.
    func keepingUnique(_ ids: [Entity.ID], _ write: () throws -> [Entity]) throws -> [Entity] {
        try keepingUnique(ids, write) { $0 }
    }

    /// The same for whatever has entities in it.
    func keepingUnique<Value>(
        _ ids: [Entity.ID],
        _ write: () throws -> Value,
        entities: (Value) -> [Entity]
    ) throws -> Value {
        guard !Entity.schema.unique.isEmpty else { return try write() }
        var before: [RecordKey: [[JSON]]] = [:]
        let aliases = IdentityAliases(in: store)
        for id in ids {
            let key = try aliases.current(key(id))
            guard let record = try store.record(key), record.state != .deleted else { continue }
            before[key] = Self.uniqueValues(in: try record.members(Self.uniqueKeys))
        }
        let value = try write()
        let written = entities(value)
        for (index, entity) in written.enumerated() {
            let key = try aliases.current(key(entity.id))
            guard let error = try doubled(entity, key, before[key]) else { continue }
            throw written.count > 1 ? error.at(index) : error
        }
        return value
    }

    /// What an entity has got that another one has; nil where there is nothing.
    private func doubled(
        _ entity: Entity,
        _ key: RecordKey,
        _ before: [[JSON]]?
    ) throws -> RepositoryError? {
        let values = Self.uniqueValues(in: try members(entity))
        let kinds = Dictionary(
            Entity.schema.indexed.map { ($0.key, $0.kind) },
            uniquingKeysWith: { first, _ in first }
        )
        for (index, keys) in Entity.schema.unique.enumerated() {
            let values = values[index]
            guard !values.contains(.null), before?[index] != values else { continue }
            let same = Criteria(
                filter: .all(
                    zip(keys, values).map { key, value in
                        .comparison(Comparison(key: key, value: value, kind: kinds[key]))
                    }
                ),
                limit: 2
            )
            let others = try store.records(in: collection, matching: same)
            guard others.contains(where: { $0.key != key }) else { continue }
            let names = keys.map { "'\($0)'" }.joined(separator: " and ")
            return error(.conflict, "Another entity has the same \(names).")
        }
        return nil
    }

    private static var uniqueKeys: Set<String> { Set(Entity.schema.unique.joined()) }

    private static func uniqueValues(in members: [String: JSON]) -> [[JSON]] {
        Entity.schema.unique.map { keys in keys.map { members[$0] ?? .null } }
    }
}
