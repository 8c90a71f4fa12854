/// A repository in a local store, with all operations, and without any network.
///
///     struct NoteRepository: CRUDStorageRepository {
///         typealias Entity = Note
///         let storage: any Storage
///     }
///
///     let notes = NoteRepository(storage: try SQLiteStorage(url: file))
///     let note = try await notes.create(Note.Draft(text: "Here goes a note"))
///     let found = try await notes.find { $0.text.hasPrefix("Here") }
///
/// An entity whose identity a server would give gets one here: a UUID as text, or a negative integer.
/// Each operation is one transaction, a batch too: it is written whole, or not at all.
public protocol CRUDStorageRepository<Entity>: StorageRepository, CRUDRepository, PatchRepository,
    StoreOrUpdateRepository
{}

// MARK: - Reading

extension CRUDStorageRepository {
    /// Finds entities.
    ///
    /// - Parameter criteria: Which, in which order, and which part of them.
    /// - Returns: The entities; none is no error.
    /// - Throws: `RepositoryError` where the store cannot be read.
    public func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity] {
        try await read("find") { try $0.find(criteria) }
    }

    /// Finds an entity.
    ///
    /// - Parameter id: The identity; also a temporary one that the server has replaced.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    public func find(id: Entity.ID) async throws(RepositoryError) -> Entity {
        try await read("find") { try $0.entity(of: $0.foundRecord(id)) }
    }

    /// Finds the entities with some identities, in their order.
    ///
    /// - Parameter ids: The identities; also temporary ones that the server has replaced.
    /// - Returns: The entities.
    /// - Throws: `RepositoryError`, with `index` saying at which identity.
    public func find(ids: [Entity.ID]) async throws(RepositoryError) -> [Entity] {
        try await read("find") { try $0.find(ids) }
    }
}

// MARK: - Creating

extension CRUDStorageRepository {
    /// Creates an entity.
    ///
    /// - Parameter draft: What is to be created.
    /// - Returns: The entity with its identity.
    /// - Throws: `RepositoryError`: `.conflict` where there is one with the identity of the draft,
    ///   `.invalidRequest` where the draft lacks what only a server can give.
    @discardableResult
    public func create(_ draft: Entity.Draft) async throws(RepositoryError) -> Entity {
        try await write("create") { stored, store in
            try stored.keepingUnique([]) { try stored.create(draft, in: store) }
        }
    }

    /// Creates entities, all or none.
    ///
    /// - Parameter drafts: What is to be created.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` saying at which draft; none is created then.
    @discardableResult
    public func create(_ drafts: [Entity.Draft]) async throws(RepositoryError) -> [Entity] {
        try await write("create") { entities, store in
            try entities.keepingUnique([]) {
                try each(drafts) { try entities.create($0, in: store) }
            }
        }
    }
}

// MARK: - Replacing

extension CRUDStorageRepository {
    /// Replaces an entity.
    ///
    /// - Parameter entity: The entity as it should be.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    @discardableResult
    public func update(_ entity: Entity) async throws(RepositoryError) -> Entity {
        try await write("update") { stored, store in
            try stored.keepingUnique([entity.id]) { try stored.update(entity, in: store) }
        }
    }

    /// Replaces entities, all or none.
    ///
    /// - Parameter entities: The entities as they should be.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` saying at which entity; none is replaced then.
    @discardableResult
    public func update(_ entities: [Entity]) async throws(RepositoryError) -> [Entity] {
        try await write("update") { stored, store in
            try stored.keepingUnique(entities.map(\.id)) {
                try each(entities) { try stored.update($0, in: store) }
            }
        }
    }

    /// Keeps an entity: in the place of the one with the same identity, or as a new one.
    ///
    /// - Parameter entity: The entity as it should be.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError` where the store cannot be written.
    @discardableResult
    public func storeOrUpdate(_ entity: Entity) async throws(RepositoryError) -> Entity {
        try await write("store or update") { stored, store in
            try stored.keepingUnique([entity.id]) { try stored.storeOrUpdate(entity, in: store) }
        }
    }

    /// Keeps entities, all or none.
    ///
    /// - Parameter entities: The entities as they should be.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` saying at which entity; none is kept then.
    @discardableResult
    public func storeOrUpdate(_ entities: [Entity]) async throws(RepositoryError) -> [Entity] {
        try await write("store or update") { stored, store in
            try stored.keepingUnique(entities.map(\.id)) {
                try each(entities) { try stored.storeOrUpdate($0, in: store) }
            }
        }
    }
}

// MARK: - Changing parts

extension CRUDStorageRepository {
    /// Changes some properties of an entity.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - patch: The changes; where there are none, nothing is written.
    /// - Returns: The whole entity after the change.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    @discardableResult
    public func patch(
        id: Entity.ID,
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> Entity {
        try await write("patch") { entities, store in
            let changes = try entities.members(patch)
            return try entities.keepingUnique([id]) { try entities.patch(id, changes, in: store) }
        }
    }

    /// Changes the same properties of several entities, of all or none.
    ///
    /// - Parameters:
    ///   - ids: The identities.
    ///   - patch: The changes.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` saying at which identity; none is changed then.
    @discardableResult
    public func patch(
        ids: [Entity.ID],
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> [Entity] {
        try await write("patch") { entities, store in
            let changes = try entities.members(patch)
            return try entities.keepingUnique(ids) {
                try each(ids) { try entities.patch($0, changes, in: store) }
            }
        }
    }

    /// Changes those properties that differ between two states of an entity.
    ///
    /// What else has changed in the store since the old state stays as it is, and so does a property
    /// that is immutable.
    ///
    /// - Parameters:
    ///   - new: The entity as it should be.
    ///   - old: The entity as it was known.
    /// - Returns: The whole entity after the change.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    @discardableResult
    public func patch(
        _ new: Entity,
        from old: Entity
    ) async throws(RepositoryError) -> Entity {
        try await write("patch") { entities, store in
            let (changes, removed) = try entities.difference(from: old, to: new)
            return try entities.keepingUnique([new.id]) {
                try entities.patch(new.id, changes, removing: removed, in: store)
            }
        }
    }
}

// MARK: - Deleting

extension CRUDStorageRepository {
    /// Deletes an entity; one that is not there counts as deleted.
    ///
    /// What refers to it is deleted or changed by the rules of the schema.
    ///
    /// - Parameter id: The identity.
    /// - Throws: `RepositoryError`: `.conflict` where an entity that refers to it forbids that.
    public func delete(id: Entity.ID) async throws(RepositoryError) {
        try await delete(ids: [id])
    }

    /// Deletes entities, all or none; those that are not there count as deleted.
    ///
    /// What refers to them is deleted or changed by the rules of the schema.
    ///
    /// - Parameter ids: The identities.
    /// - Throws: `RepositoryError`: `.conflict` where an entity that refers to one of them forbids that.
    public func delete(ids: [Entity.ID]) async throws(RepositoryError) {
        try await write("delete") { entities, store in
            try Deletion(of: ids.map(entities.key), Entity.schema, in: store)
                .perform(in: store, isLocal: true)
        }
    }
}

// MARK: - Steps of a transaction

/// Does something with each of a batch; an error says with which.
private func each<Element, Value>(
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

extension StoredEntities {
    /// The entities with some identities, in their order.
    ///
    /// Many are read in the order in which stores keep identities: neighbours share the pages of a file,
    /// of which a store holds only a part.
    func find(_ ids: [Entity.ID]) throws -> [Entity] {
        guard ids.count >= 64 else { return try findOneByOne(ids) }
        let texts = ids.map(\.pathComponent)
        var found = [Entity?](repeating: nil, count: ids.count)
        do {
            for index in texts.indices.sorted(by: { texts[$0] < texts[$1] }) {
                found[index] = try entity(of: foundRecord(ids[index]))
            }
        } catch is RepositoryError {
            // Told is the first that fails in the order of the caller.
            return try findOneByOne(ids)
        }
        return found.compactMap { $0 }
    }

    private func findOneByOne(_ ids: [Entity.ID]) throws -> [Entity] {
        try each(ids) { try entity(of: foundRecord($0)) }
    }

    func create(_ draft: Entity.Draft, in store: any StorageWriter) throws -> Entity {
        let entity = try LocalIdentity.entity(of: draft, self, in: store)
        let key = key(entity.id)
        guard try store.record(key) == nil else {
            throw error(.conflict, "There is an entity with this identity already.")
        }
        try store.put(StoredRecord(key: key, document: try document(entity)))
        return entity
    }

    func update(_ entity: Entity, in store: any StorageWriter) throws -> Entity {
        var record = try record(entity.id)
        record.document = try document(entity)
        try store.put(record)
        return entity
    }

    func storeOrUpdate(_ entity: Entity, in store: any StorageWriter) throws -> Entity {
        let document = try document(entity)
        let key = key(entity.id)
        var record = try store.record(key) ?? StoredRecord(key: key, document: document)
        record.document = document
        // It is there again.
        if record.state == .deleted { record.state = .synchronized }
        try store.put(record)
        return entity
    }

    /// The members that make one state of another, and those that are no more.
    func difference(
        from old: Entity,
        to new: Entity
    ) throws(RepositoryError) -> (changed: [String: JSON], removed: [String]) {
        guard new.id == old.id else {
            throw error(.invalidRequest, "The two states are of different entities.")
        }
        let (before, after) = (try members(old), try members(new))
        let immutable = Entity.schema.immutable
        let removed = before.keys.filter { after[$0] == nil && !immutable.contains($0) }
        let changed = after.filter { key, value in
            before[key] != value && !immutable.contains(key)
        }
        return (changed, removed)
    }

    func patch(
        _ id: Entity.ID,
        _ changes: [String: JSON],
        removing removed: [String] = [],
        in store: any StorageWriter
    ) throws -> Entity {
        var record = try record(id)
        let old = try entity(of: record)
        guard !changes.isEmpty || !removed.isEmpty else { return old }
        var members = try members(old).merging(changes) { $1 }
        for key in removed { members[key] = nil }
        let new = try entity(of: members)
        record.document = try document(new)
        try store.put(record)
        return new
    }
}
