import Foundation

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

    /// Returns the record key of an entity.
    func key(_ id: Entity.ID) -> RecordKey {
        RecordKey(collection: collection, id: id.pathComponent)
    }

    /// Returns the entities that match criteria.
    func find(_ criteria: Criteria) throws -> [Entity] {
        try records(matching: criteria).map { try entity(of: $0) }
    }

    /// Returns the records that match criteria; temporary identities that the server has replaced
    /// match, too.
    func records(matching criteria: Criteria) throws(StorageError) -> [StoredRecord] {
        try store.records(in: collection, matching: evaluated(criteria))
    }

    /// Returns the number of records that match criteria, in the same way.
    func count(matching criteria: Criteria) throws(StorageError) -> Int {
        try store.count(in: collection, matching: evaluated(criteria))
    }

    /// Returns the value of an aggregate over the entities that match a condition.
    func aggregate<Value>(_ aggregate: Aggregate<Value>, where filter: Condition) throws -> Value {
        let groups = try groups(of: aggregate.aggregation, where: filter)
        return try fitting(groups.value(of: aggregate))
    }

    /// The same for each group of entities.
    func aggregate<Key, Value>(
        _ aggregate: Aggregate<Value>,
        by field: Field<Key>,
        where filter: Condition
    ) throws -> [Key?: Value] {
        let groups = try groups(of: aggregate.aggregation.grouped(by: field), where: filter)
        return try groups.values(of: aggregate, by: field).mapValues { try fitting($0) }
    }

    /// Returns the entities that contain all words of a text, best matches first.
    func search(_ text: String, where filter: Condition, limit: Int) throws -> [Entity] {
        let keys = Entity.schema.searched
        guard !keys.isEmpty else {
            throw error(.invalidRequest, "The schema declares no searched properties.")
        }
        let filter = try evaluated(Criteria(filter: filter)).filter
        return try store.search(text, in: keys, of: collection, where: filter, limit: limit)
            .map { try entity(of: $0) }
    }

    private func groups(
        of aggregation: Aggregation,
        where filter: Condition
    ) throws(StorageError) -> [AggregatedGroup] {
        let filter = try evaluated(Criteria(filter: filter)).filter
        return try store.aggregate(aggregation, in: collection, where: filter)
    }

    private func fitting<Value>(_ value: Value?) throws -> Value {
        guard let value else {
            throw error(.invalidRequest, "The sum exceeds the range of its type.")
        }
        return value
    }

    /// Returns criteria with temporary identities replaced by those from the server.
    func current(_ criteria: Criteria) throws(StorageError) -> Criteria {
        try IdentityAliases(in: store).current(criteria, of: Entity.schema)
    }

    /// Returns criteria for the store, which also match references by former identities.
    func evaluated(_ criteria: Criteria) throws(StorageError) -> Criteria {
        try IdentityAliases(in: store).current(criteria, of: Entity.schema, isForStore: true)
    }

    /// Returns the record of an entity; throws `.notFound` if there is none or its deletion is
    /// pending.
    func record(_ id: Entity.ID) throws -> StoredRecord {
        guard let record = try store.record(key(id)), record.state != .deleted else {
            throw error(.notFound, "There is no such entity.")
        }
        return record
    }

    /// Returns the record of an entity, also by a temporary identity that the server has replaced.
    func currentRecord(_ id: Entity.ID) throws -> StoredRecord {
        if let record = try store.record(key(id)), record.state != .deleted { return record }
        let key = try IdentityAliases(in: store).current(key(id))
        guard let record = try store.record(key), record.state != .deleted else {
            throw error(.notFound, "There is no such entity.")
        }
        return record
    }

    /// Returns the entity decoded from a record.
    func entity(of record: StoredRecord) throws(RepositoryError) -> Entity {
        do throws(JSONError) {
            return try Entity(jsonData: record.document)
        } catch {
            throw self.error(
                .unreadableDocument,
                "A stored document does not match the schema: \(error).",
                error
            )
        }
    }

    /// Returns the entity decoded from the properties of a JSON object.
    func entity(of members: [String: JSON]) throws(RepositoryError) -> Entity {
        do throws(JSONError) {
            return try Overlay(members).entity(Entity.self)
        } catch {
            throw self.error(.invalidRequest, "The changed entity is invalid: \(error).", error)
        }
    }

    /// Returns a value encoded as a document.
    func document(_ value: some JSONEncodable) throws(RepositoryError) -> Data {
        do throws(JSONError) {
            return try value.jsonData()
        } catch {
            throw unwritable(error)
        }
    }

    /// Returns the properties of a value encoded as a JSON object; empty if it encodes as anything
    /// else.
    func members(_ value: some JSONEncodable) throws(RepositoryError) -> [String: JSON] {
        do throws(JSONError) {
            return try JSON(jsonData: try value.jsonData()).object ?? [:]
        } catch {
            throw unwritable(error)
        }
    }

    private func unwritable(_ error: JSONError) -> RepositoryError {
        self.error(.invalidRequest, "The entity cannot be encoded as JSON: \(error).", error)
    }

    func error(
        _ code: RepositoryError.Code,
        _ message: String,
        _ cause: (any Error)? = nil
    ) -> RepositoryError {
        RepositoryError(code, during: operation, message: message, cause: cause)
    }
}
