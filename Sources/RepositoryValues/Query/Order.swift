/// In which order entities come: by one property, up or down.
public struct Order: Sendable {
    /// How two values follow each other.
    @usableFromInline
    package enum Relation: Sendable {
        case ascending
        case same
        case descending
    }

    /// The key of the property in JSON; of a property of a value, that of the property that has the value.
    public let key: String
    /// The keys that lead from there to a property of a value; none for the property itself.
    package let path: [String]
    /// Whether the least comes first.
    public let isAscending: Bool

    /// How the values stand in a column of a database; nil where it cannot compare them.
    package let form: ColumnForm?

    /// The values that come with one, or behind it.
    struct Position {
        /// Those that are equal to it, and those behind it.
        let notBefore: Condition
        /// Those behind it.
        let behind: Condition
    }

    /// The language by whose rules texts are ordered; nil for the order that every store has.
    package let locale: String?

    private let relation: @Sendable (JSON?, JSON?) -> Relation
    /// The position of a value in this order.
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

    /// Sorts values by some orders: the first that tells two apart decides, else they stay.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - orders: The orders.
    ///   - property: The value of a property of a value.
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

    /// How two values follow each other by some orders: ascending where the first one comes first.
    ///
    /// - Parameters:
    ///   - orders: The orders.
    ///   - first: The property of the first value that the order with a number is by.
    ///   - second: The same of the second value.
    /// - Returns: What the first order says that tells them apart.
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
    /// Whether two orders are by the same property in the same direction, and by the same rules.
    public static func == (first: Order, second: Order) -> Bool {
        first.key == second.key && first.path == second.path
            && first.isAscending == second.isAscending
            && first.locale == second.locale
    }

    /// Feeds the order to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(path)
        hasher.combine(isAscending)
        hasher.combine(locale)
    }
}
