public import Foundation

/// A partial replica: the entities of a collection to store locally, if the server has more than a
/// device can hold.
///
///     var messages = MessageRepository(store: session).collection
///     messages.keeping = ReplicaSelection(Message.self, newest: 1000, by: \.sentAt) { $0.isArchived == false }
///     try await synchronizer.register(messages)
///
/// A synchronization removes other entities from the store. It requests only these entities, to the
/// extent that the service supports such queries. An entity stays if it has pending writes, or if
/// another stored entity of the synchronizer refers to it.
public struct ReplicaSelection: Sendable {
    /// The condition on the entities.
    public let filter: Condition
    /// The order by which the newest are kept; nil if the number is unlimited.
    let order: Order?
    /// The maximum number of entities; nil for unlimited.
    public let count: Int?
    /// The maximum size of their documents in bytes; nil for unlimited.
    public let bytes: Int?
    /// The condition on the age of an entity, at a given time.
    private let isYoung: (@Sendable (Date) -> Condition)?
    /// The maximum age of an entity; nil for unlimited.
    public let age: Duration?

    /// Creates a selection of the entities that match a condition.
    ///
    /// - Parameters:
    ///   - entity: The type of the entities.
    ///   - filter: The condition, built from the entity's fields, without conditions on other
    ///     entities.
    public init<Entity: RepositoryValues.Entity>(
        _ entity: Entity.Type,
        where filter: (Entity.Fields) -> Condition
    ) {
        self.filter = filter(Entity.Fields())
        (order, count, bytes, isYoung, age) = (nil, nil, nil, nil, nil)
    }

    /// Creates a selection of the newest entities that match a condition.
    ///
    /// - Parameters:
    ///   - entity: The type of the entities.
    ///   - count: The maximum number of entities; nil for unlimited.
    ///   - bytes: The maximum size of their documents in bytes; nil for unlimited.
    ///   - field: The property to sort by: an entity with a greater value is newer. Index it:
    ///     without an index, each synchronization sorts all stored entities.
    ///   - filter: The condition, built from the entity's fields, without conditions on other
    ///     entities.
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

    /// Creates a selection of the recent entities that match a condition.
    ///
    /// - Parameters:
    ///   - entity: The type of the entities.
    ///   - age: The maximum age of an entity, by the clock of the synchronizer.
    ///   - count: The maximum number of entities; nil for unlimited.
    ///   - bytes: The maximum size of their documents in bytes; nil for unlimited.
    ///   - field: The property with the date of an entity. Entities without a date are not kept.
    ///     Index it: without an index, each synchronization sorts all stored entities.
    ///   - filter: The condition, built from the entity's fields, without conditions on other
    ///     entities.
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
    /// Whether the number or the size of the entities is limited.
    var isBounded: Bool { count != nil || bytes != nil }

    /// Returns the condition on the entities at a given time, without the limits.
    func filter(at now: Date) -> Condition {
        isYoung.map { filter && $0(now) } ?? filter
    }

    /// Returns the criteria for the service.
    func criteria(at now: Date) -> Criteria {
        Criteria(filter: filter(at: now), order: order.map { [$0] } ?? [])
    }

    /// Rejects conditions on other entities, which can change the result on their own, and on
    /// properties that listings omit.
    func requireDecidable(by schema: EntitySchema) throws(StorageError) {
        guard filter.related.isEmpty else {
            throw StorageError(
                .unsupported,
                message: "The selection of a replica cannot have a condition on other entities."
            )
        }
        guard criteria(at: .distantPast).keys.isDisjoint(with: schema.unlisted) else {
            throw StorageError(
                .unsupported,
                message: "The selection of a replica uses a property that listings omit."
            )
        }
    }

    /// A text that identifies the selection.
    var text: String {
        let bounds = [
            count.map { "newest \($0)" }, bytes.map { "bytes \($0)" }, age.map { "age \($0)" },
        ]
        let place = order.map { "by \(([$0.key] + $0.path).joined(separator: "."))" }
        return ([filter.text] + bounds + [place]).compactMap(\.self).joined(separator: "; ")
    }
}

extension Condition {
    /// A text that identifies the condition.
    fileprivate var text: String {
        switch self {
        case .comparison(let comparison):
            // A key or a value may contain any character.
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
        // The operands may come from a set, whose order differs between processes.
        if `operator` == .isOneOf || `operator` == .containsElement { operands.sort() }
        var words = [JSON.string(key), .string(`operator`.rawValue)] + operands.map(JSON.string)
        if !path.isEmpty { words.append(.array(path.map(JSON.string))) }
        if let element { words.append(.object(["element": .string(element.text)])) }
        return JSON.array(words).description
    }
}
