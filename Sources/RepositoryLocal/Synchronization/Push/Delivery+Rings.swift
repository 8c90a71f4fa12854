// New entities that refer to one another in a ring: none can be sent whole before the others.

extension Delivery {
    /// A new entity without its references to others that wait for it in turn.
    ///
    /// What is left out follows in a patch, once the entity is there.
    ///
    /// Returns what can be sent now; nil where it has to wait for others.
    func membersOutsideRing(
        of key: RecordKey,
        _ members: [String: JSON],
        _ rings: KnownRings,
        in store: any StorageReader
    ) throws(RepositoryError) -> [String: JSON]? {
        let schemas = collections.map(\.schema)
        let unsent = UnsentReferences(schemas: schemas, store: store, rings: rings)
        let ring = try stored { () throws(StorageError) in try unsent.ring(of: key, members) }
        guard !ring.isEmpty else { return nil }
        let rest = unsent.members(members, of: key.collection, without: ring)
        if (try? collection.draft(rest)) != nil {
            let waits = try stored { () throws(StorageError) in
                try refersToUnsent(rest, in: store)
            }
            return waits ? nil : rest
        }
        for other in ring where other != key {
            guard let collection = collections.first(where: { $0.schema.name == other.collection }),
                let document = try stored({ () throws(StorageError) in try store.record(other) })?
                    .document
            else { return nil }
            let members = try stored { () throws(StorageError) in
                try DocumentMembers.read(document)
            }
            let rest = unsent.members(members, of: other.collection, without: ring)
            // That one goes first.
            if (try? collection.draft(rest)) != nil { return nil }
        }
        throw RepositoryError(
            .invalidRequest,
            during: key.collection,
            message: "New entities refer to one another, and none can be created without its "
                + "reference: change one of them to refer to an entity that is there."
        )
    }
}

/// What is known of new entities that wait for one another, while all are looked at.
///
/// Each looks at all that it leads to, which in a long chain are all before it: those that lead to no
/// ring need not be looked at twice.
final class KnownRings: Sendable {
    private let free = Locked<Set<RecordKey>>([])

    /// Whether an entity is known to lead to no ring.
    func isFree(_ key: RecordKey) -> Bool {
        free.withLock { $0.contains(key) }
    }

    /// Notes what was found by following references.
    func note(_ referring: [RecordKey: [RecordKey]], from keys: Set<RecordKey>) {
        var counts: [RecordKey: Int] = [:]
        for source in referring.values.joined() { counts[source, default: 0] += 1 }
        // Those that refer to nothing go, until none is left, or all that are left are in rings or
        // lead to them.
        var open = keys.filter { counts[$0] == nil }
        var found = open
        while let target = open.popFirst() {
            for source in referring[target] ?? [] {
                let left = (counts[source] ?? 0) - 1
                counts[source] = left
                if left == 0, found.insert(source).inserted { open.insert(source) }
            }
        }
        free.withLock { $0.formUnion(found) }
    }
}

/// References to entities that the server does not know yet.
struct UnsentReferences {
    let schemas: [EntitySchema]
    let store: any StorageReader
    let rings: KnownRings

    /// The entities that wait for one another with a new one, itself among them; none where it is in
    /// no ring.
    func ring(
        of key: RecordKey,
        _ members: [String: JSON]
    ) throws(StorageError) -> Set<RecordKey> {
        var referring: [RecordKey: [RecordKey]] = [:]
        var seen: Set<RecordKey> = [key]
        var open = [(key, members)]
        while let (current, members) = open.popLast() {
            for target in try targets(of: members, in: current.collection)
            where !rings.isFree(target) {
                referring[target, default: []].append(current)
                guard seen.insert(target).inserted, let record = try store.record(target) else {
                    continue
                }
                open.append((target, try DocumentMembers.read(record.document)))
            }
        }
        rings.note(referring, from: seen)
        // Of all that it leads to, those that lead back.
        var ring: Set<RecordKey> = []
        var back = referring[key] ?? []
        while let current = back.popLast() {
            guard ring.insert(current).inserted else { continue }
            back += referring[current] ?? []
        }
        return ring
    }

    /// Members without the references to some entities.
    func members(
        _ members: [String: JSON],
        of collection: String,
        without keys: Set<RecordKey>
    ) -> [String: JSON] {
        schema(of: collection)?.removingReferences(in: members) { keys.contains($0) } ?? members
    }

    /// The entities that members refer to and that are still to be created.
    private func targets(
        of members: [String: JSON],
        in collection: String
    ) throws(StorageError) -> [RecordKey] {
        var targets: [RecordKey] = []
        for target in schema(of: collection)?.references(in: members) ?? [] {
            if try store.isUnsent(target) { targets.append(target) }
        }
        return targets
    }

    private func schema(of collection: String) -> EntitySchema? {
        schemas.first { $0.name == collection }
    }
}

extension StorageReader {
    /// Whether an entity is still to be created on the server.
    func isUnsent(_ key: RecordKey) throws(StorageError) -> Bool {
        try entries(of: key).first?.operation == .create
    }
}
