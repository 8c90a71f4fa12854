/// The query parameters that most servers understand: `key=value`, `limit`, `offset`, `sort`.
///
/// Only conditions that a key has a value can be said. `sort` is a list of keys with commas, each
/// with `-` in front where the greatest comes first. What cannot be said is decided here, on what
/// came back; then order and part are not sent, for a part of more than was asked for is no part.
struct PlainDialect: Sendable {
    /// The query, percent-encoded; empty where nothing can be said.
    let query: String
    private let criteria: Criteria
    private let isPartSent: Bool

    init(_ criteria: Criteria) {
        var items: [(String, String)] = []
        var isComplete = true
        for condition in criteria.filter.conjuncts {
            guard case .comparison(let comparison) = condition,
                comparison.operator == .equal, let value = comparison.operands.first?.scalarText,
                // Twice the same key would mean any of both to some servers.
                !items.contains(where: { $0.0 == comparison.key })
            else {
                isComplete = false
                continue
            }
            items.append((comparison.key, value))
        }
        if isComplete {
            if !criteria.order.isEmpty {
                let keys = criteria.order.map { $0.isAscending ? $0.key : "-" + $0.key }
                items.append(("sort", keys.joined(separator: ",")))
            }
            if let limit = criteria.limit {
                items.append(("limit", "\(limit)"))
            }
            if criteria.offset > 0 {
                items.append(("offset", "\(criteria.offset)"))
            }
        }
        self.criteria = criteria
        self.isPartSent = isComplete
        self.query = items.map { key, value in
            "\(PercentEncoding.encode(key))=\(PercentEncoding.encode(value))"
        }.joined(separator: "&")
    }

    /// Chooses among what came back.
    ///
    /// A condition that the server was asked for is checked again, for many ignore what they do
    /// not know; unless its key is no property, as that of a search: then the server decides.
    func chosen<Value: DictionaryRepresentable>(among values: [Value]) -> [Value] {
        var rest = criteria
        // A server that sends more than the limit has not understood the part.
        if isPartSent, values.count <= criteria.limit ?? .max {
            rest.offset = 0
        }
        rest.filter = .all(
            criteria.filter.conjuncts.filter { condition in
                guard case .comparison(let comparison) = condition, !comparison.isDeclared else {
                    return true
                }
                return values.contains { $0.dictionary[comparison.key] != nil }
            }
        )
        return rest.chosen(among: values)
    }
}

extension JSON {
    /// The text of a scalar in a query; nil for null, arrays and objects.
    fileprivate var scalarText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.literal
        case .bool(let value): value.parameterText
        case .null, .array, .object: nil
        }
    }
}
