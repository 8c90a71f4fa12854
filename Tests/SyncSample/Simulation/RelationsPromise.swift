import Foundation
import RepositoryRuntime

/// The guarantee for entities that are deleted with others: both sides are equal, nothing is lost that nobody deleted,
/// and nothing is left that the client deleted.
struct RelationsPromise {
    private let variant: SyncVariant
    private let service: SimulatedService
    private let records: [String: [StoredRecord]]
    private let rejected: [RecordKey: OutboxEntry]
    private let held: Set<OutboxEntry.ID>
    private let created: Set<String>
    private let deleted: Set<String>

    /// Creates a check of the contents of both sides.
    init(
        _ variant: SyncVariant,
        _ store: any StorageReader,
        _ service: SimulatedService
    ) throws(StorageError) {
        (self.variant, self.service) = (variant, service)
        var records: [String: [StoredRecord]] = [:]
        for name in ["Folder", "Page"] {
            records[name] = try store.records(in: name, states: Set(SyncState.allCases))
        }
        self.records = records
        rejected = Dictionary(
            try store.entries().filter { records[$0.key.collection] != nil }.map { ($0.key, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        held = try Self.held(in: store)
        created = try RandomWrites.createdTitles(of: store)
        deleted = try RandomWrites.deletedTitles(of: store)
    }

    /// Returns the violations.
    ///
    /// - Parameter isSettled: Whether the rejected writes were discarded, so that only the two sides are compared.
    /// - Returns: A sentence for each; empty if there are none.
    /// - Throws: `JSONError` if the client's store contains an invalid entity.
    func violations(isSettled: Bool = false) throws -> [String] {
        guard let relations = variant.relations else { return [] }
        var found: [String] = []
        for entry in rejected.values
        where !held.contains(entry.id) && !isExpected(entry, relations) {
            found.append("a write was refused without a reason: \(entry)")
        }
        var here: Set<String> = []
        var there: Set<String> = []
        for (name, path) in [("Folder", "folders"), ("Page", "pages")] {
            let collection = service.collections[path]
            let other = Dictionary(
                (collection?.entities ?? []).map { ($0["_id"]?.string ?? "", $0) },
                uniquingKeysWith: { first, _ in first }
            )
            var ids: Set<String> = []
            for record in records[name] ?? [] {
                let members = try [String: JSON](jsonData: record.document)
                if let title = members["title"]?.string, !here.insert(title).inserted,
                    !isUnrecognized(title)
                {
                    found.append("\(title) is here twice")
                }
                ids.insert(record.key.id)
                guard rejected[record.key] == nil else { continue }
                if record.state != .synchronized {
                    found.append("\(record.key) is \(record.state)")
                }
                let known = members.filter { $0.value != .null }
                if other[record.key.id] != known {
                    found.append(
                        "\(record.key) is \(known), and \(other[record.key.id] ?? [:]) there"
                    )
                }
            }
            for (id, members) in other {
                let title = members["title"]?.string ?? ""
                if !there.insert(title).inserted, !isUnrecognized(title) {
                    found.append("\(title) is there twice")
                }
                let key = RecordKey(collection: name, id: id)
                if !ids.contains(id), rejected[key] == nil { found.append("\(key) is not here") }
            }
            // A write that conflicts with a deletion by another client may create the entity again.
            let ever = (collection?.creations ?? []).compactMap { $0["title"]?.string }
                .filter { !service.touched.contains($0) }
            if Set(ever).count < ever.count { found.append("\(path) were created twice: \(ever)") }
        }
        guard !isSettled else { return found }
        let refused = Set(
            try rejected.keys.flatMap { key in
                try (records[key.collection] ?? []).filter { $0.key == key }
                    .compactMap { try $0.members(["title"])["title"]?.string }
            }
        )
        let touched = service.touched
        for title in created.subtracting(deleted).subtracting(touched).subtracting(refused)
        where !here.contains(title) || !there.contains(title) {
            found.append("\(title) is lost")
        }
        for title in deleted.subtracting(touched).subtracting(refused)
        where here.contains(title) || there.contains(title) {
            found.append("\(title) is to be deleted")
        }
        return found
    }

    /// Whether there may be two entities with a title: comparison does not find one that another client has changed
    /// just after its creation.
    private func isUnrecognized(_ title: String) -> Bool {
        (variant.creation == .comparison || variant.batchSize > 1)
            && service.touched.contains(title)
    }

    /// Returns the writes that wait for an entity whose creation was rejected, and those that wait for these.
    static func held(in store: any StorageReader) throws(StorageError) -> Set<OutboxEntry.ID> {
        var missing: Set<RecordKey> = []
        var open: [(OutboxEntry, references: [RecordKey])] = []
        for entry in try store.entries() {
            guard
                let schema = [Folder.schema, Page.schema].first(where: {
                    $0.name == entry.key.collection
                })
            else { continue }
            if entry.state == .rejected {
                if entry.operation == .create { missing.insert(entry.key) }
            } else if let record = try store.record(entry.key) {
                let references = try record.members(Set(schema.references.keys)).values
                    .flatMap { $0.array ?? [$0] }.compactMap(\.string)
                open.append((entry, references.map { RecordKey(collection: "Folder", id: $0) }))
            }
        }
        var held: Set<OutboxEntry.ID> = []
        var count = -1
        while held.count > count {
            count = held.count
            for (entry, references) in open where !missing.isDisjoint(with: references) {
                held.insert(entry.id)
                if entry.operation == .create { missing.insert(entry.key) }
            }
        }
        return held
    }

    /// Whether the service may have rejected a write for a legitimate reason.
    private func isExpected(_ entry: OutboxEntry, _ relations: SyncVariant.Relations) -> Bool {
        guard entry.state == .rejected else { return false }
        switch entry.failure?.status {
        // Another client has put a page into the folder, or the folder is part of a cycle.
        case 409:
            let title = service.collections["folders"]?.stored[entry.key.id]?.members["title"]
            return relations == .refusing && entry.operation == .delete
                && (!service.referring(to: entry.key.id).isEmpty
                    || service.touched.contains(title?.string ?? ""))
        // Another client has deleted the folder.
        case 422: return entry.operation != .delete
        default: return variant.conflicts == .fail
        }
    }
}
