import Foundation

/// Moves what earlier versions of an app have stored under former names into a collection.
///
/// Normally, the stored collection is renamed, in one transaction with all its metadata. If both
/// names have records, those under the old name are moved, one page per transaction; if the process
/// is killed meanwhile, the next one continues.
struct CollectionRenaming: Sendable {
    private static let pageSize = 200

    let schema: EntitySchema
    let normalized: @Sendable ([String: JSON]) throws(JSONError) -> [String: JSON]

    /// The result of a transaction.
    private enum Step {
        /// Nothing is stored under the name.
        case nothing
        /// There are more records to move.
        case moved
        /// Everything is under the new name.
        case ended
    }

    /// Renames the stored collections; returns whether there were any.
    func run(in storage: any Storage) async throws(StorageError) -> Bool {
        var isRenamed = false
        for former in schema.formerNames {
            let isStored = try await storage.read { store throws(StorageError) in
                try store.collections().contains(former)
            }
            guard isStored else { continue }
            var step = Step.moved
            while case .moved = step {
                step = try await storage.write { store throws(StorageError) in
                    try self.step(former, in: store)
                }
            }
            guard case .ended = step else { continue }
            isRenamed = true
            storage.openingLog?.note(schema.name) { collection in
                // The empty collection that was just created is replaced by this one.
                if collection.isCreated { collection = .init(name: collection.name) }
                collection.formerNames.append(former)
            }
        }
        return isRenamed
    }

    private func step(
        _ former: String,
        in store: any StorageWriter
    ) throws(StorageError) -> Step {
        // Another process may have renamed it already.
        guard try store.collections().contains(former) else { return .nothing }
        let isEmpty = try store.records(in: schema.name, after: nil, limit: 1).isEmpty
        guard !isEmpty else {
            try CollectionNotes(of: former, in: store).move(to: schema.name, replacing: true)
            try store.rename(former, to: schema.name)
            return .ended
        }
        let conversion = DocumentConversion(schema, normalized: normalized)
        let page = try store.records(in: former, after: nil, limit: Self.pageSize)
        let form = try store.value(forKey: MigrationProgress.formName(former))
        for record in page { try move(record, conversion, from: form, in: store) }
        guard page.count < Self.pageSize else { return .moved }
        try CollectionNotes(of: former, in: store).move(to: schema.name, replacing: false)
        try store.rename(former, to: schema.name)
        return .ended
    }

    /// Moves a record, with its writes, into the other collection.
    private func move(
        _ record: StoredRecord,
        _ conversion: DocumentConversion,
        from form: Data?,
        in store: any StorageWriter
    ) throws(StorageError) {
        // Convert it before moving it: its files are moved under their present keys.
        try DocumentMigration.migrate(record, conversion, in: store)
        let record = try store.record(record.key) ?? record
        let key = RecordKey(collection: schema.name, id: record.key.id)
        let entries = try store.entries(of: record.key)
        let isKnown = try store.record(key) != nil
        let isPendingThere = try !store.entries(of: key).isEmpty
        // Of two records with one key, the one with pending writes is kept: it has the user's
        // changes.
        if !isKnown || !entries.isEmpty && !isPendingThere {
            var moved = record
            moved.key = key
            try store.put(moved)
            var new = try NewProperties(of: schema.name, in: store)
            try new.note(moved: key, from: form, schema, in: store)
        }
        try store.moveFiles(of: schema, record.key, to: key)
        for var entry in entries {
            entry.key = key
            try store.put(entry)
        }
        try store.remove(record.key)
        if isKnown, !entries.isEmpty { try store.updateState(of: key) }
    }
}
