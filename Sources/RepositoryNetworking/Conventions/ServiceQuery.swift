/// Criteria as a service is asked for them, and what is left to decide here.
package struct ServiceQuery: Sendable {
    /// What a service is asked for.
    package enum Reading {
        /// The part that the criteria want, where the service can be asked for it.
        case part
        /// Everything that the criteria hold for; the part is chosen here.
        case whole
        /// Everything that the criteria hold for, in their order, page by page.
        case pages
        /// Everything there is; all is decided here.
        case unfiltered
    }

    /// The query without what says the page, percent-encoded; empty where nothing can be said.
    package let query: String
    /// How many entities are enough; nil where all are needed.
    let needed: Int?
    /// How many entities a page should have, where that is fewer than by the conventions; nil leaves it
    /// to those.
    let pageSize: Int?
    /// Whether the service is asked for every condition; those that it is not asked for are decided here.
    let isFilterSaid: Bool
    /// Whether the service can be asked for the order.
    package let isOrderSaid: Bool

    /// Whether the service is asked for a condition or an order.
    let isAsked: Bool

    private let criteria: Criteria
    private let isOffsetSent: Bool
    private let isLimitSent: Bool

    /// Says criteria to a service.
    ///
    /// - Parameters:
    ///   - criteria: What is wanted.
    ///   - conventions: How the service is asked.
    ///   - reading: What it is asked for.
    package init(
        _ criteria: Criteria,
        _ conventions: Conventions,
        for reading: Reading = .part
    ) {
        let dialect = conventions.query
        let conditions = criteria.filter.conjuncts
        let comparisons = conditions.compactMap { condition in
            if case .comparison(let comparison) = condition { comparison } else { nil }
        }
        // What a parameter of the listing says cannot say something else, too.
        let taken = conventions.listingParameters
        let free =
            reading == .unfiltered
            ? []
            : comparisons.filter { comparison in
                // Services have no common way to name what is inside of a value, nor to compare a whole one.
                comparison.path.isEmpty && comparison.element == nil
                    && !comparison.operands.contains(where: \.hasObject)
                    && dialect.filter.items(for: [comparison]).items.allSatisfy {
                        !taken.contains($0.0)
                    }
            }
        let said = dialect.filter.items(for: free)
        var items = said.items
        isFilterSaid = free.count == conditions.count && said.isSaid.allSatisfy { $0 }
        let order = criteria.order.isEmpty ? [] : dialect.items(for: criteria.order)
        isOrderSaid = order != nil
        let isComplete = reading == .part && isFilterSaid && isOrderSaid
        if isComplete || reading == .pages { items += order ?? [] }
        isAsked = !items.isEmpty
        let paging = conventions.paging
        // A parameter that says which page it is cannot say which part of all, too.
        let limitParameter = dialect.limit == paging.sizeParameter ? nil : dialect.limit
        let offsetParameter = dialect.offset == paging.offsetParameter ? nil : dialect.offset
        // Without a limit, many services do not look at it, and nothing shows that.
        let isOffsetSent =
            isComplete && criteria.offset > 0 && offsetParameter != nil && criteria.limit != nil
        let end = criteria.limit.map { limit in
            let (end, isTooMuch) = limit.addingReportingOverflow(isOffsetSent ? 0 : criteria.offset)
            return isTooMuch ? .max : end
        }
        let isLimitSent = isComplete && end != nil && limitParameter != nil
        if isLimitSent, let end, let limitParameter { items.append((limitParameter, "\(end)")) }
        if isOffsetSent, let offsetParameter {
            items.append((offsetParameter, "\(criteria.offset)"))
        }
        self.criteria = criteria
        (self.isLimitSent, self.isOffsetSent) = (isLimitSent, isOffsetSent)
        needed = isComplete ? end : nil
        let isSizeSent = paging.sizeParameter != nil && !isLimitSent
        pageSize = isSizeSent ? needed.flatMap { $0 < paging.size ?? .max ? $0 : nil } : nil
        query = Self.text(items)
    }

    /// Refuses a condition on other entities, which only a local store knows.
    ///
    /// - Parameter operation: The operation that an error names.
    /// - Throws: `RepositoryError`, of the kind `.invalidRequest`.
    func requireOwnConditions(during operation: String) throws(RepositoryError) {
        guard !criteria.filter.related.isEmpty else { return }
        throw RepositoryError(
            .invalidRequest,
            during: operation,
            message: """
                A condition on other entities is decided by a local store, and no service is asked for it: \
                find what is stored.
                """
        )
    }

    /// The text of query items, percent-encoded.
    package static func text(_ items: [(String, String)]) -> String {
        items.map { key, value in
            "\(PercentEncoding.encode(key))=\(PercentEncoding.encode(value))"
        }.joined(separator: "&")
    }

    /// Chooses among what came back.
    ///
    /// - Parameters:
    ///   - values: What came back, each once.
    ///   - firstCount: How many of them came on the first page.
    /// - Returns: What the criteria want of it.
    func chosen<Value: DictionaryRepresentable>(
        among values: [Value],
        firstCount: Int
    ) -> [Value] {
        var rest = criteria
        // A server that sends more than the limit has not understood the part.
        if isOffsetSent, !isLimitSent || firstCount <= criteria.limit ?? .max {
            rest.offset = 0
        }
        rest.filter = decidable(on: values)
        return rest.chosen(among: values)
    }

    /// Whether what came back shows that the service has not understood the condition or the order, so that
    /// what it took for a part of the whole is another one.
    ///
    /// - Parameters:
    ///   - values: What came back.
    ///   - isEnough: Whether that are as many as were needed.
    /// - Returns: Whether it shows that.
    func isContradicted<Value: DictionaryRepresentable>(
        by values: [Value],
        isEnough: Bool
    ) -> Bool {
        guard needed != nil else { return false }
        guard isOrdered(values) else { return true }
        guard isOffsetSent || isLimitSent && !isEnough else { return false }
        let filter = decidable(on: values)
        return !values.allSatisfy { filter.holds(for: $0.dictionary) }
    }

    /// Whether values are in the order that was asked for, as far as services agree on orders: with any
    /// place for null, and for text with case or without.
    private func isOrdered<Value: DictionaryRepresentable>(_ values: [Value]) -> Bool {
        guard let order = criteria.order.first else { return true }
        let keys = values.compactMap { value in
            value.dictionary[order.key].flatMap { try? JSON(any: $0) }
        }.filter { $0 != .null }
        let sorted = Order.sort(keys, by: [order]) { key, _ in key }
        guard keys != sorted else { return true }
        let folded = keys.compactMap { $0.string?.lowercased() }
        guard folded.count == keys.count else { return false }
        return folded == (order.isAscending ? folded.sorted() : folded.sorted(by: >))
    }

    /// Whether an error may say that the service refuses a condition or an order, and everything can be
    /// decided here.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - type: The entities.
    /// - Returns: Whether the same request without them is worth a try.
    func mayBeRefused<Value>(by error: RepositoryError, _ type: Value.Type) -> Bool {
        guard isAsked, [.badRequest, .invalid].contains(error.code) else { return false }
        let properties = (type as? any Entity.Type)?.schema.properties ?? []
        return criteria.filter.conjuncts.allSatisfy { condition in
            guard case .comparison(let comparison) = condition else { return true }
            return comparison.isDeclared || properties.contains(comparison.key)
        }
    }

    /// How many of some values the criteria want, whatever their part is.
    func count<Value: DictionaryRepresentable>(among values: [Value]) -> Int {
        fitting(among: values).count
    }

    /// Those of some values that the condition holds for.
    func fitting<Value: DictionaryRepresentable>(among values: [Value]) -> [Value] {
        let filter = decidable(on: values)
        return filter.conjuncts.isEmpty
            ? values : values.filter { filter.holds(for: $0.dictionary) }
    }

    /// The condition, as far as it is decided here.
    ///
    /// A condition that the server was asked for is checked again, for many ignore what they do
    /// not know; unless its key is no property, as that of a search: then the server decides.
    private func decidable<Value: DictionaryRepresentable>(on values: [Value]) -> Condition {
        let properties = (Value.self as? any Entity.Type)?.schema.properties ?? []
        return .all(
            criteria.filter.conjuncts.filter { condition in
                guard case .comparison(let comparison) = condition, !comparison.isDeclared,
                    !properties.contains(comparison.key)
                else { return true }
                return values.contains { $0.dictionary[comparison.key] != nil }
            }
        )
    }
}

extension JSON {
    /// Whether it is an object, or a list with one.
    fileprivate var hasObject: Bool { object != nil || (array ?? []).contains { $0.object != nil } }
}
