import Foundation

/// The local store of an entity type: what it knows, and how it takes writes and responses.
struct LocalSide<Entity: RepositoryValues.Entity>: StorageRepository {
    let storage: any Storage
    /// The clock; nil if nothing is confirmed.
    var clock: (any SyncClock)?
    /// The entities that the store keeps; nil for all.
    var keeping: ReplicaSelection?

    /// Returns the entities that match criteria.
    func find(_ criteria: Criteria) async throws(RepositoryError) -> RepositoryResult<[Entity]> {
        let keeping = keeping
        return try await read("find") { entities in
            try RepositoryResult(criteria, entities, keeping)
        }
    }

    /// Returns criteria with temporary identities replaced by those from the server.
    func current(_ criteria: Criteria) async throws(RepositoryError) -> Criteria {
        guard criteria.filter != .always else { return criteria }
        return try await read("find") { try $0.current(criteria) }
    }

    /// Finds the entity with an identity, also with a temporary one that the server has replaced.
    func find(id: Entity.ID) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await read("find") { entities in
            let record = try entities.currentRecord(id)
            let entity = try entities.entity(of: record)
            return try RepositoryResult([record], entities).map { _ in entity }
        }
    }

    // MARK: - Before an operation

    /// Returns the local state of an entity before an operation.
    func look(at subject: LocalSubject<Entity>) async throws(RepositoryError) -> LocalLook<Entity> {
        // The server assigns its identity, and it has no references: no write can be pending for
        // it.
        if case .write(.create(let draft)) = subject, !Entity.schema.hasReferences,
            let members = try? [String: JSON](jsonData: draft.jsonData()),
            members[Entity.schema.identityKey] == nil
        {
            return LocalLook(edits: .none)
        }
        return try await read(subject.operation) { try LocalLook(subject, $0) }
    }

    // MARK: - Responses of the server

    /// Stores entities from the server without overwriting pending writes.
    ///
    /// - Returns: The entities, and the outbox entries of deleted ones whose identity a new one
    ///   reuses.
    func keep(
        _ answer: [Entity],
        at date: Date,
        to operation: OutboxEntry.Operation? = nil,
        entityTag: String? = nil
    ) async throws(RepositoryError) -> (answer: RepositoryResult<[Entity]>, ended: [OutboxEntry]) {
        let now = clock?.now
        return try await write("keep") { writer in
            let (entities, store) = (writer.entities, writer.store)
            let confirmed = Confirmations(Entity.schema, in: store, at: date, now: now)
            var ended: [OutboxEntry] = []
            let kept = try entities.keep(answer, confirmed) { document, id throws(StorageError) in
                let isCreated = operation == .create
                var entityTag = entityTag
                if operation != nil, try Self.isPartial(document) { entityTag = nil }
                if isCreated {
                    let key = RecordKey(collection: Entity.schema.name, id: id)
                    let members = try DocumentMembers.read(document)
                    if let old = try store.record(key), try !old.isConfirmed(as: members) {
                        try store.forgetFiles(of: Entity.schema, key)
                    }
                    ended += try store.endWritesOfPredecessor(of: key, with: members, isNew: true)
                }
                let isStored =
                    try confirmed.put(document, id: id, entityTag: entityTag, isOwn: isCreated)
                if !isStored, operation != nil {
                    try confirmed.put(document, belowWritesOf: id, entityTag: entityTag)
                }
                return isStored
            }
            let answer = RepositoryResult(
                kept.compactMap(\.known),
                confirmedAt: date,
                editsWaiting: kept.reduce(0) { $0 + $1.editsWaiting }
            )
            return (answer, ended)
        }
    }

    /// Whether the response to a write omits properties: its tag would protect unknown values.
    private static func isPartial(_ document: Data) throws(StorageError) -> Bool {
        let omitted = Entity.schema.unreturned
        guard !omitted.isEmpty else { return false }
        let members = try DocumentMembers.read(document)
        return omitted.contains { members[$0] ?? .null == .null }
    }

    /// Stores a list from the server.
    func keep(listed list: [Entity], at date: Date) async throws(RepositoryError) {
        let now = clock?.now
        try await write("keep") { writer in
            let confirmed = Confirmations(Entity.schema, in: writer.store, at: date, now: now)
            _ = try writer.entities.keep(list, confirmed) { document, id throws(StorageError) in
                try confirmed.put(listed: document, id: id)
            }
        }
    }

    /// Stores a list from the server, and applies pending writes to it.
    func keep(
        _ list: [Entity],
        as criteria: Criteria,
        asking limit: Int?,
        at date: Date
    ) async throws(RepositoryError) -> RepositoryResult<[Entity]> {
        let now = clock?.now
        return try await write("keep") { writer in
            let (entities, store) = (writer.entities, writer.store)
            let confirmed = Confirmations(Entity.schema, in: store, at: date, now: now)
            let rows = try entities.keep(list, confirmed) { document, id throws(StorageError) in
                try confirmed.put(listed: document, id: id)
            }
            let list = ServerList(rows, criteria, isFull: limit.map { rows.count >= $0 } ?? false)
            let (known, waiting) = try list.withEdits(of: entities)
            return RepositoryResult(known, confirmedAt: date, editsWaiting: waiting)
        }
    }

    /// Returns the number of entities in the collection whose local state the server does not have.
    func editedCount() async throws(RepositoryError) -> Int {
        try await read("find") { entities in
            try entities.store.editedRecords(in: entities.collection).count
        }
    }

    /// Removes an entity that the server did not have at a date, unless it has pending writes or
    /// was confirmed later.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - date: The date of the response.
    ///   - isDeleted: Whether the response confirms a deletion. If not, an entity that the server
    ///     never had stays: a rule keeps it on the device only.
    /// - Throws: `RepositoryError` if the store cannot be written.
    func remove(
        _ id: Entity.ID,
        at date: Date,
        isDeleted: Bool
    ) async throws(RepositoryError) {
        let now = clock?.now
        try await write("remove") { writer in
            let key = RecordKey(collection: Entity.schema.name, id: id.pathComponent)
            let record = try writer.store.record(key)
            guard isDeleted || record?.base != nil else { return }
            _ = try Confirmations(Entity.schema, in: writer.store, at: date, now: now)
                .remove(id: id.pathComponent)
        }
    }
}

/// An entity from the server, with its local state.
struct KeptEntity<Entity: RepositoryValues.Entity> {
    /// The entity as received from the server.
    var answered: Entity
    /// The local state; nil if it was deleted locally, or has since been deleted on the server.
    var known: Entity?
    /// Whether the local state differs from the server's.
    var isEdited: Bool
    /// The number of pending writes.
    var editsWaiting: Int
}

extension StoredEntities {
    /// Stores an entity from the server without overwriting pending writes.
    fileprivate func keep(
        _ answer: [Entity],
        _ confirmed: Confirmations,
        _ confirm: (_ document: Data, _ id: String) throws(StorageError) -> Bool
    ) throws -> [KeptEntity<Entity>] {
        try answer.map { entity in
            let key = key(entity.id)
            let isStored = try confirm(try document(entity), key.id)
            var kept = KeptEntity(answered: entity, known: entity, isEdited: false, editsWaiting: 0)
            guard !isStored, let record = try store.record(key) else {
                if !isStored, try confirmed.standing(of: key.id) == .gone { kept.known = nil }
                // The stored entity has properties that listings omit.
                if isStored, !confirmed.schema.unlisted.isEmpty, let record = try store.record(key)
                {
                    kept.known = try self.entity(of: record)
                }
                return kept
            }
            guard try !store.entries(of: key).isEmpty else { return kept }
            kept.editsWaiting = try store.openEntryCount(of: key)
            kept.isEdited = true
            kept.known = record.state == .deleted ? nil : try self.entity(of: record)
            return kept
        }
    }
}

extension StorageReader {
    /// Returns the records whose local state the server does not have.
    func editedRecords(in collection: String) throws(StorageError) -> [StoredRecord] {
        let states = Set(SyncState.allCases).subtracting([.synchronized])
        return try records(in: collection, states: states)
    }
}

extension RepositoryResult {
    /// Answers criteria from a store that keeps all or part of a collection.
    init<Entity>(
        _ criteria: Criteria,
        _ entities: StoredEntities<Entity>,
        _ keeping: ReplicaSelection?
    ) throws where Value == [Entity] {
        let records = try entities.records(matching: criteria)
        try self.init(records, entities)
        if try entities.isIncomplete(criteria, records, keeping) { warnings = [.incomplete] }
    }

    init<Entity>(
        _ records: [StoredRecord],
        _ entities: StoredEntities<Entity>
    ) throws where Value == [Entity] {
        let dates = records.compactMap(\.confirmedAt)
        self.init(
            try records.map { try entities.entity(of: $0) },
            confirmedAt: dates.count == records.count ? dates.min() : nil,
            // Only records in these states have pending writes.
            editsWaiting: try records.reduce(0) { count, record in
                try record.state == .synchronized
                    ? count : count + entities.store.openEntryCount(of: record.key)
            }
        )
    }
}
