import Foundation

/// A query for entities: a filter, an order, a limit and an offset.
///
///     let unread = Criteria(Message.self, limit: 20) { $0.isRead == false && $0.likes > 3 }
///     let greetings: Criteria = ["text": "hi"]
public struct Criteria: Hashable, Sendable {
    /// The filter.
    public var filter: Condition
    /// The orders, most significant first.
    public var order: [Order]
    /// The maximum number of entities; nil for all, and 0 instead of a negative number.
    public var limit: Int? {
        didSet { limit = limit.map { max(0, $0) } }
    }
    /// The number of entities to skip; 0 instead of a negative number.
    public var offset: Int {
        didSet { offset = max(0, offset) }
    }

    /// Criteria that match all entities.
    public static let all = Criteria()

    /// Creates criteria that match all entities.
    public init() {
        self.init(filter: .always)
    }

    /// Creates criteria.
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - order: The orders, most significant first.
    ///   - limit: The maximum number of entities; a negative number counts as 0.
    ///   - offset: The number of entities to skip; a negative number counts as 0.
    public init(
        filter: Condition,
        order: [Order] = [],
        limit: Int? = nil,
        offset: Int = 0
    ) {
        self.filter = filter
        self.order = order
        self.limit = limit.map { max(0, $0) }
        self.offset = max(0, offset)
    }

    /// Creates criteria for an entity.
    ///
    /// - Parameters:
    ///   - entity: The type of the entity.
    ///   - limit: The maximum number of entities.
    ///   - offset: The number of entities to skip.
    ///   - filter: Returns the filter, built from the properties.
    public init<Value: Entity>(
        _ entity: Value.Type,
        limit: Int? = nil,
        offset: Int = 0,
        where filter: (Value.Fields) -> Condition = { _ in .always }
    ) {
        self.init(filter: filter(Value.Fields()), limit: limit, offset: offset)
    }

    /// Creates criteria from a dictionary: each property must have the given value.
    ///
    /// - Parameter dictionary: `JSONSerialization` values, and dates.
    /// - Throws: `ConversionError` for a value that JSON does not support.
    public init(_ dictionary: [String: Any]) throws(ConversionError) {
        var conditions: [Condition] = []
        // Sorted, so that the same criteria result in the same request.
        for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
            if let date = value as? Date {
                conditions.append(.comparison(Comparison(key: key, date: date)))
                continue
            }
            do {
                let json = try JSON(any: value)
                conditions.append(.comparison(Comparison(key: key, value: json)))
            } catch {
                throw error.prefixed(by: .key(key))
            }
        }
        self.init(filter: .all(conditions))
    }

    /// Returns the same criteria with an additional order.
    ///
    /// - Parameters:
    ///   - entity: The type of the entity.
    ///   - order: Returns the order, built from the properties.
    /// - Returns: The criteria, with this order after the existing ones.
    public func ordered<Value: Entity>(
        _ entity: Value.Type,
        by order: (Value.Fields) -> Order
    ) -> Criteria {
        var criteria = self
        criteria.order.append(order(Value.Fields()))
        return criteria
    }

    /// Returns the same criteria with a limit.
    ///
    /// - Parameter limit: The maximum number of entities; if there is a limit already, the smaller
    ///   one applies.
    /// - Returns: The criteria.
    public func limited(to limit: Int) -> Criteria {
        var criteria = self
        criteria.limit = min(max(0, limit), self.limit ?? .max)
        return criteria
    }
}

extension Criteria: ExpressibleByDictionaryLiteral {
    /// Creates criteria from a literal: each property must have the given value.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        let conditions = elements.map { Condition.comparison(Comparison(key: $0.0, value: $0.1)) }
        self.init(filter: .all(conditions))
    }
}

extension Criteria {
    /// Filters and sorts values, and applies limit and offset.
    ///
    /// - Parameter values: The values.
    /// - Returns: The selected values, in order.
    public func chosen<Value: DictionaryRepresentable>(among values: [Value]) -> [Value] {
        // Without filter and order, no value needs to be converted to a dictionary.
        guard filter != .always || !order.isEmpty else {
            return part(of: values)
        }
        var keyed = values.map { (value: $0, dictionary: $0.dictionary) }
        keyed.removeAll { !filter.holds(for: $0.dictionary) }
        let sorted = Order.sort(keyed, by: order) { pair, key in
            pair.dictionary[key].flatMap { try? JSON(any: $0) }
        }
        return part(of: sorted).map(\.value)
    }

    /// Returns the slice given by offset and limit.
    package func part<Element>(of elements: [Element]) -> [Element] {
        Array(elements.dropFirst(offset).prefix(limit ?? .max))
    }
}
