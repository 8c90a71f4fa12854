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
///
/// Finding, replacing or changing a missing entity throws `.notFound`. A creation throws
/// `.conflict` if there is an entity with the identity of the draft, and `.invalidRequest` if the
/// draft lacks a value that only a server can assign. Entities that refer to a deleted one are
/// deleted or changed, as the schema specifies; if one of them prevents the deletion, the function
/// throws `.conflict`.
public protocol CRUDStorageRepository<Entity>: StorageRepository, CRUDRepository, PatchRepository,
    StoreOrUpdateRepository
{}

// MARK: - Reading

extension CRUDStorageRepository {
    /// Finds the entities that match criteria.
    public func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity] {
        try await read("find") { try $0.find(criteria) }
    }

    /// Finds the entity with an identity, which may be a temporary one that the server has
    /// replaced.
    public func find(id: Entity.ID) async throws(RepositoryError) -> Entity {
        try await read("find") { try $0.entity(of: $0.currentRecord(id)) }
    }

    /// Finds the entities with the given identities, which may be temporary ones, in the same
    /// order.
    public func find(ids: [Entity.ID]) async throws(RepositoryError) -> [Entity] {
        try await read("find") { try $0.find(ids) }
    }
}

// MARK: - Creating

extension CRUDStorageRepository {
    /// Creates an entity.
    @discardableResult
    public func create(_ draft: Entity.Draft) async throws(RepositoryError) -> Entity {
        try await perform(.create(draft))
    }

    /// Creates entities, all or none.
    @discardableResult
    public func create(_ drafts: [Entity.Draft]) async throws(RepositoryError) -> [Entity] {
        try await perform(drafts.map { .create($0) })
    }
}

// MARK: - Replacing

extension CRUDStorageRepository {
    /// Replaces the entity with the same identity.
    @discardableResult
    public func update(_ entity: Entity) async throws(RepositoryError) -> Entity {
        try await perform(.update(entity))
    }

    /// Replaces entities, all or none.
    @discardableResult
    public func update(_ entities: [Entity]) async throws(RepositoryError) -> [Entity] {
        try await perform(entities.map { .update($0) })
    }

    /// Updates the entity with the same identity, or creates it if there is none.
    @discardableResult
    public func storeOrUpdate(_ entity: Entity) async throws(RepositoryError) -> Entity {
        try await perform(.storeOrUpdate(entity))
    }

    /// Updates the entities with the same identities, and creates the missing ones: all or none.
    @discardableResult
    public func storeOrUpdate(_ entities: [Entity]) async throws(RepositoryError) -> [Entity] {
        try await perform(entities.map { .storeOrUpdate($0) })
    }
}

// MARK: - Changing parts

extension CRUDStorageRepository {
    /// Changes some properties of an entity.
    @discardableResult
    public func patch(
        id: Entity.ID,
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> Entity {
        try await perform(.patch(id, patch))
    }

    /// Changes the same properties of several entities, all or none.
    @discardableResult
    public func patch(
        ids: [Entity.ID],
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> [Entity] {
        try await perform(ids.map { .patch($0, patch) })
    }

    /// Changes the properties that differ between two states of an entity, except immutable ones,
    /// and keeps other changes made in the store since the old state.
    @discardableResult
    public func patch(
        _ new: Entity,
        from old: Entity
    ) async throws(RepositoryError) -> Entity {
        try await perform(.change(from: old, to: new))
    }
}

// MARK: - Deleting

extension CRUDStorageRepository {
    /// Deletes the entity with an identity; succeeds if there is no such entity.
    public func delete(id: Entity.ID) async throws(RepositoryError) {
        try await delete(ids: [id])
    }

    /// Deletes entities, all or none; missing ones count as deleted.
    public func delete(ids: [Entity.ID]) async throws(RepositoryError) {
        try await write("delete") { writer in
            try Deletion(of: ids.map(writer.entities.key), Entity.schema, in: writer.store)
                .perform(in: writer.store, isLocal: true)
        }
    }
}

// MARK: - Shared helpers

extension CRUDStorageRepository {
    /// Performs a write in one transaction.
    fileprivate func perform(_ write: EntityWrite<Entity>) async throws(RepositoryError) -> Entity {
        try await self.write(write.operation.rawValue) { writer in
            try writer.keepingUnique([write], of: \.self) { [try writer.perform(write)] }[0]
        }
    }

    /// The same for a batch; an error carries the index of the write.
    fileprivate func perform(
        _ writes: [EntityWrite<Entity>]
    ) async throws(RepositoryError) -> [Entity] {
        try await write(writes.first?.operation.rawValue ?? "write") { writer in
            try writer.keepingUnique(writes, of: \.self) {
                try each(writes) { try writer.perform($0) }
            }
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
