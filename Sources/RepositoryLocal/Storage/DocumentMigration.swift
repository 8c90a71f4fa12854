import Foundation

/// Converts what earlier versions of an app have stored in one collection, once for each set of
/// properties.
///
/// Properties with another key or type are converted, and new ones get their defaults. Without
/// this, queries would treat a missing property as nil, although the decoded entity has the
/// default.
struct DocumentMigration: Sendable {
    private static let pageSize = 200

    private let schema: EntitySchema
    private let conversion: DocumentConversion
    /// The current form, as in ``EntitySchema/storedForm``.
    private let form: String

    /// Creates the migration of a collection; nil if its properties are unknown.
    init?(
        _ schema: EntitySchema,
        normalized: @escaping @Sendable ([String: JSON]) throws(JSONError) -> [String: JSON]
    ) {
        guard let form = schema.storedForm else { return nil }
        (self.schema, self.form) = (schema, form)
        conversion = DocumentConversion(schema, normalized: normalized)
    }

    /// Migrates the collection, one page per transaction.
    ///
    /// If the process is killed meanwhile, the next one continues after the last page. If several
    /// processes migrate the collection at the same time, each document is converted by one of them.
    func run(in storage: any Storage) async throws(StorageError) {
        let noted = try await storage.read { store throws(StorageError) in
            try MigrationProgress(of: schema.name, to: form, in: store)
        }
        guard var progress = noted else { return }
        repeat {
            let start = progress
            let (end, change) = try await storage.write { store throws(StorageError) in
                try migratePage(after: start, in: store)
            }
            progress = end
            storage.openingLog?.note(schema.name) { $0.add(change) }
        } while progress.last != nil
    }

    /// Converts the records of the next page, with their writes.
    private func migratePage(
        after start: MigrationProgress,
        in store: any StorageWriter
    ) throws(StorageError) -> (end: MigrationProgress, change: OpeningReport.Collection) {
        let records = try store.records(in: schema.name, after: start.last, limit: Self.pageSize)
        var new = try NewProperties(of: schema.name, in: store)
        if start.last == nil {
            let former = try store.value(forKey: MigrationProgress.formName(schema.name))
            new.begin(after: former, schema)
        }
        try new.note(records, isLast: records.count < Self.pageSize, in: store)
        var change = OpeningReport.Collection(name: schema.name)
        for record in records {
            change.add(
                try Self.migrate(record, conversion, checksWrites: schema.hasFormer, in: store)
            )
        }
        var end = start
        end.advance(
            to: records.count < Self.pageSize ? nil : records.last?.key.id,
            // A later version of the app may be able to convert them.
            isLeft: schema.isConvertedByApp && !change.keptDocuments.isEmpty
        )
        // Another process may have advanced further, unless there was something left to convert.
        if end.last == nil || change.convertedDocuments + change.convertedWrites > 0 {
            try end.note(in: store)
        }
        return (end, change)
    }

    /// Converts a stored record and its writes; those of a record in the current form only if
    /// `checksWrites` is set.
    @discardableResult
    static func migrate(
        _ record: StoredRecord,
        _ conversion: DocumentConversion,
        checksWrites: Bool = true,
        in store: any StorageWriter
    ) throws(StorageError) -> OpeningReport.Collection {
        var change = OpeningReport.Collection(name: record.key.collection)
        let (converted, isUnreadable) = conversion.record(record)
        if isUnreadable { change.keptDocuments = [record.key.id] }
        if let converted {
            try store.put(converted)
            change.convertedDocuments = 1
        }
        guard checksWrites || converted != nil else { return change }
        for entry in try store.entries(of: record.key) {
            let history = try WriteHistory.of(entry.id, in: store)
            guard let later = conversion.write(entry, history, of: converted ?? record) else {
                continue
            }
            try store.put(later.entry)
            try later.history.note(for: entry.id, in: store)
            change.convertedWrites += 1
        }
        return change
    }
}

extension RemoteCollection {
    /// Converts a record from another store, and its writes, to the current form.
    ///
    /// Their form is as stored by ``MigrationProgress``; nil if it is unknown.
    func convert(
        _ key: RecordKey,
        from form: Data?,
        in store: any StorageWriter
    ) throws(StorageError) {
        guard let current = schema.storedForm, form != Data(current.utf8) else { return }
        guard let record = try store.record(key) else { return }
        let conversion = DocumentConversion(schema, normalized: normalized)
        try DocumentMigration.migrate(record, conversion, in: store)
        var new = try NewProperties(of: schema.name, in: store)
        try new.note(moved: key, from: form, schema, in: store)
    }
}

extension Entity {
    /// Decodes properties as an entity and encodes it again, which gives each state a unique form.
    static func normalized(
        _ members: [String: JSON]
    ) throws(JSONError) -> [String: JSON] {
        let entity = try Self(jsonData: try JSON.object(members).jsonData())
        return try [String: JSON](jsonData: try entity.jsonData())
    }
}

extension Storage {
    /// Prepares the collection of an entity type: creates its indexes, and converts documents that
    /// an earlier version of the app has stored.
    ///
    /// `offline(with:)` of a generated repository does it, too.
    ///
    /// - Parameter type: The type of the entities.
    /// - Throws: `StorageError` if the store cannot be written.
    public func prepare<Stored: Entity>(_ type: Stored.Type) async throws(StorageError) {
        try await prepare(Stored.schema) { (members) throws(JSONError) in
            try Stored.normalized(members)
        }
    }

    /// Prepares a collection, and migrates its stored documents.
    package func prepare(
        _ schema: EntitySchema,
        normalized: @escaping @Sendable ([String: JSON]) throws(JSONError) -> [String: JSON]
    ) async throws(StorageError) {
        // If the store is not writable, fail before anything is renamed.
        try await prepare(schema)
        let migration = DocumentMigration(schema, normalized: normalized)
        let renaming = CollectionRenaming(schema: schema, normalized: normalized)
        if try await renaming.run(in: self) { try await prepare(schema) }
        if schema.files.contains(where: { schema.former[$0] != nil }) {
            try await write { store throws(StorageError) in try store.renameFiles(of: schema) }
        }
        try await rejectFilesOfRemovedProperties(of: schema)
        guard let migration else {
            // From now on, documents in an earlier form may be written again.
            return try await MigrationProgress.forget(schema, in: self)
        }
        try await migration.run(in: self)
    }
}

extension StoredRecord {
    /// Whether the document can be decoded, with all former properties converted.
    fileprivate func isReadable<Stored: Entity>(as type: Stored.Type) -> Bool {
        guard let members = try? DocumentMembers.read(document),
            let entity = try? Stored.normalized(members)
        else { return false }
        return !Stored.schema.lacksConversion(of: members, besides: entity)
    }
}

extension Storage {
    /// Returns the keys of stored documents that cannot be decoded as entities, or that a function
    /// of the app could not convert and therefore left unchanged.
    ///
    /// - Parameter type: The type of the entities.
    /// - Returns: The keys, ordered by the bytes of the identities; empty if all can be decoded.
    /// - Throws: `StorageError` if the store cannot be read.
    public func unreadableKeys<Stored: Entity>(
        of type: Stored.Type
    ) async throws(StorageError) -> [RecordKey] {
        var found: [RecordKey] = []
        var last: String?
        repeat {
            let start = last
            let page = try await read { store throws(StorageError) in
                try store.records(in: Stored.schema.name, after: start, limit: 200)
            }
            found += page.filter { !$0.isReadable(as: Stored.self) }.map(\.key)
            last = page.count < 200 ? nil : page.last?.key.id
        } while last != nil
        return found
    }
}
