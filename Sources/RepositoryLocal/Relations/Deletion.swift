import Foundation

/// The effects of a deletion on referring entities, by the deletion rules of their schemas.
///
/// All effects are computed before anything is written. So an entity deleted by one rule does not
/// restrict another deletion, regardless of the order of the rules, and cycles of references
/// terminate.
struct Deletion {
    /// A record that is deleted.
    struct Deleted {
        let key: RecordKey
        let schema: EntitySchema
        /// The deleted records that refer to it on the server.
        fileprivate var referrers: [RecordKey] = []
    }

    /// A record whose references to deleted records are cleared.
    struct Cleared {
        let key: RecordKey
        let schema: EntitySchema
        /// The new values of its properties, by their keys.
        fileprivate(set) var changes: [String: JSON] = [:]
    }

    /// The deleted records, each after those that refer to it, except in cycles.
    private(set) var deleted: [Deleted] = []
    /// The records whose references are cleared.
    private(set) var cleared: [Cleared] = []
    /// A record that prevents the deletion; nil if none does.
    var obstacle: RecordKey? { obstacles.first }

    // The indices of the records in `deleted` and `cleared`.
    private var places: [RecordKey: Int] = [:]
    private var clearedPlaces: [RecordKey: Int] = [:]
    private var obstacles: [RecordKey] = []
    private let roots: Set<RecordKey>

    /// Computes the effects of a deletion; the rules apply to the referring records for which
    /// `isConcerned` is true.
    init(
        of keys: [RecordKey],
        _ schema: EntitySchema,
        in store: any StorageReader,
        where isConcerned: (StoredRecord) throws(StorageError) -> Bool = { _ in true }
    ) throws(StorageError) {
        roots = Set(keys)
        for key in keys { delete(key, schema) }
        guard !schema.deletionRules.isEmpty else { return }
        var next = 0
        while next < deleted.count {
            // Adjacent records of one type are looked up together.
            let schema = deleted[next].schema
            let end = deleted[next...].firstIndex { $0.schema.name != schema.name }
            let group = deleted[next..<(end ?? deleted.count)]
            let targets = Set(group.map(\.key.id.comparedIdentity))
            next = end ?? deleted.count
            for rule in schema.deletionRules {
                let source = rule.source.schema
                let filter = Comparison(
                    key: rule.key,
                    referringTo: group.map(\.key.id)
                )
                let criteria = Criteria(filter: .comparison(filter))
                for record in try store.records(in: source.name, matching: criteria)
                where try isConcerned(record) {
                    try apply(rule, source, to: record, targets)
                }
            }
        }
        obstacles.removeAll { places[$0] != nil }
        cleared.removeAll { places[$0.key] != nil }
        try noteReferrers(in: store)
        deleted = ordered()
    }

    /// Records the references among the deleted records, as they are on the server.
    private mutating func noteReferrers(in store: any StorageReader) throws(StorageError) {
        for source in deleted where source.schema.hasReferences {
            guard let record = try store.record(source.key) else { continue }
            for target in try store.sentReferences(of: record, source.schema) {
                if let place = places[target] { deleted[place].referrers.append(source.key) }
            }
        }
    }

    /// Returns the records, each after those that refer to it, except in cycles.
    private func ordered() -> [Deleted] {
        var ordered: [Deleted] = []
        var isSeen = [Bool](repeating: false, count: deleted.count)
        for root in deleted.indices where !isSeen[root] {
            isSeen[root] = true
            var path = [(place: root, next: 0)]
            while let (place, next) = path.last {
                guard next < deleted[place].referrers.count else {
                    ordered.append(deleted[place])
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                guard let referrer = places[deleted[place].referrers[next]], !isSeen[referrer]
                else { continue }
                isSeen[referrer] = true
                path.append((referrer, 0))
            }
        }
        return ordered
    }

    private mutating func delete(_ key: RecordKey, _ schema: EntitySchema) {
        guard places[key] == nil else { return }
        places[key] = deleted.count
        deleted.append(Deleted(key: key, schema: schema))
    }

    /// Applies a rule to a record that refers to deleted ones.
    private mutating func apply(
        _ rule: DeletionRule,
        _ schema: EntitySchema,
        to record: StoredRecord,
        _ targets: Set<ComparedIdentity>
    ) throws(StorageError) {
        let key = record.key
        guard rule.action != .restrict else { return obstacles.append(key) }
        guard rule.action == .nullify else { return delete(key, schema) }
        // The next listing replaces a damaged document.
        guard let members = try? record.members([rule.key]) else { return }
        let value = members[rule.key] ?? .null
        let place = clearedPlaces[key] ?? cleared.count
        if place == cleared.count {
            cleared.append(Cleared(key: key, schema: schema))
            clearedPlaces[key] = place
        }
        cleared[place].remove(targets, from: rule.key, value)
    }
}

extension Deletion.Cleared {
    /// Removes identities from the value of a property.
    fileprivate mutating func remove(_ ids: Set<ComparedIdentity>, from key: String, _ value: JSON)
    {
        guard let elements = (changes[key] ?? value).array else { return changes[key] = .null }
        changes[key] = .array(
            elements.filter { !ids.contains(($0.identityText ?? "").comparedIdentity) }
        )
    }
}

extension Deletion {
    /// Deletes the entities, and writes the corresponding outbox entries; throws `.restricted` if a
    /// rule prevents the deletion.
    ///
    /// Entities that the server has never had, and that are not about to be created there, are only
    /// deleted in the store: the repository of their type may have no server.
    ///
    /// With `isLocal`, the entities themselves are only deleted locally. If the server has one of
    /// them, it keeps the referring entities, too, so their pending writes stay.
    func perform(in store: any StorageWriter, isLocal: Bool) throws(StorageError) {
        if let obstacle {
            throw StorageError(
                .restricted,
                message:
                    "An entity of type \(obstacle.collection) refers to the entity to delete."
            )
        }
        var isAllLocal = false
        // Without rules, only the entities themselves are deleted, and nothing else must be read.
        let isAlone = deleted.count == roots.count && cleared.isEmpty
        for root in roots where isLocal && !isAlone && !isAllLocal {
            isAllLocal = try store.record(root)?.base != nil
        }
        for cleared in cleared {
            guard var record = try store.record(cleared.key) else { continue }
            let entries = try store.entries(of: cleared.key)
            if isAllLocal, !entries.isEmpty { continue }
            let kept = entries.first { $0.state == .rejected }
            guard kept != nil || entries.isEmpty && (isAllLocal || record.base == nil) else {
                try Outbox(cleared.schema, in: store).patch(
                    id: cleared.key.id,
                    with: cleared.changes
                )
                continue
            }
            record.document = try DocumentMembers.applying(
                cleared.changes,
                toDocument: record.document
            )
            try store.put(record)
            // A rejected write waits for the user's decision, together with this change.
            guard var kept, kept.operation == .patch else { continue }
            let changed = DocumentMembers.applying(cleared.changes, to: kept.changed?.object ?? [:])
            kept.changed = .object(changed)
            try store.put(kept)
        }
        for deleted in deleted {
            let isRoot = roots.contains(deleted.key)
            if isRoot, isLocal {
                try store.remove(deleted.key)
                continue
            }
            let isPending = try !store.entries(of: deleted.key).isEmpty
            if isAllLocal, isPending { continue }
            let isOnlyHere =
                isRoot || isPending ? false : try store.record(deleted.key)?.base == nil
            if isAllLocal || isOnlyHere {
                try store.remove(deleted.key)
            } else {
                try Outbox(deleted.schema, in: store).hide(deleted.key)
                if isPending { try putBehind(deleted.key, in: store) }
            }
        }
    }

    /// Moves the deletions of referenced records behind a record's own deletion, which replaced an
    /// earlier write that preceded them.
    private func putBehind(_ key: RecordKey, in store: any StorageWriter) throws(StorageError) {
        var seen: Set<RecordKey> = [key]
        var sources = [key]
        while let source = sources.popLast() {
            guard
                let schema = deleted.first(where: { $0.schema.name == source.collection })?.schema,
                let record = try store.record(source)
            else { continue }
            for target in try store.sentReferences(of: record, schema)
            where seen.insert(target).inserted {
                guard let entry = try store.entries(of: target).last, entry.operation == .delete,
                    entry.state == .waiting
                else { continue }
                try store.remove(entry: entry.id)
                try store.put(entry)
                sources.append(target)
            }
        }
    }

    /// Removes entities that were deleted on the server.
    ///
    /// The server applies the same rules itself, so nothing is sent.
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

extension StorageReader {
    /// Returns the references of a record as the server has them, or may have them after a pending
    /// response.
    ///
    /// For a record unknown to the server, the local ones: an unconfirmed creation is sent again
    /// with the record's state at that time.
    fileprivate func sentReferences(
        of record: StoredRecord,
        _ schema: EntitySchema
    ) throws(StorageError) -> [RecordKey] {
        let keys = schema.referringKeys
        let inFlight = try entries(of: record.key).filter { $0.state == .inFlight }
        let references = inFlight.flatMap { schema.references(in: $0.changed?.object ?? [:]) }
        // A damaged document can be deleted.
        let known = try? StoredDocument.members(of: record.base ?? record.document, keys: keys)
        return references + schema.references(in: known ?? [:])
    }
}
