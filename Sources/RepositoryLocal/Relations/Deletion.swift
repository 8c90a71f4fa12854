#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the deletion of entities does to those that refer to them, by the rules of their schemas.
///
/// It is worked out as a whole before anything is written: an entity that is deleted by one rule does not
/// restrict another one, in whatever order the rules stand, and rings of references end.
struct Deletion {
    /// A record that is deleted.
    struct Deleted {
        let key: RecordKey
        let schema: EntitySchema
    }

    /// A record that no longer refers to what is deleted.
    struct Cleared {
        let key: RecordKey
        let schema: EntitySchema
        /// The new values of its properties, by their keys.
        fileprivate(set) var changes: [String: JSON] = [:]
    }

    /// What is deleted, each record behind those that refer to it, but for rings.
    private(set) var deleted: [Deleted] = []
    /// What no longer refers to it.
    private(set) var cleared: [Cleared] = []
    /// A record that forbids the deletion; nil where none does.
    var obstacle: RecordKey? { obstacles.first }

    // Where the records stand in `deleted` and `cleared` while these grow.
    private var places: [RecordKey: Int] = [:]
    private var clearedPlaces: [RecordKey: Int] = [:]
    private var obstacles: [RecordKey] = []

    /// Works out what a deletion does.
    ///
    /// - Parameters:
    ///   - keys: The records that are deleted.
    ///   - schema: How they are stored.
    ///   - store: The transaction.
    ///   - isConcerned: Whether the rules are applied to a record that refers to one of them.
    /// - Throws: `StorageError` where the store cannot be read.
    init(
        of keys: [RecordKey],
        _ schema: EntitySchema,
        in store: any StorageReader,
        where isConcerned: (StoredRecord) throws(StorageError) -> Bool = { _ in true }
    ) throws(StorageError) {
        for key in keys { delete(key, schema) }
        guard !schema.deletionRules.isEmpty else { return }
        var next = 0
        while next < deleted.count {
            // Neighbours of one type are looked up together.
            let schema = deleted[next].schema
            let end = deleted[next...].firstIndex { $0.schema.name != schema.name }
            let group = deleted[next..<(end ?? deleted.count)]
            let targets = Set(group.map(\.key.id.comparedIdentity))
            next = end ?? deleted.count
            for rule in schema.deletionRules {
                let source = rule.source.schema
                let filter = Comparison(key: rule.key, referringTo: targets)
                let criteria = Criteria(filter: .comparison(filter))
                for record in try store.records(in: source.name, matching: criteria)
                where try isConcerned(record) {
                    try apply(rule, source, to: record, targets)
                }
            }
        }
        obstacles.removeAll { places[$0] != nil }
        cleared.removeAll { places[$0.key] != nil }
        deleted.reverse()
    }

    private mutating func delete(_ key: RecordKey, _ schema: EntitySchema) {
        guard places[key] == nil else { return }
        places[key] = deleted.count
        deleted.append(Deleted(key: key, schema: schema))
    }

    /// Applies a rule to a record that refers to some of what is deleted.
    private mutating func apply(
        _ rule: DeletionRule,
        _ schema: EntitySchema,
        to record: StoredRecord,
        _ targets: Set<String>
    ) throws(StorageError) {
        let key = record.key
        guard rule.action != .restrict else { return obstacles.append(key) }
        guard rule.action == .nullify else { return delete(key, schema) }
        let place = clearedPlaces[key] ?? cleared.count
        if place == cleared.count {
            cleared.append(Cleared(key: key, schema: schema))
            clearedPlaces[key] = place
        }
        let value = try record.members([rule.key])[rule.key] ?? .null
        cleared[place].remove(targets, from: rule.key, value)
    }
}

extension Deletion.Cleared {
    /// Removes identities from the value of a property.
    fileprivate mutating func remove(_ ids: Set<String>, from key: String, _ value: JSON) {
        guard let elements = (changes[key] ?? value).array else { return changes[key] = .null }
        changes[key] = .array(
            elements.filter { !ids.contains($0.identityText?.comparedIdentity ?? "") }
        )
    }
}

extension EntitySchema {
    /// Whether a deletion comes behind writes of entities that refer to this one on the server.
    ///
    /// Sent before these, it would be refused, or the server would delete what was moved away here.
    func areReferrersWaiting(
        before deletion: OutboxEntry,
        in store: any StorageReader
    ) throws(StorageError) -> Bool {
        guard !deletionRules.isEmpty, deletion.state == .waiting else { return false }
        let keys = Dictionary(grouping: deletionRules) { $0.source.schema.name }
            .mapValues { Set($0.map(\.key)) }
        let target = deletion.key.id.comparedIdentity
        var sequence: Int64 = 0
        while true {
            let page = try store.entries(in: OutboxEntry.State.open, after: sequence, limit: 100)
            for entry in page {
                guard entry.sequence < deletion.sequence else { return false }
                guard let keys = keys[entry.key.collection], entry.key != deletion.key,
                    let record = try store.record(entry.key)
                else { continue }
                // What a creation in flight has sent may be there by now.
                let sent = entry.changed?.object?.filter { keys.contains($0.key) } ?? [:]
                let known = record.base ?? record.document
                let values = [try StoredDocument.members(of: known, keys: keys), sent]
                    .flatMap { Array($0.values) }
                let ids = values.flatMap { $0.array ?? [$0] }.compactMap(\.identityText)
                if ids.contains(where: { $0.comparedIdentity == target }) { return true }
            }
            guard page.count == 100, let last = page.last else { return false }
            sequence = last.sequence
        }
    }
}

extension Deletion {
    /// Throws where a rule forbids the deletion.
    func requirePermission() throws(StorageError) {
        guard let obstacle else { return }
        throw StorageError(
            .restricted,
            message: "An entity of the type \(obstacle.collection) refers to what is to be deleted."
        )
    }

    /// Deletes entities from a store of which no server knows.
    func perform(in store: any StorageWriter) throws(StorageError) {
        try requirePermission()
        for cleared in cleared {
            guard var record = try store.record(cleared.key) else { continue }
            record.document = try DocumentMembers.applying(
                cleared.changes,
                toDocument: record.document
            )
            try store.put(record)
        }
        for deleted in deleted { try store.remove(deleted.key) }
    }

    /// Removes entities that the server has no more, as it does itself by the same rules; nothing is to be
    /// sent for it.
    func follow(at date: Date, in store: any StorageWriter) throws(StorageError) {
        for cleared in cleared {
            guard var record = try store.record(cleared.key) else { continue }
            record.document = try DocumentMembers.applying(
                cleared.changes,
                toDocument: record.document
            )
            record.base = try record.base.map { base throws(StorageError) in
                try DocumentMembers.applying(cleared.changes, toDocument: base)
            }
            try store.put(record)
        }
        for deleted in deleted { try store.noteDeparture(of: deleted.key, at: date) }
    }
}
