#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Which entities of a collection the local store keeps, where the server has more than a device can hold.
///
///     var messages = MessageRepository(store: session).collection
///     messages.keeping = ReplicaSelection(Message.self, newest: 1000, by: \.sentAt) { $0.isArchived == false }
///     try await synchronizer.register(messages)
///
/// A synchronization lists only these entities, as far as the conventions of the service can ask for them, and
/// removes from the store what does not belong to them any more. An entity stays if a write to it is pending, or if
/// another stored entity of the synchronizer refers to it.
public struct ReplicaSelection: Sendable {
    /// The condition on what is kept.
    public let filter: Condition
    /// The order in which entities are kept, the newest first; nil if there is no bound.
    let order: Order?
    /// How many entities are kept at most; nil for any number.
    public let count: Int?
    /// How many bytes the documents of the kept entities have at most; nil for any number.
    public let bytes: Int?
    /// The condition that an entity is young enough, at a time.
    private let isYoung: (@Sendable (Date) -> Condition)?
    /// The greatest age of an entity; nil for any age.
    public let age: Duration?

    /// Keeps the entities of which a condition holds.
    ///
    /// - Parameters:
    ///   - entity: The type of the entities.
    ///   - filter: The condition, made of the names of the properties. A condition on other entities cannot be used.
    public init<Entity: RepositoryValues.Entity>(
        _ entity: Entity.Type,
        where filter: (Entity.Fields) -> Condition
    ) {
        self.filter = filter(Entity.Fields())
        (order, count, bytes, isYoung, age) = (nil, nil, nil, nil, nil)
    }

    /// Keeps the newest of the entities of which a condition holds.
    ///
    /// - Parameters:
    ///   - entity: The type of the entities.
    ///   - count: How many are kept at most; nil for any number.
    ///   - bytes: How many bytes the documents of what is kept have at most; nil for any number.
    ///   - field: The property that tells which entity is newer: the one with the greater value. It should be indexed;
    ///     otherwise each synchronization sorts all stored entities.
    ///   - filter: The condition, made of the names of the properties. A condition on other entities cannot be used.
    public init<Entity: RepositoryValues.Entity, Value: Comparable>(
        _ entity: Entity.Type,
        newest count: Int? = nil,
        bytes: Int? = nil,
        by field: (Entity.Fields) -> Field<Value>,
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) {
        self.filter = filter(Entity.Fields())
        order = field(Entity.Fields()).descending
        self.count = count.map { max(0, $0) }
        self.bytes = bytes.map { max(0, $0) }
        (isYoung, age) = (nil, nil)
    }

    /// Keeps the entities of the last time of which a condition holds.
    ///
    /// - Parameters:
    ///   - entity: The type of the entities.
    ///   - age: The greatest age of an entity, by the clock of the synchronizer.
    ///   - count: How many are kept at most; nil for any number.
    ///   - bytes: How many bytes the documents of what is kept have at most; nil for any number.
    ///   - field: The date by which an entity is old or new. An entity without this date is not kept. It should be
    ///     indexed; otherwise each synchronization sorts all stored entities.
    ///   - filter: The condition, made of the names of the properties. A condition on other entities cannot be used.
    public init<Entity: RepositoryValues.Entity>(
        _ entity: Entity.Type,
        within age: Duration,
        newest count: Int? = nil,
        bytes: Int? = nil,
        by field: (Entity.Fields) -> Field<Date>,
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) {
        let date = field(Entity.Fields())
        self.filter = filter(Entity.Fields())
        order = date.descending
        self.count = count.map { max(0, $0) }
        self.bytes = bytes.map { max(0, $0) }
        self.age = age
        isYoung = { now in date >= now.addingTimeInterval(-age.inSeconds) }
    }
}

extension ReplicaSelection {
    /// Whether only so many entities, or so many bytes, are kept.
    var isBounded: Bool { count != nil || bytes != nil }

    /// The condition on what is kept at a time, but for the bounds.
    func filter(at now: Date) -> Condition {
        isYoung.map { filter && $0(now) } ?? filter
    }

    /// What a service is asked for.
    func criteria(at now: Date) -> Criteria {
        Criteria(filter: filter(at: now), order: order.map { [$0] } ?? [])
    }

    /// Refuses a condition on other entities, which change it by themselves, and one on what listings leave out.
    func requireDecidable(by schema: EntitySchema) throws(StorageError) {
        guard filter.related.isEmpty else {
            throw StorageError(
                .unsupported,
                message: "The selection of what is kept cannot have a condition on other entities."
            )
        }
        guard criteria(at: .distantPast).keys.isDisjoint(with: schema.unlisted) else {
            throw StorageError(
                .unsupported,
                message: "The selection of what is kept is by a property that listings leave out."
            )
        }
    }

    /// A text that tells one selection from another.
    var text: String {
        let bounds = [
            count.map { "newest \($0)" }, bytes.map { "bytes \($0)" }, age.map { "age \($0)" },
        ]
        let place = order.map { "by \(([$0.key] + $0.path).joined(separator: "."))" }
        return ([filter.text] + bounds + [place]).compactMap(\.self).joined(separator: "; ")
    }
}

extension Condition {
    /// A text that tells one condition from another.
    fileprivate var text: String {
        switch self {
        case .comparison(let comparison):
            // A key or a value may contain anything.
            comparison.text
        case .all(let conditions): "all(\(conditions.map(\.text).joined(separator: ",")))"
        case .any(let conditions): "any(\(conditions.map(\.text).joined(separator: ",")))"
        case .not(let condition): "not(\(condition.text))"
        }
    }
}

extension Comparison {
    fileprivate var text: String {
        var operands = operands.map(\.description)
        // The operands may come from a set, which has another order in each process.
        if `operator` == .isOneOf || `operator` == .containsElement { operands.sort() }
        var words = [JSON.string(key), .string(`operator`.rawValue)] + operands.map(JSON.string)
        if !path.isEmpty { words.append(.array(path.map(JSON.string))) }
        if let element { words.append(.object(["element": .string(element.text)])) }
        return JSON.array(words).description
    }
}
