#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The entities of one type in a transaction of a store.
struct StoredEntities<Entity: RepositoryValues.Entity> {
    /// The transaction.
    let store: any StorageReader
    private let operation: String
    /// The name of the collection.
    let collection = Entity.schema.name

    init(_ store: any StorageReader, _ operation: String) {
        self.store = store
        self.operation = operation
    }

    /// Where an entity is kept.
    func key(_ id: Entity.ID) -> RecordKey {
        RecordKey(collection: collection, id: id.pathComponent)
    }

    /// The entities that criteria ask for.
    func find(_ criteria: Criteria) throws -> [Entity] {
        try records(matching: criteria).map { try entity(of: $0) }
    }

    /// The records that criteria ask for, also by temporary identities that the server has replaced.
    func records(matching criteria: Criteria) throws(StorageError) -> [StoredRecord] {
        try store.records(in: collection, matching: current(criteria))
    }

    /// The number of records that criteria ask for, in the same way.
    func count(matching criteria: Criteria) throws(StorageError) -> Int {
        try store.count(in: collection, matching: current(criteria))
    }

    /// A value of the entities of which a condition holds.
    func aggregate<Value>(_ aggregate: Aggregate<Value>, where filter: Condition) throws -> Value {
        let groups = try groups(of: aggregate.aggregation, where: filter)
        return try fitting(groups.value(of: aggregate))
    }

    /// The same for each group of them.
    func aggregate<Key, Value>(
        _ aggregate: Aggregate<Value>,
        by field: Field<Key>,
        where filter: Condition
    ) throws -> [Key?: Value] {
        let groups = try groups(of: aggregate.aggregation.grouped(by: field), where: filter)
        return try groups.values(of: aggregate, by: field).mapValues { try fitting($0) }
    }

    /// The entities that contain all of some words, the best ones first.
    func search(_ text: String, where filter: Condition, limit: Int) throws -> [Entity] {
        let keys = Entity.schema.searched
        guard !keys.isEmpty else {
            throw error(.invalidRequest, "The schema does not say with `search:` what is searched.")
        }
        let filter = try current(Criteria(filter: filter)).filter
        return try store.search(text, in: keys, of: collection, where: filter, limit: limit)
            .map { try entity(of: $0) }
    }

    private func groups(
        of aggregation: Aggregation,
        where filter: Condition
    ) throws(StorageError) -> [AggregatedGroup] {
        let filter = try current(Criteria(filter: filter)).filter
        return try store.aggregate(aggregation, in: collection, where: filter)
    }

    private func fitting<Value>(_ value: Value?) throws -> Value {
        guard let value else {
            throw error(.invalidRequest, "The sum does not fit the type of its value.")
        }
        return value
    }

    /// Criteria with the identities that the server has given.
    func current(_ criteria: Criteria) throws(StorageError) -> Criteria {
        try IdentityAliases(in: store).current(criteria, of: Entity.schema)
    }

    /// The record of an entity; one whose deletion waits is not there.
    func record(_ id: Entity.ID) throws -> StoredRecord {
        guard let record = try store.record(key(id)), record.state != .deleted else {
            throw error(.notFound, "There is no such entity.")
        }
        return record
    }

    /// The record that is asked for by an identity: only where there is none, the identity may be a temporary
    /// one that the server has replaced.
    func foundRecord(_ id: Entity.ID) throws -> StoredRecord {
        let record = try store.record(key(id))
        guard let record, record.state != .deleted else { return try currentRecord(id) }
        return record
    }

    /// The record of an entity, also by a temporary identity that the server has replaced.
    func currentRecord(_ id: Entity.ID) throws -> StoredRecord {
        let key = try IdentityAliases(in: store).current(key(id))
        guard let record = try store.record(key), record.state != .deleted else {
            throw error(.notFound, "There is no such entity.")
        }
        return record
    }

    /// The entity in a record.
    func entity(of record: StoredRecord) throws(RepositoryError) -> Entity {
        do throws(JSONError) {
            return try Entity(jsonData: record.document)
        } catch {
            throw self.error(
                .unreadableDocument,
                "A stored document is not what the schema says: \(error).",
                error
            )
        }
    }

    /// The entity that becomes of members in JSON.
    func entity(of members: [String: JSON]) throws(RepositoryError) -> Entity {
        do throws(JSONError) {
            return try Overlay(members).entity(Entity.self)
        } catch {
            throw self.error(.invalidRequest, "The change gives no entity: \(error).", error)
        }
    }

    /// Any value as a document.
    func document(_ value: some JSONEncodable) throws(RepositoryError) -> Data {
        do throws(JSONError) {
            return try value.jsonData()
        } catch {
            throw unwritable(error)
        }
    }

    /// Any value as the members of a JSON object; none where it is another kind of value.
    func members(_ value: some JSONEncodable) throws(RepositoryError) -> [String: JSON] {
        do throws(JSONError) {
            return try JSON(jsonData: try value.jsonData()).object ?? [:]
        } catch {
            throw unwritable(error)
        }
    }

    private func unwritable(_ error: JSONError) -> RepositoryError {
        self.error(.invalidRequest, "The entity cannot be written as JSON: \(error).", error)
    }

    func error(
        _ code: RepositoryError.Code,
        _ message: String,
        _ cause: (any Error)? = nil
    ) -> RepositoryError {
        RepositoryError(code, during: operation, message: message, cause: cause)
    }
}
