#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the local store knows, and how it takes what is written or confirmed.
struct LocalSide<Entity: RepositoryRuntime.Entity>: StorageRepository {
    let storage: any Storage

    /// The entities that criteria ask for.
    func find(_ criteria: Criteria) async throws(RepositoryError) -> LocalAnswer<[Entity]> {
        try await read("find") { entities in
            try LocalAnswer(
                entities.store.records(in: entities.collection, matching: criteria),
                entities
            )
        }
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
        if case .write(.create(let draft)) = subject, Entity.schema.references.isEmpty,
            let members = try? [String: JSON](jsonData: draft.jsonData()),
            members[Entity.schema.identityKey] == nil
        {
            return LocalLook(id: nil, isEdited: false)
        }
        return try await read("look at") { try LocalLook(subject, $0) }
    }

    // MARK: - What the server has said

    /// Stores what the server has answered, below edits that wait.
    ///
    /// - Parameters:
    ///   - answer: The entities.
    ///   - date: When the server knew them so.
    ///   - isCreated: Whether the server has just created them for whoever asks.
    /// - Returns: What is known now: the server's entities, those with edits as they are here.
    /// - Throws: `RepositoryError` where the store cannot be written.
    func keep(
        _ answer: [Entity],
        at date: Date,
        isCreated: Bool = false
    ) async throws(RepositoryError) -> LocalAnswer<[Entity]> {
        try await write("keep") { entities, store in
            let confirmed = Confirmations(Entity.schema, in: store, at: date)
            var known: [Entity] = []
            var waiting = 0
            for entity in answer {
                let key = entities.key(entity.id)
                let document = try entities.document(entity)
                try confirmed.put(document, id: key.id, isOwn: isCreated)
                waiting += try store.openEntryCount(of: key)
                guard try !store.entries(of: key).isEmpty, let record = try store.record(key) else {
                    known.append(entity)
                    continue
                }
                if record.state != .deleted { known.append(try entities.entity(of: record)) }
            }
            return LocalAnswer(value: known, confirmedAt: date, editsWaiting: waiting)
        }
    }

    /// Removes an entity that the server does not have, unless edits wait for it.
    func remove(_ id: Entity.ID) async throws(RepositoryError) {
        try await write("remove") { entities, store in
            _ = try Confirmations(Entity.schema, in: store, at: Date())
                .remove(id: entities.key(id).id)
        }
    }
}

/// What the local store answers.
struct LocalAnswer<Value: Sendable>: Sendable {
    var value: Value
    /// When the server last confirmed it, of several the oldest; nil where it never did.
    var confirmedAt: Date?
    /// How many writes wait for what is in it.
    var editsWaiting: Int

    func map<Other: Sendable>(_ transform: (Value) -> Other) -> LocalAnswer<Other> {
        LocalAnswer<Other>(
            value: transform(value),
            confirmedAt: confirmedAt,
            editsWaiting: editsWaiting
        )
    }
}

extension LocalAnswer {
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
