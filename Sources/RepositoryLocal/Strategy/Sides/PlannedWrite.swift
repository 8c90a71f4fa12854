import Foundation

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

/// Writes entities, with the outbox entries that a plan requires, in a transaction.
struct PlannedWrite<Entity: RepositoryValues.Entity> {
    private let form: StrategyPlan.LocalWrite
    private let sent: SentWrite?
    private let writer: EntityWriter<Entity>
    private let outbox: Outbox

    /// Plans writes, depending on whether the server gets them, or may have them already, and on
    /// what happened there before.
    init(
        _ form: StrategyPlan.LocalWrite,
        after sent: SentWrite?,
        with writer: EntityWriter<Entity>
    ) {
        self.form = form
        self.sent = sent
        self.writer = writer
        outbox = Outbox(Entity.schema, in: writer.store)
    }

    private var store: any StorageWriter { writer.store }
    private var entities: StoredEntities<Entity> { writer.entities }

    /// Writes an entity and its outbox entry.
    func perform(_ write: EntityWrite<Entity>) throws -> RepositoryResult<Entity> {
        let entity =
            switch form {
            case .withoutIntent: try writer.perform(write)
            case .withIntent: try intend(write)
            case .asSent: try keepAsSent(write)
            }
        let key = entities.key(entity.id)
        if form == .withIntent { try store.delay(key, until: sent?.notBefore) }
        return RepositoryResult(
            entity,
            confirmedAt: try store.record(key)?.confirmedAt,
            editsWaiting: try store.openEntryCount(of: key)
        )
    }

    /// Deletes entities and writes their outbox entries.
    func delete(_ ids: [Entity.ID]) throws -> [RepositoryResult<Void>] {
        let aliases = IdentityAliases(in: store)
        let keys = try ids.map { try aliases.current(entities.key($0)) }
        // A deletion that was sent, and possibly carried out, is stored as sent.
        let arrived = form == .asSent ? try keys.filter { try store.entries(of: $0).isEmpty } : []
        for key in arrived {
            try outbox.keepAmbiguous(
                .delete,
                document: nil,
                id: key.id,
                idempotencyKey: sent?.idempotencyKey
            )
        }
        let others = keys.filter { !arrived.contains($0) }
        try Deletion(of: others, Entity.schema, in: store)
            .perform(in: store, isLocal: form == .withoutIntent)
        return try keys.map { key in
            if form != .withoutIntent, !arrived.contains(key) {
                try store.delay(key, until: sent?.notBefore)
            }
            let count = try store.openEntryCount(of: key)
            return RepositoryResult((), editsWaiting: count)
        }
    }

    // MARK: - With intent

    private func intend(_ write: EntityWrite<Entity>) throws -> Entity {
        switch write {
        case .create(let draft):
            return try put(newEntity(draft), isNew: true)
        case .update(let entity):
            try requireNotDeleted(entity.id)
            return try put(entity, isNew: false)
        case .storeOrUpdate(let entity):
            // If the client assigns identities, a draft with one is new; if not, it came from the
            // server.
            let isOwn = try entities.members(entity.draft)[Entity.schema.identityKey] != nil
            return try put(entity, isNew: isOwn)
        case .patch(let id, let patch):
            return try self.patch(id, with: entities.members(patch))
        case .change(let old, let new):
            let changes = try changes(from: old, to: new)
            try requireNotDeleted(new.id)
            try putIfUnknown(old)
            return try patch(new.id, with: changes)
        }
    }

    private func put(_ entity: Entity, isNew: Bool) throws -> Entity {
        let (document, id) = (try entities.document(entity), entities.key(entity.id).id)
        let record = try isNew ? outbox.create(document, id: id) : outbox.update(document, id: id)
        return try entities.entity(of: record)
    }

    private func patch(_ id: Entity.ID, with changes: [String: JSON]) throws -> Entity {
        guard let record = try outbox.patch(id: entities.key(id).id, with: changes) else {
            throw entities.error(.notFound, "There is no such entity.")
        }
        let entity = try changed(record)
        try requireKept(changes, in: entity)
        return entity
    }

    // MARK: - As sent

    private func keepAsSent(_ write: EntityWrite<Entity>) throws -> Entity {
        if let id = write.id, try isDeleted(id, since: sent?.date) {
            throw entities.error(.notFound, "The entity was deleted meanwhile.", DeletedMeanwhile())
        }
        let entity: Entity
        var changes: [String: JSON]?
        switch write {
        case .create(let draft):
            entity = try newEntity(draft)
        case .update(let new), .storeOrUpdate(let new):
            entity = new
        case .patch(let id, let patch):
            let record = try entities.currentRecord(id)
            changes = try entities.members(patch)
            entity = try changed(record, by: changes ?? [:])
            try requireKept(changes ?? [:], in: entity)
        case .change(let old, let new):
            changes = try self.changes(from: old, to: new)
            try putIfUnknown(old)
            entity = try changed(try entities.currentRecord(new.id), by: changes ?? [:])
        }
        let id = entities.key(entity.id).id
        // Another write happened meanwhile. Both stay pending, and are merged with the server's
        // state like all pending writes.
        guard try store.entries(of: RecordKey(collection: entities.collection, id: id)).isEmpty
        else {
            return try intend(write)
        }
        let operation = sent?.operation ?? .update
        try outbox.keepAmbiguous(
            operation,
            document: entities.document(entity),
            changes: operation == .patch ? changes : nil,
            id: id,
            idempotencyKey: sent?.idempotencyKey,
            sentAt: sent?.date
        )
        return entity
    }

    /// Whether an entity was deleted while a write to it was in flight; the deletion may be pending
    /// or done.
    private func isDeleted(_ id: Entity.ID, since date: Date?) throws -> Bool {
        let key = try IdentityAliases(in: store).current(entities.key(id))
        if let record = try store.record(key) { return record.state == .deleted }
        guard let date else { return false }
        let departures = Departures(of: entities.collection, in: store)
        return try departures.standing(of: key.id, listedAt: date) == .gone
    }

    // MARK: - Shared helpers

    /// Creates the entity of a draft, with a locally assigned identity.
    private func newEntity(_ draft: Entity.Draft) throws -> Entity {
        let entity = try writer.entity(of: draft)
        try requireKept(entities.members(draft), in: entity)
        if let record = try store.record(entities.key(entity.id)), record.state != .deleted {
            throw entities.error(.conflict, "There is already an entity with this identity.")
        }
        return entity
    }

    /// Rejects properties that the entity does not store: they could not be kept in the outbox, and
    /// would never be sent.
    private func requireKept(_ written: [String: JSON], in entity: Entity) throws {
        let kept = try entities.members(entity)
        guard let key = DocumentMembers.firstKey(of: written, missingIn: kept) else { return }
        throw entities.error(
            .invalidRequest,
            "'\(key)' is not stored locally: it needs a connection to the server."
        )
    }

    /// Rejects an entity that is known to be deleted, here or on the server.
    private func requireNotDeleted(_ id: Entity.ID) throws {
        guard try isDeleted(id, since: .distantPast) else { return }
        throw entities.error(.notFound, "There is no such entity.")
    }

    /// Stores the previous state if the store does not have it: it came from the server.
    private func putIfUnknown(_ old: Entity) throws {
        let key = try IdentityAliases(in: store).current(entities.key(old.id))
        guard try store.record(key) == nil else { return }
        let document = try entities.document(old)
        try store.put(StoredRecord(key: key, document: document, base: document))
    }

    /// Returns the changes from one state to another; null for removed properties.
    private func changes(from old: Entity, to new: Entity) throws -> [String: JSON] {
        let (changed, removed) = try entities.difference(from: old, to: new)
        return removed.reduce(into: changed) { $0[$1] = .null }
    }

    private func changed(
        _ record: StoredRecord,
        by changes: [String: JSON] = [:]
    ) throws -> Entity {
        let old = try DocumentMembers.read(record.document)
        return try entities.entity(of: DocumentMembers.applying(changes, to: old))
    }
}
