#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension LocalSide {
    /// What happened on the server before a local write.
    struct Before: Sendable {
        /// The write that was sent to the server.
        var sent: SentWrite?
        /// The time before which the server asked not to be contacted again.
        var notBefore: Date?
    }

    /// Writes an entity and its outbox entry in one transaction.
    func write(
        _ write: EntityWrite<Entity>,
        as form: StrategyPlan.LocalWrite,
        after before: Before
    ) async throws(RepositoryError) -> LocalAnswer<Entity> {
        try await self.write(write.operation.rawValue) { entities, store in
            // Keep the state that the server may have.
            guard form != .asSent else {
                return try entities.perform(write, as: form, after: before, in: store)
            }
            return try entities.keepingUnique([write.id].compactMap { $0 }) {
                try entities.perform(write, as: form, after: before, in: store)
            } entities: {
                [$0.value]
            }
        }
    }

    /// Writes a batch and its outbox entries in one transaction: all or none.
    func write(
        _ writes: [EntityWrite<Entity>],
        as form: StrategyPlan.LocalWrite
    ) async throws(RepositoryError) -> [LocalAnswer<Entity>] {
        try await write(writes.first?.operation.rawValue ?? "write") { entities, store in
            try entities.keepingUnique(writes.compactMap(\.id)) {
                try writes.enumerated().map { index, write in
                    do {
                        return try entities.perform(write, as: form, after: Before(), in: store)
                    } catch let error as RepositoryError {
                        throw error.at(index)
                    }
                }
            } entities: {
                $0.map(\.value)
            }
        }
    }

    /// Deletes an entity and writes the outbox entry in one transaction.
    func delete(
        _ id: Entity.ID,
        as form: StrategyPlan.LocalWrite,
        after before: Before
    ) async throws(RepositoryError) -> LocalAnswer<Void> {
        try await write("delete") { entities, store in
            try entities.delete([id], as: form, after: before, in: store)[0]
        }
    }

    /// Deletes a batch and writes the outbox entries in one transaction: all or none.
    func delete(
        _ ids: [Entity.ID],
        as form: StrategyPlan.LocalWrite
    ) async throws(RepositoryError) -> [LocalAnswer<Void>] {
        try await write("delete") { entities, store in
            try entities.delete(ids, as: form, after: Before(), in: store)
        }
    }
}

/// Why a write with an unknown outcome is not stored: the entity was deleted afterwards, and the
/// deletion takes precedence.
struct DeletedMeanwhile: Error {}

extension StorageWriter {
    /// Delays the last intent of a record as requested by the server (`Retry-After`).
    fileprivate func delay(_ key: RecordKey, until date: Date?) throws {
        guard let date, let entry = try entries(of: key).last, entry.state == .waiting else {
            return
        }
        var hold = try WriteHold(of: entry, in: self)
        (hold.end, hold.asked) = (date, date)
        try self.hold(entry, until: hold)
    }
}

extension StoredEntities {
    /// Writes an entity and its outbox entry.
    fileprivate func perform(
        _ write: EntityWrite<Entity>,
        as form: StrategyPlan.LocalWrite,
        after before: LocalSide<Entity>.Before,
        in store: any StorageWriter
    ) throws -> LocalAnswer<Entity> {
        let entity =
            switch form {
            case .withoutIntent: try put(write, in: store)
            case .withIntent: try intend(write, in: store)
            case .asSent: try keep(write, asSent: before.sent, in: store)
            }
        let key = key(entity.id)
        if form == .withIntent { try store.delay(key, until: before.notBefore) }
        return LocalAnswer(
            value: entity,
            confirmedAt: try store.record(key)?.confirmedAt,
            editsWaiting: try store.openEntryCount(of: key)
        )
    }

    /// Deletes entities and writes their outbox entries.
    fileprivate func delete(
        _ ids: [Entity.ID],
        as form: StrategyPlan.LocalWrite,
        after before: LocalSide<Entity>.Before,
        in store: any StorageWriter
    ) throws -> [LocalAnswer<Void>] {
        let aliases = IdentityAliases(in: store)
        let keys = try ids.map { try aliases.current(key($0)) }
        // A deletion that was sent, and possibly carried out, is stored as sent.
        let sent = form == .asSent ? try keys.filter { try store.entries(of: $0).isEmpty } : []
        for key in sent {
            let sentKey = before.sent?.idempotencyKey
            try Outbox(Entity.schema, in: store)
                .keepAmbiguous(.delete, document: nil, id: key.id, idempotencyKey: sentKey)
        }
        let others = keys.filter { !sent.contains($0) }
        try Deletion(of: others, Entity.schema, in: store)
            .perform(in: store, isLocal: form == .withoutIntent)
        return try keys.map { key in
            if form != .withoutIntent, !sent.contains(key) {
                try store.delay(key, until: before.notBefore)
            }
            let count = try store.openEntryCount(of: key)
            return LocalAnswer(value: (), confirmedAt: nil, editsWaiting: count)
        }
    }

    // MARK: - Without intent

    private func put(_ write: EntityWrite<Entity>, in store: any StorageWriter) throws -> Entity {
        switch write {
        case .create(let draft): return try create(draft, in: store)
        case .update(let entity): return try update(entity, in: store)
        case .patch(let id, let patch): return try self.patch(id, members(patch), in: store)
        case .change(let old, let new):
            let (changed, removed) = try difference(from: old, to: new)
            return try patch(new.id, changed, removing: removed, in: store)
        case .storeOrUpdate(let entity): return try storeOrUpdate(entity, in: store)
        }
    }

    // MARK: - With intent

    private func intend(
        _ write: EntityWrite<Entity>,
        in store: any StorageWriter
    ) throws -> Entity {
        let outbox = Outbox(Entity.schema, in: store)
        switch write {
        case .create(let draft):
            let entity = try newEntity(draft, in: store)
            return try self.entity(
                of: outbox.create(document(entity), id: key(entity.id).id)
            )
        case .update(let entity):
            try requireNotDeleted(entity.id, in: store)
            return try self.entity(of: outbox.update(document(entity), id: key(entity.id).id))
        case .storeOrUpdate(let entity):
            let id = key(entity.id).id
            let document = try document(entity)
            // If the client assigns identities, a draft with one is new; if not, it came from the
            // server.
            let isOwn = try members(entity.draft)[Entity.schema.identityKey] != nil
            let record =
                try isOwn ? outbox.create(document, id: id) : outbox.update(document, id: id)
            return try self.entity(of: record)
        case .patch(let id, let patch):
            return try self.patch(id, with: members(patch), in: outbox)
        case .change(let old, let new):
            let changes = try changes(from: old, to: new)
            try putIfUnknown(old, in: store)
            return try patch(new.id, with: changes, in: outbox)
        }
    }

    private func patch(
        _ id: Entity.ID,
        with changes: [String: JSON],
        in outbox: Outbox
    ) throws -> Entity {
        guard let record = try outbox.patch(id: key(id).id, with: changes) else {
            throw error(.notFound, "There is no such entity.")
        }
        let entity = try changed(record)
        try requireKept(changes, in: entity)
        return entity
    }

    // MARK: - As sent

    private func keep(
        _ write: EntityWrite<Entity>,
        asSent sent: SentWrite?,
        in store: any StorageWriter
    ) throws -> Entity {
        if let id = write.id, try isDeleted(id, since: sent?.date, in: store) {
            throw error(.notFound, "The entity was deleted meanwhile.", DeletedMeanwhile())
        }
        let outbox = Outbox(Entity.schema, in: store)
        let entity: Entity
        var changes: [String: JSON]?
        switch write {
        case .create(let draft):
            entity = try newEntity(draft, in: store)
        case .update(let new), .storeOrUpdate(let new):
            entity = new
        case .patch(let id, let patch):
            let record = try currentRecord(id)
            changes = try members(patch)
            entity = try changed(record, by: changes ?? [:])
            try requireKept(changes ?? [:], in: entity)
        case .change(let old, let new):
            changes = try self.changes(from: old, to: new)
            try putIfUnknown(old, in: store)
            entity = try changed(try currentRecord(new.id), by: changes ?? [:])
        }
        let id = key(entity.id).id
        // Another write happened meanwhile. Both stay pending, and are merged with the server's
        // state like all pending writes.
        guard try store.entries(of: RecordKey(collection: collection, id: id)).isEmpty else {
            return try intend(write, in: store)
        }
        let operation = sent?.operation ?? .update
        try outbox.keepAmbiguous(
            operation,
            document: document(entity),
            changes: operation == .patch ? changes : nil,
            id: id,
            idempotencyKey: sent?.idempotencyKey,
            sentAt: sent?.date
        )
        return entity
    }

    /// Whether an entity was deleted while a write to it was in flight; the deletion may be pending
    /// or done.
    private func isDeleted(
        _ id: Entity.ID,
        since date: Date?,
        in store: any StorageReader
    ) throws -> Bool {
        let key = try IdentityAliases(in: store).current(key(id))
        if let record = try store.record(key) { return record.state == .deleted }
        guard let date else { return false }
        let departures = Departures(of: collection, in: store)
        return try departures.standing(of: key.id, listedAt: date) == .gone
    }

    // MARK: - Shared helpers

    /// Creates the entity of a draft, with a locally assigned identity.
    private func newEntity(
        _ draft: Entity.Draft,
        in store: any StorageWriter
    ) throws -> Entity {
        let entity = try LocalIdentity.entity(of: draft, self, in: store)
        try requireKept(members(draft), in: entity)
        if let record = try store.record(key(entity.id)), record.state != .deleted {
            throw error(.conflict, "There is already an entity with this identity.")
        }
        return entity
    }

    /// Rejects properties that the entity does not store: they could not be kept in the outbox, and
    /// would never be sent.
    private func requireKept(_ written: [String: JSON], in entity: Entity) throws {
        let kept = try members(entity)
        guard let key = DocumentMembers.firstKey(of: written, missingIn: kept) else { return }
        throw error(
            .invalidRequest,
            "'\(key)' is not stored locally: it needs a connection to the server."
        )
    }

    private func requireNotDeleted(_ id: Entity.ID, in store: any StorageReader) throws {
        let key = try IdentityAliases(in: store).current(key(id))
        if try store.record(key)?.state == .deleted {
            throw error(.notFound, "There is no such entity.")
        }
    }

    /// Stores the previous state if the store does not have it: it came from the server.
    private func putIfUnknown(_ old: Entity, in store: any StorageWriter) throws {
        let key = try IdentityAliases(in: store).current(key(old.id))
        guard try store.record(key) == nil else { return }
        let document = try document(old)
        try store.put(StoredRecord(key: key, document: document, base: document))
    }

    /// Returns the changes from one state to another; null for removed properties.
    private func changes(from old: Entity, to new: Entity) throws -> [String: JSON] {
        let (changed, removed) = try difference(from: old, to: new)
        return removed.reduce(into: changed) { $0[$1] = .null }
    }

    private func changed(
        _ record: StoredRecord,
        by changes: [String: JSON] = [:]
    ) throws -> Entity {
        let old = try DocumentMembers.read(record.document)
        return try entity(of: DocumentMembers.applying(changes, to: old))
    }
}
