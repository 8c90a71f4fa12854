/// References to entities that the server does not know yet.
///
/// New entities may refer to one another in a cycle, so none can be sent in full before the others.
/// One of them is created without its references into the cycle, which are sent later as a patch.
struct UnsentReferences {
    private let store: any StorageWriter
    private let rules: SyncRules
    private let rings: KnownRings

    init(_ ledger: Ledger, _ rings: KnownRings) {
        (store, rules, self.rings) = (ledger.store, ledger.rules, rings)
    }

    /// Returns the properties of a new entity without its references to others that in turn depend
    /// on it.
    ///
    /// - Returns: The properties to send now; nil if it must wait for others.
    /// - Throws: `RepositoryError` if no entity in the cycle can be created without its reference.
    func members(_ members: [String: JSON], of key: RecordKey) throws -> [String: JSON]? {
        let ring = try ring(of: key, members)
        guard !ring.isEmpty else { return nil }
        if let rest = sendable(members, of: key.collection, without: ring) {
            let targets = schema(of: key.collection)?.references(in: rest) ?? []
            return try store.hasUnsent(among: targets) ? nil : rest
        }
        for other in ring where other != key {
            guard let document = try store.record(other)?.document else { return nil }
            // The write of a damaged one is rejected on its own.
            guard let members = try? DocumentMembers.read(document) else { return nil }
            // That entity is created first.
            if sendable(members, of: other.collection, without: ring) != nil { return nil }
        }
        throw RepositoryError(
            .invalidRequest,
            during: key.collection,
            message: "New entities refer to one another, and none can be created without its "
                + "reference: change one of them to refer to an existing entity."
        )
    }

    /// Properties without the references to some entities; nil if they do not form an entity.
    private func sendable(
        _ members: [String: JSON],
        of name: String,
        without keys: Set<RecordKey>
    ) -> [String: JSON]? {
        guard let collection = rules.collection(name) else { return nil }
        let rest = collection.schema.removingReferences(in: members) { keys.contains($0) }
        return (try? collection.draft(rest)) == nil ? nil : rest
    }

    /// Returns the new entities that depend on one another in a cycle with this one, itself
    /// included; empty if there is no cycle.
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
                guard seen.insert(target).inserted, let record = try store.record(target),
                    let members = try? DocumentMembers.read(record.document)
                else { continue }
                open.append((target, members))
            }
        }
        rings.note(referring, from: seen)
        // Of all reachable entities, those that lead back.
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

/// A cache for the analysis of new entities that depend on one another.
///
/// Each analysis follows all references, which in a long chain lead to all earlier entities.
/// Entities that lead to no cycle need not be visited again.
package final class KnownRings: Sendable {
    private let free = Locked<Set<RecordKey>>([])

    /// Whether an entity is known to lead to no cycle.
    func isFree(_ key: RecordKey) -> Bool {
        free.withLock { $0.contains(key) }
    }

    /// Records the result of following references.
    func note(_ referring: [RecordKey: [RecordKey]], from keys: Set<RecordKey>) {
        var counts: [RecordKey: Int] = [:]
        for source in referring.values.joined() { counts[source, default: 0] += 1 }
        // Repeatedly remove entities without references; those that remain are in cycles or lead to
        // them.
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
    /// Whether an entity is yet to be created on the server.
    func isUnsent(_ key: RecordKey) throws(StorageError) -> Bool {
        try entries(of: key).first?.operation == .create
    }

    /// Whether any of some entities is yet to be created on the server.
    func hasUnsent(among keys: [RecordKey]) throws(StorageError) -> Bool {
        for key in keys {
            if try isUnsent(key) { return true }
        }
        return false
    }
}
