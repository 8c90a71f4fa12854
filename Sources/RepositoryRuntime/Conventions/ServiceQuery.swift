/// Criteria as a service is asked for them, and what is left to decide here.
struct ServiceQuery: Sendable {
    /// The query without what says the page, percent-encoded; empty where nothing can be said.
    let query: String
    /// How many entities are enough; nil where all are needed.
    let needed: Int?
    /// How many entities a page should have; nil leaves that to the conventions.
    let pageSize: Int?

    private let criteria: Criteria
    private let isPartSent: Bool

    init(_ criteria: Criteria, _ conventions: Conventions) {
        let dialect = conventions.query
        var comparisons: [Comparison] = []
        var isComplete = true
        for condition in criteria.filter.conjuncts {
            if case .comparison(let comparison) = condition {
                comparisons.append(comparison)
            } else {
                isComplete = false
            }
        }
        let said = dialect.filter.items(for: comparisons)
        var items = said.items
        isComplete = isComplete && said.isSaid.allSatisfy { $0 }
        if !criteria.order.isEmpty, isComplete {
            let keys = criteria.order.map { order in
                (order.isAscending ? dialect.ascending : dialect.descending)
                    .replacing("{key}", with: order.key)
            }
            isComplete = dialect.sort != nil
            if let sort = dialect.sort { items.append((sort, keys.joined(separator: ","))) }
        }
        var isOffsetSent = criteria.offset == 0
        if isComplete {
            if let limit = criteria.limit, let parameter = dialect.limit {
                items.append((parameter, "\(limit)"))
            }
            if criteria.offset > 0, let parameter = dialect.offset {
                items.append((parameter, "\(criteria.offset)"))
                isOffsetSent = true
            }
        }
        self.criteria = criteria
        isPartSent = isComplete && isOffsetSent
        let limit = criteria.limit.map { isOffsetSent ? $0 : $0 + criteria.offset }
        needed = isComplete ? limit : nil
        pageSize =
            dialect.limit == nil ? needed.map { min($0, conventions.paging.size ?? $0) } : nil
        query = Self.text(items)
    }

    /// The text of query items, percent-encoded.
    static func text(_ items: [(String, String)]) -> String {
        items.map { key, value in
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
