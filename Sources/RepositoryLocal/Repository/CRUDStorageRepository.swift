/// A repository with all operations in a local store, without a server.
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
/// Identities that a server would assign are generated locally: a UUID as text, or a negative
/// integer. Each operation is one transaction, including a batch: all its entities are written, or
/// none.
public protocol CRUDStorageRepository<Entity>: StorageRepository, CRUDRepository, PatchRepository,
    StoreOrUpdateRepository
{}

// MARK: - Reading

extension CRUDStorageRepository {
    /// Finds entities.
    ///
    /// - Parameter criteria: The condition, order, limit and offset.
    /// - Returns: The entities; an empty array if none match.
    /// - Throws: `RepositoryError` if the store cannot be read.
    public func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity] {
        try await read("find") { try $0.find(criteria) }
    }

    /// Finds an entity.
    ///
    /// - Parameter id: The identity, which may be a temporary one that the server has replaced.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    public func find(id: Entity.ID) async throws(RepositoryError) -> Entity {
        try await read("find") { try $0.entity(of: $0.currentRecord(id)) }
    }

    /// Finds the entities with the given identities, in the same order.
    ///
    /// - Parameter ids: The identities, which may be temporary ones that the server has replaced.
    /// - Returns: The entities.
    /// - Throws: `RepositoryError`, with the `index` of the identity that failed.
    public func find(ids: [Entity.ID]) async throws(RepositoryError) -> [Entity] {
        try await read("find") { try $0.find(ids) }
    }
}

// MARK: - Creating

extension CRUDStorageRepository {
    /// Creates an entity.
    ///
    /// - Parameter draft: The entity to create.
    /// - Returns: The entity with its identity.
    /// - Throws: `RepositoryError`: `.conflict` if there is an entity with the identity of the
    ///   draft, `.invalidRequest` if the draft lacks a value that only a server can assign.
    @discardableResult
    public func create(_ draft: Entity.Draft) async throws(RepositoryError) -> Entity {
        try await write("create") { writer in
            try writer.keepingUnique([]) { try writer.create(draft) }
        }
    }

    /// Creates entities, all or none.
    ///
    /// - Parameter drafts: The entities to create.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the draft that failed; then none is
    ///   created.
    @discardableResult
    public func create(_ drafts: [Entity.Draft]) async throws(RepositoryError) -> [Entity] {
        try await write("create") { writer in
            try writer.keepingUnique([]) { try each(drafts) { try writer.create($0) } }
        }
    }
}

// MARK: - Replacing

extension CRUDStorageRepository {
    /// Replaces an entity.
    ///
    /// - Parameter entity: The new state of the entity.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    @discardableResult
    public func update(_ entity: Entity) async throws(RepositoryError) -> Entity {
        try await write("update") { writer in
            try writer.keepingUnique([entity.id]) { try writer.update(entity) }
        }
    }

    /// Replaces entities, all or none.
    ///
    /// - Parameter entities: The new states of the entities.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the entity that failed; then none is
    ///   replaced.
    @discardableResult
    public func update(_ entities: [Entity]) async throws(RepositoryError) -> [Entity] {
        try await write("update") { writer in
            try writer.keepingUnique(entities.map(\.id)) {
                try each(entities) { try writer.update($0) }
            }
        }
    }

    /// Updates the entity with the same identity, or creates it if there is none.
    ///
    /// - Parameter entity: The new state of the entity.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError` if the store cannot be written.
    @discardableResult
    public func storeOrUpdate(_ entity: Entity) async throws(RepositoryError) -> Entity {
        try await write("store or update") { writer in
            try writer.keepingUnique([entity.id]) { try writer.storeOrUpdate(entity) }
        }
    }

    /// Updates the entities with the same identities, and creates the missing ones: all or none.
    ///
    /// - Parameter entities: The new states of the entities.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the entity that failed; then none is
    ///   stored.
    @discardableResult
    public func storeOrUpdate(_ entities: [Entity]) async throws(RepositoryError) -> [Entity] {
        try await write("store or update") { writer in
            try writer.keepingUnique(entities.map(\.id)) {
                try each(entities) { try writer.storeOrUpdate($0) }
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
    ///   - patch: The changes; an empty patch writes nothing.
    /// - Returns: The whole entity after the change.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    @discardableResult
    public func patch(
        id: Entity.ID,
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> Entity {
        try await write("patch") { writer in
            let changes = try writer.entities.members(patch)
            return try writer.keepingUnique([id]) { try writer.patch(id, changes) }
        }
    }

    /// Changes the same properties of several entities, all or none.
    ///
    /// - Parameters:
    ///   - ids: The identities.
    ///   - patch: The changes.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the identity that failed; then none is
    ///   changed.
    @discardableResult
    public func patch(
        ids: [Entity.ID],
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> [Entity] {
        try await write("patch") { writer in
            let changes = try writer.entities.members(patch)
            return try writer.keepingUnique(ids) {
                try each(ids) { try writer.patch($0, changes) }
            }
        }
    }

    /// Changes the properties that differ between two states of an entity.
    ///
    /// Other changes made in the store since the old state are kept. Immutable properties are not
    /// written.
    ///
    /// - Parameters:
    ///   - new: The new state of the entity.
    ///   - old: The previous state.
    /// - Returns: The whole entity after the change.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    @discardableResult
    public func patch(
        _ new: Entity,
        from old: Entity
    ) async throws(RepositoryError) -> Entity {
        try await write("patch") { writer in
            let (changes, removed) = try writer.entities.difference(from: old, to: new)
            return try writer.keepingUnique([new.id]) {
                try writer.patch(new.id, changes, removing: removed)
            }
        }
    }
}

// MARK: - Deleting

extension CRUDStorageRepository {
    /// Deletes an entity; succeeds if there is no such entity.
    ///
    /// Entities that refer to it are deleted or changed, as the schema specifies.
    ///
    /// - Parameter id: The identity.
    /// - Throws: `RepositoryError`: `.conflict` if an entity that refers to it prevents the
    ///   deletion.
    public func delete(id: Entity.ID) async throws(RepositoryError) {
        try await delete(ids: [id])
    }

    /// Deletes entities, all or none; missing ones count as deleted.
    ///
    /// Entities that refer to them are deleted or changed, as the schema specifies.
    ///
    /// - Parameter ids: The identities.
    /// - Throws: `RepositoryError`: `.conflict` if an entity that refers to one of them prevents
    ///   the deletion.
    public func delete(ids: [Entity.ID]) async throws(RepositoryError) {
        try await write("delete") { writer in
            try Deletion(of: ids.map(writer.entities.key), Entity.schema, in: writer.store)
                .perform(in: writer.store, isLocal: true)
        }
    }
}

extension StoredEntities {
    /// Returns the entities with the given identities, in the same order.
    ///
    /// Large batches are read in the order of the stored keys: neighbors share pages of the file,
    /// and a store caches only part of them.
    func find(_ ids: [Entity.ID]) throws -> [Entity] {
        guard ids.count >= 64 else { return try findOneByOne(ids) }
        let texts = ids.map(\.pathComponent)
        var found = [Entity?](repeating: nil, count: ids.count)
        do {
            for index in texts.indices.sorted(by: { texts[$0] < texts[$1] }) {
                found[index] = try entity(of: currentRecord(ids[index]))
            }
        } catch is RepositoryError {
            // Report the first failure in the caller's order.
            return try findOneByOne(ids)
        }
        return found.compactMap { $0 }
    }

    private func findOneByOne(_ ids: [Entity.ID]) throws -> [Entity] {
        try each(ids) { try entity(of: currentRecord($0)) }
    }

    /// Returns the properties that turn one state into another, and those that were removed.
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
}
