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
        guard let noted = try await progress(in: storage) else { return }
        var progress = noted
        repeat {
            let page = try await page(after: progress.last, in: storage)
            note(page, in: storage)
            progress.advance(past: page)
            guard progress.last == nil || !page.outdated.isEmpty else { continue }
            let after = progress
            let counts = try await storage.write { (store) throws(StorageError) in
                var counts = Converted(0, 0)
                for outdated in page.outdated {
                    let key = outdated.record.key
                    let more = try Self.migrate(key, conversion, outdated, in: store)
                    counts = (counts.documents + more.documents, counts.writes + more.writes)
                }
                try after.note(in: store)
                return counts
            }
            note(counts, in: storage)
        } while progress.last != nil
    }

    private func note(_ page: MigrationPage, in storage: any Storage) {
        guard !page.kept.isEmpty else { return }
        storage.openingLog?.note(schema.name) { collection in
            // A page may be examined again.
            collection.keptDocuments = Set(collection.keptDocuments).union(page.kept).sorted()
        }
    }

    private func note(_ counts: Converted, in storage: any Storage) {
        storage.openingLog?.note(schema.name) { collection in
            collection.convertedDocuments += counts.documents
            collection.convertedWrites += counts.writes
        }
    }

    private func progress(
        in storage: any Storage
    ) async throws(StorageError) -> MigrationProgress? {
        try await storage.read { store throws(StorageError) in
            try MigrationProgress(of: schema.name, to: form, in: store)
        }
    }

    /// Examines some records after an identity.
    private func page(
        after last: String?,
        in storage: any Storage
    ) async throws(StorageError) -> MigrationPage {
        try await storage.read { store throws(StorageError) in
            let records = try store.records(in: schema.name, after: last, limit: Self.pageSize)
            var page = MigrationPage()
            page.last = records.count < Self.pageSize ? nil : records.last?.key.id
            for record in records {
                let converted = conversion.record(record)
                if try isOutdated(record, converted, in: store) {
                    page.outdated.append(.init(record: record, converted: converted))
                }
                if converted.isUnreadable { page.kept.append(record.key.id) }
            }
            // A later version of the app may be able to convert them.
            page.isLeft = schema.isConvertedByApp && !page.kept.isEmpty
            return page
        }
    }

    private func isOutdated(
        _ record: StoredRecord,
        _ converted: ConvertedRecord,
        in store: any StorageReader
    ) throws(StorageError) -> Bool {
        if converted.record != nil { return true }
        guard schema.hasFormer else { return false }
        for entry in try store.entries(of: record.key) {
            let history = try WriteHistory.of(entry.id, in: store)
            if conversion.write(entry, history, of: record) != nil { return true }
        }
        return false
    }

    /// The number of converted documents and writes.
    typealias Converted = (documents: Int, writes: Int)

    /// Converts a record and its writes.
    ///
    /// - Parameters:
    ///   - key: The record.
    ///   - conversion: The conversion.
    ///   - examined: The record with its conversion, if it was examined before; nil otherwise.
    ///   - store: The transaction.
    /// - Returns: What was converted.
    /// - Throws: `StorageError` if the store cannot be written.
    @discardableResult
    static func migrate(
        _ key: RecordKey,
        _ conversion: DocumentConversion,
        _ examined: MigrationPage.Outdated? = nil,
        in store: any StorageWriter
    ) throws(StorageError) -> Converted {
        var counts = Converted(0, 0)
        guard var record = try store.record(key) else { return counts }
        // It may have been written since it was examined.
        let known = examined.flatMap { $0.record == record ? $0.converted : nil }
        if let converted = (known ?? conversion.record(record)).record {
            record = converted
            try store.put(record)
            counts.documents += 1
        }
        for entry in try store.entries(of: key) {
            let history = try WriteHistory.of(entry.id, in: store)
            guard let converted = conversion.write(entry, history, of: record) else { continue }
            try store.put(converted.entry)
            try converted.history.note(for: entry.id, in: store)
            counts.writes += 1
        }
        return counts
    }
}

extension RemoteCollection {
    /// Converts a record from another store, and its writes, to the current form.
    ///
    /// - Parameters:
    ///   - key: The record.
    ///   - form: The form that they have, as stored by ``MigrationProgress``; nil if it is unknown.
    ///   - store: The transaction.
    /// - Throws: `StorageError` if the store cannot be written.
    func convert(
        _ key: RecordKey,
        from form: Data?,
        in store: any StorageWriter
    ) throws(StorageError) {
        guard let current = schema.storedForm, form != Data(current.utf8) else { return }
        let conversion = DocumentConversion(schema, normalized: normalized)
        try DocumentMigration.migrate(key, conversion, in: store)
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
        guard let migration else {
            // From now on, documents in an earlier form may be written again.
            return try await MigrationProgress.forget(schema, in: self)
        }
        try await migration.run(in: self)
    }
}

extension Storage {
    /// Returns the keys of stored documents that cannot be decoded as entities, for example because
    /// a conversion has left them unchanged.
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
            found += page.filter { (try? Stored(jsonData: $0.document)) == nil }.map(\.key)
            last = page.count < 200 ? nil : page.last?.key.id
        } while last != nil
        return found
    }
}
