/// An ascending or descending order of entities by one property.
public struct Order: Sendable {
    /// The relation of two values.
    @usableFromInline
    package enum Relation: Sendable {
        case ascending
        case same
        case descending
    }

    /// The JSON key of the property; for a nested property, that of the outer property.
    public let key: String
    /// The keys that lead from there to a nested property; empty for the property itself.
    package let path: [String]
    /// Whether the order is ascending.
    public let isAscending: Bool

    /// The form of the values in a database column; nil if a database cannot compare them.
    package let form: ColumnForm?

    /// Conditions on values relative to a value in the order.
    struct Position {
        /// The values equal to it or after it.
        let notBefore: Condition
        /// The values after it.
        let behind: Condition
    }

    /// The locale for the order of strings; nil for the order that every store supports.
    package let locale: String?

    private let relation: @Sendable (JSON?, JSON?) -> Relation
    /// Returns the position of a value in this order.
    let position: @Sendable (JSON) -> Position

    init(
        key: String,
        path: [String] = [],
        isAscending: Bool,
        form: ColumnForm?,
        locale: String? = nil,
        relation: @escaping @Sendable (JSON?, JSON?) -> Relation,
        position: @escaping @Sendable (JSON) -> Position
    ) {
        self.key = key
        self.path = path
        self.isAscending = isAscending
        self.form = form
        self.locale = locale
        self.relation = relation
        self.position = position
    }

    /// Sorts values by several orders, most significant first; the sort is stable.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - orders: The orders.
    ///   - property: Returns the value of a property.
    /// - Returns: The sorted values.
    @inlinable
    package static func sort<Value>(
        _ values: [Value],
        by orders: [Order],
        property: (Value, String) -> JSON?
    ) -> [Value] {
        guard !orders.isEmpty else {
            return values
        }
        let keyed = values.enumerated().map { position, value in
            (position, value, orders.map { property(value, $0.key) })
        }
        return keyed.sorted { first, second in
            switch relation(by: orders, { first.2[$0] }, { second.2[$0] }) {
            case .same: first.0 < second.0
            case .ascending: true
            case .descending: false
            }
        }.map(\.1)
    }

    /// Returns the relation of two values by several orders, most significant first.
    ///
    /// - Parameters:
    ///   - orders: The orders.
    ///   - first: Returns the property of the first value for the order at an index.
    ///   - second: The same for the second value.
    /// - Returns: The relation by the first order in which they differ.
    @usableFromInline
    package static func relation(
        by orders: [Order],
        _ first: (Int) -> JSON?,
        _ second: (Int) -> JSON?
    ) -> Relation {
        for (index, order) in orders.enumerated() {
            switch order.relation(first(index), second(index)) {
            case .same: continue
            case .ascending: return order.isAscending ? .ascending : .descending
            case .descending: return order.isAscending ? .descending : .ascending
            }
        }
        return .same
    }
}

extension Order: Hashable {
    /// Returns whether two orders have the same property, direction and rules.
    public static func == (first: Order, second: Order) -> Bool {
        first.key == second.key && first.path == second.path
            && first.isAscending == second.isAscending
            && first.locale == second.locale
    }

    /// Hashes the properties that determine equality.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(path)
        hasher.combine(isAscending)
        hasher.combine(locale)
    }
}
