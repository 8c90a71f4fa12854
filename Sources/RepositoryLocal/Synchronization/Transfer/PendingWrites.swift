import Foundation

/// The pending and rejected writes of a store, with everything that another store needs to send
/// them.
package struct PendingWrites: Hashable, Sendable {
    /// A write with its history.
    struct Write: Hashable, Sendable {
        var entry: OutboxEntry
        var history: WriteHistory
    }

    /// The records that the writes change.
    var records: [StoredRecord] = []
    /// The writes, in the order in which they were made.
    var writes: [Write] = []
    /// The identities of entities that the writes refer to: the server's, or null for a discarded
    /// entity.
    var identities: [RecordKey: JSON] = [:]
    /// The form of the documents of each collection, as stored by ``MigrationProgress``.
    var forms: [String: Data] = [:]

    /// The keys of the records with writes, in the order of their first ones.
    var keys: [RecordKey] {
        var seen: Set<RecordKey> = []
        return writes.map(\.entry.key).filter { seen.insert($0).inserted }
    }
}

extension PendingWrites {
    /// Reads the pending writes of a store; the schemas of the registered collections are used to
    /// find references.
    init(in store: any StorageReader, _ schemas: [String: EntitySchema]) throws(StorageError) {
        for entry in try store.entries() {
            writes.append(Write(entry: entry, history: try WriteHistory.of(entry.id, in: store)))
        }
        var lost: [RecordKey] = []
        for key in keys {
            guard let record = try store.record(key) else { continue }
            if record.isDamaged {
                // Nobody could import it, and it must not prevent the export of the others.
                if record.base == nil { lost.append(key) }
                writes.removeAll { $0.entry.key == key }
            } else {
                records.append(record)
            }
        }
        for collection in Set(writes.map(\.entry.key.collection)) {
            let name = MigrationProgress.formName(collection)
            forms[collection] = try store.value(forKey: name)
        }
        let aliases = IdentityAliases(in: store)
        for target in try references(by: schemas) {
            identities[target] = try aliases.last(inPlaceOf: target)
        }
        // The server never has them.
        for key in lost { identities[key] = JSON.null }
    }

    /// Records which writes are exported, so that importing them here has no effect, and their
    /// contents: if another device sends them while the entities are changed here, that is not a
    /// conflicting change.
    mutating func noteExport(in store: any StorageWriter) throws(StorageError) {
        let records = Dictionary(records.map { ($0.key, $0) }) { _, last in last }
        for index in writes.indices {
            let entry = writes[index].entry
            let checksum = try writes[index].checksum(of: records[entry.key])
            try ImportedWrite.note(.string(entry.key.id), checksum, of: entry.id, in: store)
            guard entry.state == .waiting, let record = records[entry.key] else { continue }
            try writes[index].noteExport(of: record)
            try writes[index].history.note(for: entry.id, in: store)
            if entry.operation == .create {
                try store.noteExportedCreation(in: entry.key.collection)
            }
        }
    }

    /// Renames collections that were exported under former names.
    func renamed(by schemas: [EntitySchema]) -> PendingWrites {
        var names: [String: String] = [:]
        for schema in schemas { for name in schema.formerNames { names[name] = schema.name } }
        guard !names.isEmpty else { return self }
        func current(_ key: RecordKey) -> RecordKey {
            RecordKey(collection: names[key.collection] ?? key.collection, id: key.id)
        }
        var renamed = self
        for index in records.indices { renamed.records[index].key = current(records[index].key) }
        for index in writes.indices {
            renamed.writes[index].entry.key = current(writes[index].entry.key)
        }
        renamed.identities = Dictionary(identities.map { (current($0.key), $0.value) }) { $1 }
        renamed.forms = Dictionary(forms.map { (names[$0.key] ?? $0.key, $0.value) }) { $1 }
        return renamed
    }

    /// Returns all entities that the writes and their records refer to.
    private func references(
        by schemas: [String: EntitySchema]
    ) throws(StorageError) -> Set<RecordKey> {
        var found: Set<RecordKey> = []
        for record in records {
            guard let schema = schemas[record.key.collection], schema.hasReferences else {
                continue
            }
            for document in [record.document, record.base].compactMap(\.self) {
                found.formUnion(schema.references(in: try DocumentMembers.read(document)))
            }
        }
        for write in writes {
            guard let schema = schemas[write.entry.key.collection], schema.hasReferences else {
                continue
            }
            for members in [write.entry.changed?.object ?? [:]] + write.history.unanswered {
                found.formUnion(schema.references(in: members))
            }
        }
        return found
    }
}

extension PendingWrites.Write {
    /// Records what another device may send.
    fileprivate mutating func noteExport(of record: StoredRecord) throws(StorageError) {
        let content = try content(of: record)
        if entry.operation == .create {
            if !history.exported.contains(content) { history.exported.append(content) }
        } else if !content.isEmpty, !history.unanswered.contains(content) {
            history.unanswered.append(content)
        }
    }

    /// Returns the properties that the write sets: all those of a new entity, and the changes to an
    /// existing one.
    private func content(of record: StoredRecord) throws(StorageError) -> [String: JSON] {
        if entry.operation == .update, let base = record.base {
            return DocumentMembers.difference(
                from: try DocumentMembers.read(base),
                to: try DocumentMembers.read(record.document)
            )
        }
        switch entry.operation {
        case .create: return try DocumentMembers.read(record.document)
        case .patch, .update: return entry.changed?.object ?? [:]
        case .delete: return [:]
        }
    }

    /// Returns a checksum of what the write does; another one means that it was edited.
    func checksum(of record: StoredRecord?) throws(StorageError) -> String {
        try PendingWrites.checksum(try record.map(content) ?? [:])
    }
}

extension StoredRecord {
    /// Whether its document, or the last confirmed one, is no longer a JSON object.
    fileprivate var isDamaged: Bool {
        [document, base].compactMap(\.self).contains { (try? DocumentMembers.read($0)) == nil }
    }
}
