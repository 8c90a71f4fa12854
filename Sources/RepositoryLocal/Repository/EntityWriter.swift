/// Writes entities of one type in a transaction of a store, without intents for the server.
struct EntityWriter<Entity: RepositoryValues.Entity> {
    /// The transaction.
    let store: any StorageWriter
    /// The stored entities, as the transaction sees them.
    let entities: StoredEntities<Entity>

    init(_ store: any StorageWriter, _ operation: String) {
        self.store = store
        entities = StoredEntities(store, operation)
    }

    /// Performs a write.
    func perform(_ write: EntityWrite<Entity>) throws -> Entity {
        switch write {
        case .create(let draft): return try create(draft)
        case .update(let entity): return try put(entity, over: entities.record(entity.id))
        case .patch(let id, let patch): return try self.patch(id, entities.members(patch))
        case .change(let old, let new):
            let (changed, removed) = try entities.difference(from: old, to: new)
            return try patch(new.id, changed, removing: removed)
        case .storeOrUpdate(let entity):
            return try put(entity, over: store.record(entities.key(entity.id)))
        }
    }

    /// Creates the entity of a draft; throws `.conflict` if there is one with its identity.
    private func create(_ draft: Entity.Draft) throws -> Entity {
        let entity = try self.entity(of: draft)
        let key = entities.key(entity.id)
        guard try store.record(key) == nil else {
            throw entities.error(.conflict, "There is already an entity with this identity.")
        }
        return try put(entity, over: nil)
    }

    /// Stores an entity over its record; nil if there is none.
    private func put(_ entity: Entity, over record: StoredRecord?) throws -> Entity {
        let document = try entities.document(entity)
        var record = record ?? StoredRecord(key: entities.key(entity.id), document: document)
        record.document = document
        // This undoes the deletion.
        if record.state == .deleted { record.state = .synchronized }
        try store.put(record)
        return entity
    }

    /// Changes and removes properties of an entity; throws `.notFound` if there is none.
    private func patch(
        _ id: Entity.ID,
        _ changes: [String: JSON],
        removing removed: [String] = []
    ) throws -> Entity {
        let record = try entities.record(id)
        let old = try entities.entity(of: record)
        guard !changes.isEmpty || !removed.isEmpty else { return old }
        var members = try entities.members(old).merging(changes) { $1 }
        for key in removed { members[key] = nil }
        return try put(entities.entity(of: members), over: record)
    }

    // MARK: - Unique values

    /// Writes entities, and rejects the transaction if one of them takes over values of another
    /// entity that must be unique.
    ///
    /// No unique index enforces this, because entities from the server are stored as they are,
    /// duplicates included, and such an entity must stay editable in its other properties.
    func keepingUnique<Value>(
        _ writes: [EntityWrite<Entity>],
        of entity: (Value) -> Entity,
        _ write: () throws -> [Value]
    ) throws -> [Value] {
        guard !Entity.schema.unique.isEmpty else { return try write() }
        var before: [RecordKey: [[JSON]]] = [:]
        let aliases = IdentityAliases(in: store)
        for id in writes.compactMap(\.id) {
            let key = try aliases.current(entities.key(id))
            guard let record = try store.record(key), record.state != .deleted else { continue }
            // A damaged document can be written again.
            guard let members = try? record.members(Self.uniqueKeys) else { continue }
            before[key] = Self.uniqueValues(in: members)
        }
        let written = try write()
        for (index, entity) in written.map(entity).enumerated() {
            let key = try aliases.current(entities.key(entity.id))
            guard let error = try doubled(entity, key, before[key]) else { continue }
            throw written.count > 1 ? error.at(index) : error
        }
        return written
    }

    /// Returns the error for an entity with the same unique values as another one; nil if there is
    /// none.
    private func doubled(
        _ entity: Entity,
        _ key: RecordKey,
        _ before: [[JSON]]?
    ) throws -> RepositoryError? {
        let values = Self.uniqueValues(in: try entities.members(entity))
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
            let others = try store.records(in: entities.collection, matching: same)
            guard others.contains(where: { $0.key != key }) else { continue }
            let names = keys.map { "'\($0)'" }.joined(separator: " and ")
            return entities.error(.conflict, "Another entity has the same \(names).")
        }
        return nil
    }

    private static var uniqueKeys: Set<String> { Set(Entity.schema.unique.joined()) }

    private static func uniqueValues(in members: [String: JSON]) -> [[JSON]] {
        Entity.schema.unique.map { keys in keys.map { members[$0] ?? .null } }
    }
}

/// Runs an operation on each element of a batch; an error carries the index of the element.
func each<Element, Value>(
    _ elements: [Element],
    _ body: (Element) throws -> Value
) throws -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    for index in elements.indices {
        do {
            values.append(try body(elements[index]))
        } catch let error as RepositoryError {
            throw error.at(index)
        }
    }
    return values
}
