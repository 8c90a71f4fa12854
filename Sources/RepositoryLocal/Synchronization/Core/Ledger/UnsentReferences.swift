/// References to entities that the server does not know yet.
///
/// New entities may refer to one another in a ring: none can be sent whole before the others. One of them is
/// created without its references into the ring, which follow in a patch.
struct UnsentReferences {
    private let store: any StorageWriter
    private let rules: SyncRules
    private let rings: KnownRings

    init(_ ledger: Ledger, _ rings: KnownRings) {
        (store, rules, self.rings) = (ledger.store, ledger.rules, rings)
    }

    /// The members of a new entity without its references to others that wait for it in turn.
    ///
    /// - Returns: What can be sent now; nil where it has to wait for others.
    /// - Throws: `RepositoryError` where none of those in a ring can be created without its reference.
    func members(_ members: [String: JSON], of key: RecordKey) throws -> [String: JSON]? {
        let ring = try ring(of: key, members)
        guard !ring.isEmpty else { return nil }
        if let rest = sendable(members, of: key.collection, without: ring) {
            let targets = schema(of: key.collection)?.references(in: rest) ?? []
            return try store.hasUnsent(among: targets) ? nil : rest
        }
        for other in ring where other != key {
            guard let document = try store.record(other)?.document else { return nil }
            let members = try DocumentMembers.read(document)
            // That one goes first.
            if sendable(members, of: other.collection, without: ring) != nil { return nil }
        }
        throw RepositoryError(
            .invalidRequest,
            during: key.collection,
            message: "New entities refer to one another, and none can be created without its "
                + "reference: change one of them to refer to an entity that is there."
        )
    }

    /// Members without the references to some entities; nil where they make no entity.
    private func sendable(
        _ members: [String: JSON],
        of name: String,
        without keys: Set<RecordKey>
    ) -> [String: JSON]? {
        guard let collection = rules.collection(name) else { return nil }
        let rest = collection.schema.removingReferences(in: members) { keys.contains($0) }
        return (try? collection.draft(rest)) == nil ? nil : rest
    }

    /// The entities that wait for one another with a new one, itself among them; none where it is in
    /// no ring.
    private func ring(
        of key: RecordKey,
        _ members: [String: JSON]
    ) throws(StorageError) -> Set<RecordKey> {
        var referring: [RecordKey: [RecordKey]] = [:]
        var seen: Set<RecordKey> = [key]
        var open = [(key, members)]
        while let (current, members) = open.popLast() {
            for target in schema(of: current.collection)?.references(in: members) ?? []
            where try store.isUnsent(target) && !rings.isFree(target) {
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

    private func schema(of collection: String) -> EntitySchema? {
        rules.collection(collection)?.schema
    }
}

/// What is known of new entities that wait for one another, while all are looked at.
///
/// Each looks at all that it leads to, which in a long chain are all before it: those that lead to no
/// ring need not be looked at twice.
package final class KnownRings: Sendable {
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

extension StorageReader {
    /// Whether an entity is still to be created on the server.
    func isUnsent(_ key: RecordKey) throws(StorageError) -> Bool {
        try entries(of: key).first?.operation == .create
    }

    /// Whether one of some entities is still to be created on the server.
    func hasUnsent(among keys: [RecordKey]) throws(StorageError) -> Bool {
        for key in keys {
            if try isUnsent(key) { return true }
        }
        return false
    }
}
