extension Conventions {
    /// How criteria are written in a query.
    ///
    /// What cannot be said is decided here, on what came back; then order and part are not sent, for a
    /// part of more than was asked for is no part.
    public struct QueryDialect: Hashable, Sendable {
        /// How conditions are written.
        public enum Filter: Hashable, Sendable {
            /// A parameter for each, by the operator: `{key}__lt` makes `likes__lt=3`. A template with `=` has
            /// its value, too: `{key}__isnull=true`, or `{key}=lt.{value}` for `likes=lt.3`. An operator that
            /// is not there cannot be said.
            case parameters([Comparison.Operator: String])
            /// One parameter with all of them as a JSON document in the operators of MongoDB:
            /// `where={"likes":{"$lt":3}}`.
            case document(parameter: String)
            /// One parameter with all of them as a JSON array of `{"name":…,"op":…,"val":…}`.
            case objects(parameter: String)
        }

        /// How conditions are written.
        public var filter: Filter
        /// The parameter with the order; nil where none can be said.
        public var sort: String?
        /// How an order by a key is written, the least first.
        ///
        /// A template with `=` has its own parameter, `_sort_desc={key}`, or several with `&` between them,
        /// `orderby={key}&order=asc`. Such a service is asked for an order by one key; by several it is
        /// decided here.
        public var ascending: String
        /// How an order by a key is written, the greatest first; as ``ascending``.
        public var descending: String
        /// The parameter that says how many at most; nil where that is the size of pages, or cannot be said.
        public var limit: String?
        /// The parameter that says how many of the first are left out; nil where it cannot be said.
        public var offset: String?

        /// `key=value`, `sort=key,-key`, `limit`, `offset`.
        public static let plain = QueryDialect()

        /// Creates a dialect.
        ///
        /// - Parameters:
        ///   - filter: How conditions are written.
        ///   - sort: The parameter with the order, keys with commas between.
        ///   - ascending: How an order by a key is written, the least first.
        ///   - descending: How an order by a key is written, the greatest first.
        ///   - limit: The parameter that says how many at most.
        ///   - offset: The parameter that says how many of the first are left out.
        public init(
            filter: Filter = .parameters([.equal: "{key}"]),
            sort: String? = "sort",
            ascending: String = "{key}",
            descending: String = "-{key}",
            limit: String? = "limit",
            offset: String? = "offset"
        ) {
            self.filter = filter
            self.sort = sort
            self.ascending = ascending
            self.descending = descending
            self.limit = limit
            self.offset = offset
        }
    }
}

extension Conventions.QueryDialect.Filter {
    /// The query items that say some comparisons; nil for one that it cannot say.
    ///
    /// - Parameter comparisons: What must hold together.
    /// - Returns: For each comparison whether it is said, and the items.
    package func items(for comparisons: [Comparison]) -> (isSaid: [Bool], items: [(String, String)])
    {
        switch self {
        case .parameters(let templates): Self.parameters(comparisons, templates)
        case .document(let parameter): Self.document(comparisons, parameter)
        case .objects(let parameter): Self.objects(comparisons, parameter)
        }
    }

    private static func parameters(
        _ comparisons: [Comparison],
        _ templates: [Comparison.Operator: String]
    ) -> (isSaid: [Bool], items: [(String, String)]) {
        var said: [(comparison: Comparison, item: (String, String))] = []
        let isSaid = comparisons.map { comparison in
            guard let template = templates[comparison.operator].map({ QueryTemplate($0) }),
                let item = template.item(for: comparison)
            else { return false }
            // Twice the same key would mean any of both to some servers, unless each has its operator.
            let isRepeated = said.contains { other in
                other.item.0 == item.0
                    && !(template.saysOperator && other.comparison.operator != comparison.operator)
            }
            guard !isRepeated else { return false }
            said.append((comparison, item))
            return true
        }
        return (isSaid, said.map(\.item))
    }

    private static func document(
        _ comparisons: [Comparison],
        _ parameter: String
    ) -> (isSaid: [Bool], items: [(String, String)]) {
        var members: [String: JSON] = [:]
        let isSaid = comparisons.map { comparison in
            guard members[comparison.key] == nil, let value = comparison.mongoValue else {
                return false
            }
            members[comparison.key] = value
            return true
        }
        return (isSaid, item(parameter, .object(members), isNeeded: !members.isEmpty))
    }

    private static func objects(
        _ comparisons: [Comparison],
        _ parameter: String
    ) -> (isSaid: [Bool], items: [(String, String)]) {
        var elements: [JSON] = []
        let isSaid = comparisons.map { comparison in
            guard let (name, value) = comparison.filterObject else { return false }
            elements.append(
                .object(["name": .string(comparison.key), "op": .string(name), "val": value])
            )
            return true
        }
        return (isSaid, item(parameter, .array(elements), isNeeded: !elements.isEmpty))
    }

    private static func item(
        _ parameter: String,
        _ value: JSON,
        isNeeded: Bool
    ) -> [(String, String)] {
        guard isNeeded, let data = try? value.jsonData() else { return [] }
        return [(parameter, String(decoding: data, as: UTF8.self))]
    }
}

extension Conventions.QueryDialect {
    /// The query items that say some orders, one after the other; nil where they cannot be said.
    func items(for orders: [Order]) -> [(String, String)]? {
        guard orders.allSatisfy({ $0.locale == nil && $0.path.isEmpty }) else { return nil }
        return items(ordering: orders.map { ($0.key, $0.isAscending) })
    }

    /// The query items that say an order by keys, one after the other; nil where it cannot be said.
    package func items(
        ordering orders: [(key: String, isAscending: Bool)]
    ) -> [(String, String)]? {
        let templates = [ascending, descending].map { QueryTemplate($0) }
        guard templates.contains(where: \.hasValue) else {
            let keys = orders.map { templates[$0.isAscending ? 0 : 1].filled(with: $0.key).name }
            return sort.map { [($0, keys.joined(separator: ","))] }
        }
        guard orders.count == 1, let order = orders.first else { return nil }
        let template = order.isAscending ? ascending : descending
        guard QueryTemplate(template).hasValue else {
            return sort.map { [($0, QueryTemplate(template).filled(with: order.key).name)] }
        }
        return template.split(separator: "&").map { part in
            let (name, value) = QueryTemplate(String(part)).filled(with: order.key)
            return (name, value ?? "")
        }
    }
}

extension Comparison {
    /// The value of a member in a query document of MongoDB.
    fileprivate var mongoValue: JSON? {
        switch `operator` {
        case .equal: operands.first
        case .isNull: JSON.null
        case .less: operands.first.map { .object(["$lt": $0]) }
        case .lessOrEqual: operands.first.map { .object(["$lte": $0]) }
        case .greater: operands.first.map { .object(["$gt": $0]) }
        case .greaterOrEqual: operands.first.map { .object(["$gte": $0]) }
        case .isOneOf: .object(["$in": .array(operands)])
        case .contains, .hasPrefix, .localizedStandardContains, .containsElement, .hasNoValue,
            .isRelated, .hasElement:
            nil
        }
    }

    /// The operator and the value of a filter object.
    fileprivate var filterObject: (String, JSON)? {
        let name: String? =
            switch `operator` {
            case .equal: "eq"
            case .less: "lt"
            case .lessOrEqual: "le"
            case .greater: "gt"
            case .greaterOrEqual: "ge"
            case .isOneOf: "in_"
            case .isNull: "is_"
            case .contains, .hasPrefix, .localizedStandardContains, .containsElement, .hasNoValue,
                .isRelated, .hasElement:
                nil
            }
        guard let name else { return nil }
        if `operator` == .isOneOf { return (name, .array(operands)) }
        return (name, operands.first ?? .null)
    }
}
