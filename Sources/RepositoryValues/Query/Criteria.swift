import Foundation

/// Which entities are asked for: a condition, an order, and a part of what it gives.
///
///     let unread = Criteria(Message.self, limit: 20) { $0.isRead == false && $0.likes > 3 }
///     let greetings: Criteria = ["text": "hi"]
public struct Criteria: Hashable, Sendable {
    /// The condition.
    public var filter: Condition
    /// The order; the first one counts first.
    public var order: [Order]
    /// How many at most; nil for all.
    public var limit: Int?
    /// How many of the first are left out.
    public var offset: Int

    /// All there are.
    public static let all = Criteria()

    /// Creates criteria for all there are.
    public init() {
        self.init(filter: .always)
    }

    /// Creates criteria.
    ///
    /// - Parameters:
    ///   - filter: The condition.
    ///   - order: The order.
    ///   - limit: How many at most; a negative number counts as 0.
    ///   - offset: How many of the first are left out; a negative number counts as 0.
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
    ///   - limit: How many at most.
    ///   - offset: How many of the first are left out.
    ///   - filter: The condition, made of the names of the properties.
    public init<Value: Entity>(
        _ entity: Value.Type,
        limit: Int? = nil,
        offset: Int = 0,
        where filter: (Value.Fields) -> Condition = { _ in .always }
    ) {
        self.init(filter: filter(Value.Fields()), limit: limit, offset: offset)
    }

    /// Creates criteria of a dictionary: each key must have its value.
    ///
    /// - Parameter dictionary: Values such as `JSONSerialization` gives, and dates.
    /// - Throws: `ConversionError` for a value that JSON cannot say.
    public init(_ dictionary: [String: Any]) throws(ConversionError) {
        var conditions: [Condition] = []
        // A dictionary has no order, and the same criteria should be the same request.
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

    /// The same in an order.
    ///
    /// - Parameters:
    ///   - entity: The type of the entity.
    ///   - order: The order, made of the names of the properties.
    /// - Returns: Criteria that are ordered so after the order that they have.
    public func ordered<Value: Entity>(
        _ entity: Value.Type,
        by order: (Value.Fields) -> Order
    ) -> Criteria {
        var criteria = self
        criteria.order.append(order(Value.Fields()))
        return criteria
    }

    /// The same with at most some results.
    ///
    /// - Parameter limit: How many at most; the smaller of two limits counts.
    /// - Returns: The criteria.
    public func limited(to limit: Int) -> Criteria {
        var criteria = self
        criteria.limit = min(max(0, limit), self.limit ?? .max)
        return criteria
    }
}

extension Criteria: ExpressibleByDictionaryLiteral {
    /// Creates criteria of a literal: each key must have its value.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        let conditions = elements.map { Condition.comparison(Comparison(key: $0.0, value: $0.1)) }
        self.init(filter: .all(conditions))
    }
}

extension Criteria {
    /// Chooses among values: the condition, the order and the part.
    ///
    /// - Parameter values: The values.
    /// - Returns: Those that the criteria ask for, in their order.
    public func chosen<Value: DictionaryRepresentable>(among values: [Value]) -> [Value] {
        // Most lists are asked for as they are; then no value need become a dictionary.
        guard filter != .always || !order.isEmpty else {
            return Array(values.dropFirst(max(0, offset)).prefix(max(0, limit ?? .max)))
        }
        var keyed = values.map { (value: $0, dictionary: $0.dictionary) }
        keyed.removeAll { !filter.holds(for: $0.dictionary) }
        let sorted = Order.sort(keyed, by: order) { pair, key in
            pair.dictionary[key].flatMap { try? JSON(any: $0) }
        }
        return sorted.dropFirst(max(0, offset)).prefix(max(0, limit ?? .max)).map(\.value)
    }
}
