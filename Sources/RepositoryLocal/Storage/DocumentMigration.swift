#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Brings what earlier versions of an app have stored into the form of today: documents, the states that the server
/// has confirmed, and pending writes.
///
/// Properties that have another key or type are converted, and new ones get their defaults: queries look into
/// documents, where one that is missing would be nil, though the entity that is read from it has the default.
struct DocumentMigration: Sendable {
    private static let pageSize = 200

    private let schema: EntitySchema
    /// What an entity reads from members and writes again.
    private let normalized: @Sendable ([String: JSON]) throws(JSONError) -> [String: JSON]
    /// The name of the value that says of which form the documents are.
    private let name: String
    private let shape: Data

    /// Makes the migration of a collection; nil where nothing tells its properties.
    init?(
        _ schema: EntitySchema,
        normalized: @escaping @Sendable ([String: JSON]) throws(JSONError) -> [String: JSON]
    ) {
        guard let shape = schema.shape.map({ Data($0.utf8) }) else { return nil }
        self.schema = schema
        self.normalized = normalized
        self.shape = shape
        name = "shape/\(schema.name)"
    }

    /// Migrates the collection, once for each set of properties: page by page, each page in one transaction.
    ///
    /// If the process ends meanwhile, the next one goes on behind the last page.
    func run(in storage: any Storage) async throws(StorageError) {
        let start = try await storage.read { store throws(StorageError) in
            try store.value(forKey: name) == shape ? nil : try Progress(shape, in: store, name)
        }
        guard var progress = start else { return }
        repeat {
            let last = progress.last
            let page = try await storage.read { store throws(StorageError) in
                let records = try store.records(
                    in: schema.name,
                    after: last,
                    limit: Self.pageSize
                )
                var outdated: [RecordKey] = []
                for record in records where try isOutdated(record, in: store) {
                    outdated.append(record.key)
                }
                return (outdated: outdated, count: records.count, last: records.last?.key.id)
            }
            progress.last = page.count < Self.pageSize ? nil : page.last
            let reached = progress
            guard reached.last == nil || !page.outdated.isEmpty else { continue }
            try await storage.write { store throws(StorageError) in
                // They may have been written since.
                for key in page.outdated { try migrate(key, in: store) }
                try reached.note(in: store, name)
                if reached.last == nil { try store.set(shape, forKey: name) }
            }
        } while progress.last != nil
    }

    /// How far a migration to a set of properties has gone.
    private struct Progress {
        let shape: Data
        /// The identity of the last record that is migrated; nil where none is, or all are.
        var last: String?

        init(_ shape: Data, in store: any StorageReader, _ name: String) throws(StorageError) {
            self.shape = shape
            guard let data = try store.value(forKey: "\(name)/progress"),
                let noted = try? [String](jsonData: data), noted.count == 2,
                Data(noted[0].utf8) == shape
            else { return }
            last = noted[1]
        }

        func note(in store: any StorageWriter, _ name: String) throws(StorageError) {
            let noted = last.map { [String(decoding: shape, as: UTF8.self), $0] }
            try store.set(try? noted?.jsonData(), forKey: "\(name)/progress")
        }
    }

    private func isOutdated(
        _ record: StoredRecord,
        in store: any StorageReader
    ) throws(StorageError) -> Bool {
        if migrated(record) != nil { return true }
        guard !schema.former.isEmpty else { return false }
        for entry in try store.entries(of: record.key) {
            if migrated(entry) != nil { return true }
            if try migrated(WriteHistory.of(entry.id, in: store)) != nil { return true }
        }
        return false
    }

    private func migrate(_ key: RecordKey, in store: any StorageWriter) throws(StorageError) {
        if let record = try store.record(key), let migrated = migrated(record) {
            try store.put(migrated)
        }
        guard !schema.former.isEmpty else { return }
        for entry in try store.entries(of: key) {
            if let migrated = migrated(entry) { try store.put(migrated) }
            if let history = try migrated(WriteHistory.of(entry.id, in: store)) {
                try history.note(for: entry.id, in: store)
            }
        }
    }

    // MARK: - Records

    /// A record in the form of today; nil where it is in that form already, or is no entity.
    private func migrated(_ record: StoredRecord) -> StoredRecord? {
        guard let (document, isFilled) = migrated(record.document) else { return nil }
        var record = record
        record.document = document
        record.base = record.base.map { migrated($0)?.document ?? $0 }
        // What the server has of the new properties is not known: a write is set against that first.
        if isFilled { record.entityTag = nil }
        return record
    }

    private func migrated(_ document: Data) -> (document: Data, isFilled: Bool)? {
        do {
            let members = try DocumentMembers.read(document)
            let converted = try schema.convertingFormer(members)
            let current = converted ?? members
            let whole = try normalized(current).merging(current, uniquingKeysWith: { $1 })
            let isFilled = DocumentMembers.firstKey(of: whole, missingIn: current) != nil
            guard isFilled || converted != nil else { return nil }
            return (try DocumentMembers.write(whole), isFilled)
        } catch {
            // What cannot be converted, or read as an entity, stays as it is.
            return nil
        }
    }

    // MARK: - Pending writes

    /// A write that sends what it was meant to in the form of today; nil where it does.
    private func migrated(_ entry: OutboxEntry) -> OutboxEntry? {
        guard let members = entry.changed?.object,
            let converted = try? schema.convertingFormer(members)
        else { return nil }
        var entry = entry
        entry.changed = .object(converted)
        return entry
    }

    private func migrated(_ history: WriteHistory) -> WriteHistory? {
        var migrated = history
        migrated.unanswered = history.unanswered.map { (try? schema.convertingFormer($0)) ?? $0 }
        return migrated == history ? nil : migrated
    }
}

extension Entity {
    /// What an entity reads from members and writes again: one form for each state.
    static func normalized(
        _ members: [String: JSON]
    ) throws(JSONError) -> [String: JSON] {
        let entity = try Self(jsonData: try JSON.object(members).jsonData())
        return try [String: JSON](jsonData: try entity.jsonData())
    }
}

extension Storage {
    /// Declares the collection of entities, and migrates what is stored of them.
    func prepare<Stored: Entity>(_ type: Stored.Type) async throws(StorageError) {
        try await prepare(Stored.schema) { (members) throws(JSONError) in
            try Stored.normalized(members)
        }
    }

    /// Declares a collection, and migrates what is stored of it.
    func prepare(
        _ schema: EntitySchema,
        normalized: @escaping @Sendable ([String: JSON]) throws(JSONError) -> [String: JSON]
    ) async throws(StorageError) {
        try await prepare(schema)
        try await DocumentMigration(schema, normalized: normalized)?.run(in: self)
    }
}

extension Storage {
    /// The keys of the stored documents that cannot be read as entities, such as those that a conversion has left as
    /// they were.
    ///
    /// - Parameter type: The type of the entities.
    /// - Returns: The keys, by the bytes of the identities; none where all can be read.
    /// - Throws: `StorageError` where the store cannot be read.
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
