extension StoredEntities {
    /// Refuses what was just written, and so the transaction, where another entity has the same values.
    ///
    /// No index of the database does that: what a server sends is kept as it is, also where it has two.
    func requireUnique(_ entity: Entity) throws {
        guard !Entity.schema.unique.isEmpty else { return }
        let members = try members(entity)
        let own = try IdentityAliases(in: store).current(key(entity.id))
        for keys in Entity.schema.unique {
            let values = keys.map { members[$0] ?? .null }
            guard !values.contains(.null) else { continue }
            let same = Criteria(
                filter: .all(
                    zip(keys, values).map { .comparison(Comparison(key: $0, value: $1)) }
                ),
                limit: 2
            )
            guard try store.records(in: collection, matching: same).contains(where: { $0.key != own })
            else { continue }
            let names = keys.map { "'\($0)'" }.joined(separator: " and ")
            throw error(.conflict, "Another entity has the same \(names).")
        }
    }
}
