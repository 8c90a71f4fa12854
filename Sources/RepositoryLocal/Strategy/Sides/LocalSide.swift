#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the local store knows, and how it takes what is written or confirmed.
struct LocalSide<Entity: RepositoryValues.Entity>: StorageRepository {
    let storage: any Storage
    /// What tells the time; nil where nothing is confirmed.
    var clock: (any SyncClock)?
    /// Which entities the store keeps; nil for all.
    var keeping: ReplicaSelection?

    /// The entities that criteria ask for.
    func find(_ criteria: Criteria) async throws(RepositoryError) -> LocalAnswer<[Entity]> {
        let keeping = keeping
        return try await read("find") { entities in
            try LocalAnswer(criteria, entities, keeping)
        }
    }

    /// Criteria with the identities that the server has given in the place of temporary ones.
    func current(_ criteria: Criteria) async throws(RepositoryError) -> Criteria {
        guard criteria.filter != .always else { return criteria }
        return try await read("find") { try $0.current(criteria) }
    }

    /// The entity with an identity, also with a temporary one that the server has replaced.
    func find(id: Entity.ID) async throws(RepositoryError) -> LocalAnswer<Entity> {
        try await read("find") { entities in
            let record = try entities.currentRecord(id)
            let entity = try entities.entity(of: record)
            return try LocalAnswer([record], entities).map { _ in entity }
        }
    }

    // MARK: - Before

    /// What is known of an entity before something is done with it.
    func look(at subject: LocalSubject<Entity>) async throws(RepositoryError) -> LocalLook<Entity> {
        // It gets its identity from the server and refers to nothing: nothing can wait for it.
        if case .write(.create(let draft)) = subject, !Entity.schema.hasReferences,
            let members = try? [String: JSON](jsonData: draft.jsonData()),
            members[Entity.schema.identityKey] == nil
        {
            return LocalLook(id: nil, isEdited: false)
        }
        return try await read("look at") { try LocalLook(subject, $0) }
    }

    // MARK: - What the server has said

    /// Stores what the server has answered, below edits that wait.
    func keep(
        _ answer: [Entity],
        at date: Date,
        to operation: OutboxEntry.Operation? = nil,
        entityTag: String? = nil
    ) async throws(RepositoryError) -> LocalAnswer<[Entity]> {
        let now = clock?.now
        return try await write("keep") { entities, store in
            let confirmed = Confirmations(Entity.schema, in: store, at: date, now: now)
            var ended: [OutboxEntry] = []
            let kept = try entities.keep(answer, confirmed) { document, id throws(StorageError) in
                let isCreated = operation == .create
                if isCreated {
                    let key = RecordKey(collection: Entity.schema.name, id: id)
                    let members = try DocumentMembers.read(document)
                    ended += try store.endWritesOfPredecessor(of: key, with: members, isNew: true)
                }
                let isStored =
                    try confirmed.put(document, id: id, entityTag: entityTag, isOwn: isCreated)
                if !isStored, operation != nil {
                    try confirmed.put(document, belowWritesOf: id, entityTag: entityTag)
                }
                return isStored
            }
            return LocalAnswer(
                value: kept.compactMap(\.known),
                confirmedAt: date,
                editsWaiting: kept.reduce(0) { $0 + $1.editsWaiting },
                ended: ended
            )
        }
    }

    /// Stores the list that the server has answered with, and applies the edits that wait to it.
    func keep(
        _ list: [Entity],
        as criteria: Criteria,
        asking limit: Int?,
        at date: Date
    ) async throws(RepositoryError) -> LocalAnswer<[Entity]> {
        let now = clock?.now
        return try await write("keep") { entities, store in
            let confirmed = Confirmations(Entity.schema, in: store, at: date, now: now)
            let rows = try entities.keep(list, confirmed) { document, id throws(StorageError) in
                try confirmed.put(listed: document, id: id)
            }
            let list = ServerList(rows, criteria, isFull: limit.map { rows.count >= $0 } ?? false)
            let (known, waiting) = try list.withEdits(of: entities)
            return LocalAnswer(value: known, confirmedAt: date, editsWaiting: waiting)
        }
    }

    /// How many entities of the collection the server does not know as they are here.
    func editedCount() async throws(RepositoryError) -> Int {
        try await read("find") { entities in
            try entities.store.editedRecords(in: entities.collection).count
        }
    }

    /// Removes an entity that the server does not have, unless edits wait for it.
    func remove(_ id: Entity.ID, at now: Date) async throws(RepositoryError) {
        try await write("remove") { entities, store in
            _ = try Confirmations(Entity.schema, in: store, at: now)
                .remove(id: entities.key(id).id)
        }
    }
}

/// An entity that the server has answered with, and what is known of it here.
struct KeptEntity<Entity: RepositoryValues.Entity> {
    /// As the server has it.
    var answered: Entity
    /// As it is here; nil where it is deleted here, or has left the server since.
    var known: Entity?
    /// Whether it is known here as the server does not know it.
    var isEdited: Bool
    /// How many writes wait to be sent for it.
    var editsWaiting: Int
}

extension StoredEntities {
    /// Stores what the server has answered, below edits that wait.
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
                // What a listing leaves out is known all the same.
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
    /// The records that the server does not know as they are here, or not at all.
    func editedRecords(in collection: String) throws(StorageError) -> [StoredRecord] {
        let states = Set(SyncState.allCases).subtracting([.synchronized])
        return try records(in: collection, states: states)
    }
}

/// What the local store answers.
struct LocalAnswer<Value: Sendable>: Sendable {
    var value: Value
    /// When the server last confirmed it, of several the oldest; nil where it never did.
    var confirmedAt: Date?
    /// How many writes wait for what is in it.
    var editsWaiting: Int
    /// The writes of an entity whose identity a new one has now.
    var ended: [OutboxEntry] = []
    /// Whether the server may have more of what was asked for, and the store keeps a part of the collection.
    var isIncomplete = false

    func map<Other: Sendable>(_ transform: (Value) -> Other) -> LocalAnswer<Other> {
        LocalAnswer<Other>(
            value: transform(value),
            confirmedAt: confirmedAt,
            editsWaiting: editsWaiting,
            ended: ended,
            isIncomplete: isIncomplete
        )
    }
}

extension LocalAnswer {
    /// Answers criteria by a store that keeps a part of the collection, or all of it.
    init<Entity>(
        _ criteria: Criteria,
        _ entities: StoredEntities<Entity>,
        _ keeping: ReplicaSelection?
    ) throws where Value == [Entity] {
        let records = try entities.records(matching: criteria)
        try self.init(records, entities)
        isIncomplete = try entities.isIncomplete(criteria, records, keeping)
    }

    init<Entity>(
        _ records: [StoredRecord],
        _ entities: StoredEntities<Entity>
    ) throws where Value == [Entity] {
        let dates = records.compactMap(\.confirmedAt)
        self.init(
            value: try records.map { try entities.entity(of: $0) },
            confirmedAt: dates.count == records.count ? dates.min() : nil,
            // Only of these something waits.
            editsWaiting: try records.reduce(0) { count, record in
                try record.state == .synchronized
                    ? count : count + entities.store.openEntryCount(of: record.key)
            }
        )
    }
}
