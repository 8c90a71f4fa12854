#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Gives the documents that earlier versions of an app have stored the properties that entities have since.
///
/// Queries look into documents: what one lacks would be nil there, though the entity that is read from it
/// has the default of the property.
struct DocumentMigration: Sendable {
    private static let pageSize = 200

    private let schema: EntitySchema
    /// What an entity reads from members and writes again.
    private let normalized: @Sendable ([String: JSON]) throws(JSONError) -> [String: JSON]
    /// Where it is kept of what properties the documents are.
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

    /// Fills the documents, once for each set of properties.
    ///
    /// Where the process ends meanwhile, it begins anew the next time.
    func run(in storage: any Storage) async throws(StorageError) {
        let known = try await storage.read { store throws(StorageError) in
            try store.value(forKey: name)
        }
        guard known != shape else { return }
        var last: String?
        repeat {
            let start = last
            let page = try await storage.read { store throws(StorageError) in
                try store.records(in: schema.name, after: start, limit: Self.pageSize)
            }
            let lacking = page.filter { filled($0) != nil }.map(\.key)
            if !lacking.isEmpty {
                try await storage.write { store throws(StorageError) in
                    for key in lacking {
                        // It may have been written since.
                        guard let record = try store.record(key), let filled = filled(record)
                        else { continue }
                        try store.put(filled)
                    }
                }
            }
            last = page.count < Self.pageSize ? nil : page.last?.key.id
        } while last != nil
        try await storage.write { store throws(StorageError) in
            try store.set(shape, forKey: name)
        }
    }

    /// A record with all properties in its document; nil where it lacks none, or is no entity.
    private func filled(_ record: StoredRecord) -> StoredRecord? {
        guard let document = filled(record.document) else { return nil }
        var record = record
        record.document = document
        record.base = record.base.map { filled($0) ?? $0 }
        // What the server has of the new properties is not known: a write is set against that first.
        record.entityTag = nil
        return record
    }

    private func filled(_ document: Data) -> Data? {
        guard let members = try? DocumentMembers.read(document),
            let whole = try? normalized(members).merging(members, uniquingKeysWith: { $1 }),
            DocumentMembers.firstKey(of: whole, missingIn: members) != nil
        else { return nil }
        return try? DocumentMembers.write(whole)
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
    /// Declares the collection of entities, whose stored documents get the properties that are new.
    func prepare<Stored: Entity>(_ type: Stored.Type) async throws(StorageError) {
        try await prepare(Stored.schema) { (members) throws(JSONError) in
            try Stored.normalized(members)
        }
    }

    /// Declares a collection, whose stored documents get the properties that are new.
    func prepare(
        _ schema: EntitySchema,
        normalized: @escaping @Sendable ([String: JSON]) throws(JSONError) -> [String: JSON]
    ) async throws(StorageError) {
        try await prepare(schema)
        try await DocumentMigration(schema, normalized: normalized)?.run(in: self)
    }
}
