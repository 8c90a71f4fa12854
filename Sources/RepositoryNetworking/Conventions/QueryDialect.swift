extension Conventions {
    /// The query syntax for criteria.
    ///
    /// Criteria that cannot be expressed are evaluated locally on the response. Order, limit and
    /// offset are then not sent, because the service would apply them to a larger set.
    public struct QueryDialect: Hashable, Sendable {
        /// The syntax of conditions.
        public enum Filter: Hashable, Sendable {
            /// A parameter for each condition, by operator: `{key}__lt` results in `likes__lt=3`. A
            /// template with `=` contains the value, too: `{key}__isnull=true`, or
            /// `{key}=lt.{value}` for `likes=lt.3`. Missing operators are not supported.
            case parameters([Comparison.Operator: String])
            /// One parameter with all conditions as a JSON document with MongoDB operators:
            /// `where={"likes":{"$lt":3}}`.
            case document(parameter: String)
            /// One parameter with all conditions as a JSON array of `{"name":…,"op":…,"val":…}`.
            case objects(parameter: String)
        }

        /// The syntax of conditions.
        public var filter: Filter
        /// The parameter for the order; nil if it is not supported.
        public var sort: String?
        /// The template for an ascending order by a key.
        ///
        /// A template with `=` contains its own parameter, `_sort_desc={key}`, or several separated
        /// by `&`, `orderby={key}&order=asc`. Such a service can only order by one key; an order by
        /// several is evaluated locally.
        public var ascending: String
        /// The template for a descending order by a key; as ``ascending``.
        public var descending: String
        /// The parameter for the limit; nil if it is the page size, or not supported.
        public var limit: String?
        /// The parameter for the offset; nil if it is not supported.
        public var offset: String?

        /// `key=value`, `sort=key,-key`, `limit`, `offset`.
        public static let plain = QueryDialect()

        /// Creates a dialect.
        ///
        /// - Parameters:
        ///   - filter: The syntax of conditions.
        ///   - sort: The parameter for the order, with keys separated by commas.
        ///   - ascending: The template for an ascending order by a key.
        ///   - descending: The template for a descending order by a key.
        ///   - limit: The parameter for the limit.
        ///   - offset: The parameter for the offset.
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
    /// Returns the query items for comparisons.
    ///
    /// - Parameter comparisons: The comparisons, all of which must hold.
    /// - Returns: For each comparison whether it is expressed, and the items.
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
            // Some servers match either value of a repeated key, unless each has its operator.
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
    /// Returns the query items for orders, most significant first; nil if they are not supported.
    func items(for orders: [Order]) -> [(String, String)]? {
        guard orders.allSatisfy({ $0.locale == nil && $0.path.isEmpty }) else { return nil }
        return items(ordering: orders.map { ($0.key, $0.isAscending) })
    }

    /// Returns the query items for orders by keys, most significant first; nil if they are not
    /// supported.
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
    /// The value of a property in a MongoDB query document.
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
