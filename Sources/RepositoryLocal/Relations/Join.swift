/// An entity with its related entities of another type.
public struct Joined<Entity: RepositoryValues.Entity, Other: RepositoryValues.Entity>: Sendable {
    /// The entity.
    public let entity: Entity
    /// The related entities: those it refers to, in that order, or those that refer to it.
    ///
    /// Entities missing from the store are left out.
    public let related: [Other]
}

extension Joined: Equatable where Entity: Equatable, Other: Equatable {}
extension Joined: Hashable where Entity: Hashable, Other: Hashable {}

extension Joined: Identifiable {
    /// The identity of the entity.
    public var id: Entity.ID { entity.id }
}

/// A relation between two entity types, followed in the direction of the references or against it.
///
///     let list = try await messages.find(with: User.self, by: .reference { $0.author })
///     let people = try await users.find(with: Message.self, by: .inverse(of: { $0.author }))
///
/// Both types are read in one transaction with two queries, regardless of the number of entities.
public struct Join<Entity: RepositoryValues.Entity, Other: RepositoryValues.Entity>: Sendable {
    private enum Direction: Sendable {
        /// The entities refer to the others by the property with a key, or by a key path into its
        /// value.
        case reference(String, [String])
        /// The others refer to the entities by the property with a key, or by a key path into its
        /// value.
        case inverse(String, [String], [Order])
    }

    private let direction: Direction
    /// The condition on the related entities.
    let filter: Condition

    /// Returns the relation to the entities to which an entity refers.
    ///
    /// - Parameter field: The property with the reference.
    /// - Returns: The join.
    public static func reference<Reference: PropertyName>(
        _ field: (Entity.Fields) -> Reference
    ) -> Join {
        let field = Reference.field(of: field(Entity.Fields()))
        return Join(direction: .reference(field.key, field.path), filter: .always)
    }

    /// Returns the relation to the entities to which an entity refers, by a property that may be an
    /// array of identities.
    ///
    /// - Parameter key: The key of the property in JSON.
    /// - Returns: The join.
    public static func reference(key: String) -> Join {
        Join(direction: .reference(key, []), filter: .always)
    }

    /// Returns the relation to the entities that refer to an entity.
    ///
    /// - Parameters:
    ///   - field: The property with the reference.
    ///   - order: The order of the related entities.
    ///   - filter: A condition on the related entities.
    /// - Returns: The join.
    public static func inverse<Reference: PropertyName>(
        of field: (Other.Fields) -> Reference,
        orderedBy order: (Other.Fields) -> [Order] = { _ in [] },
        where filter: (Other.Fields) -> Condition = { _ in .always }
    ) -> Join {
        let fields = Other.Fields()
        let field = Reference.field(of: field(fields))
        return Join(
            direction: .inverse(field.key, field.path, order(fields)),
            filter: filter(fields)
        )
    }

    /// Returns the relation to the entities that refer to an entity, by a property that may be an
    /// array of identities.
    ///
    /// - Parameters:
    ///   - key: The key of the property in JSON.
    ///   - order: The order of the related entities.
    ///   - filter: A condition on the related entities.
    /// - Returns: The join.
    public static func inverse(
        key: String,
        orderedBy order: (Other.Fields) -> [Order] = { _ in [] },
        where filter: (Other.Fields) -> Condition = { _ in .always }
    ) -> Join {
        let fields = Other.Fields()
        return Join(direction: .inverse(key, [], order(fields)), filter: filter(fields))
    }

    /// Returns the entities that match criteria, with their related ones.
    func joined(
        _ entities: StoredEntities<Entity>,
        _ others: StoredEntities<Other>,
        _ criteria: Criteria
    ) throws -> [Joined<Entity, Other>] {
        let records = try entities.records(matching: criteria)
        let found: [[StoredRecord]]
        switch direction {
        case .reference(let key, let path):
            let names = try records.map { try $0.identities(under: key, path) }
            let all = try others.records(with: Array(names.joined()))
            found = names.map { $0.compactMap { all[$0.comparedIdentity] } }
        case .inverse(let key, let path, let order):
            found = try others.records(
                referringTo: records.map(\.key.id),
                by: key,
                path,
                Criteria(filter: filter, order: order)
            )
        }
        return try zip(records, found).map { record, related in
            Joined(
                entity: try entities.entity(of: record),
                related: try related.map { try others.entity(of: $0) }
            )
        }
    }
}

extension StoredRecord {
    /// Returns the identities in a property, in order.
    fileprivate func identities(
        under key: String,
        _ path: [String]
    ) throws(StorageError) -> [String] {
        let value = (try members([key])[key] ?? .null).value(at: path)
        return (value.array ?? [value]).compactMap(\.identityText)
    }
}

extension StoredEntities {
    /// Returns the records with the given identities, keyed by their compared form; temporary ones
    /// that the server has replaced work, too.
    fileprivate func records(
        with ids: [String]
    ) throws(StorageError) -> [ComparedIdentity: StoredRecord] {
        let named = Criteria(
            filter: .comparison(
                Comparison(key: Criteria.recordIdentityKey, referringTo: ids)
            )
        )
        var found: [ComparedIdentity: StoredRecord] = [:]
        for record in try store.records(in: collection, matching: named) {
            found[record.key.id.comparedIdentity] = record
        }
        let aliases = IdentityAliases(in: store)
        var missing: Set<ComparedIdentity> = []
        for id in ids
        where found[id.comparedIdentity] == nil && missing.insert(id.comparedIdentity).inserted {
            let key = try aliases.current(RecordKey(collection: collection, id: id))
            if key.id != id, let record = try store.record(key), record.state != .deleted {
                found[id.comparedIdentity] = record
            }
        }
        return found
    }

    /// Returns the records that refer to the given identities, grouped by these.
    fileprivate func records(
        referringTo ids: [String],
        by key: String,
        _ path: [String],
        _ criteria: Criteria
    ) throws(StorageError) -> [[StoredRecord]] {
        var criteria = try evaluated(criteria)
        criteria.filter =
            criteria.filter && .comparison(Comparison(key: key, path: path, referringTo: ids))
        var found: [ComparedIdentity: [StoredRecord]] = [:]
        for record in try store.records(in: collection, matching: criteria) {
            let ids = try record.identities(under: key, path)
            for id in Set(ids.map(\.comparedIdentity)) {
                found[id, default: []].append(record)
            }
        }
        return ids.map { found[$0.comparedIdentity] ?? [] }
    }
}
