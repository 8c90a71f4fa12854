/// Criteria split into a query for the service and a rest to evaluate locally.
package struct ServiceQuery: Sendable {
    /// What to request from the service.
    package enum Reading {
        /// The selected range, if the service supports it.
        case part
        /// All matching entities; the range is selected locally.
        case whole
        /// All matching entities, in order, page by page.
        case pages
        /// All entities; everything is evaluated locally.
        case unfiltered
    }

    /// The percent-encoded query without paging parameters; empty if nothing can be expressed.
    package let query: String
    /// The sufficient number of entities; nil if all are needed.
    let needed: Int?
    /// The page size, if smaller than that of the conventions; nil for that.
    let pageSize: Int?
    /// Whether the query contains every condition; the others are evaluated locally.
    let isFilterSaid: Bool
    /// Whether the query can contain the order.
    package let isOrderSaid: Bool

    /// Whether the query contains a condition or an order.
    let isAsked: Bool

    private let criteria: Criteria
    private let isOffsetSent: Bool
    private let isLimitSent: Bool

    /// Creates the query for criteria.
    ///
    /// - Parameters:
    ///   - criteria: The criteria.
    ///   - conventions: The conventions of the service.
    ///   - api: The API, whose keys cannot express conditions.
    ///   - reading: What to request.
    package init(
        _ criteria: Criteria,
        _ conventions: Conventions,
        of api: any APIDefinition.Type = UnspecifiedAPI.self,
        for reading: Reading = .part
    ) {
        let dialect = conventions.query
        let conditions = criteria.filter.conjuncts
        let comparisons = conditions.compactMap { condition in
            if case .comparison(let comparison) = condition { comparison } else { nil }
        }
        // A reserved parameter of the listing cannot express a condition.
        let taken = conventions.listingParameters(of: api)
        let free =
            reading == .unfiltered
            ? []
            : comparisons.filter { comparison in
                // Services have no common syntax for nested properties, or for comparing whole
                // values.
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
        // A paging parameter cannot express the limit, too.
        let limitParameter = dialect.limit == paging.sizeParameter ? nil : dialect.limit
        let offsetParameter = dialect.offset == paging.offsetParameter ? nil : dialect.offset
        // Many services silently ignore the offset without a limit.
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

    /// Rejects a condition on other entities, which only a local store can evaluate.
    ///
    /// - Parameter operation: The operation, for the error.
    /// - Throws: `RepositoryError`, with the code `.invalidRequest`.
    func requireOwnConditions(during operation: String) throws(RepositoryError) {
        guard !criteria.filter.related.isEmpty else { return }
        throw RepositoryError(
            .invalidRequest,
            during: operation,
            message: """
                A condition on other entities cannot be sent to a service: \
                query the local store, which evaluates it.
                """
        )
    }

    /// Returns query items as a percent-encoded string.
    package static func text(_ items: [(String, String)]) -> String {
        items.map { key, value in
            "\(PercentEncoding.encode(key))=\(PercentEncoding.encode(value))"
        }.joined(separator: "&")
    }

    /// Selects from the received entities.
    ///
    /// - Parameters:
    ///   - values: The received entities, each once.
    ///   - firstCount: How many of them were on the first page.
    /// - Returns: The entities that the criteria select.
    func chosen<Value: DictionaryRepresentable>(
        among values: [Value],
        firstCount: Int
    ) -> [Value] {
        var rest = criteria
        // A server that returns more than the limit has ignored limit and offset.
        if isOffsetSent, !isLimitSent || firstCount <= criteria.limit ?? .max {
            rest.offset = 0
        }
        rest.filter = decidable(on: values)
        return rest.chosen(among: values)
    }

    /// Returns whether the received entities show that the service has ignored the condition or the
    /// order, so that limit and offset were applied to another set.
    ///
    /// - Parameters:
    ///   - values: The received entities.
    ///   - isEnough: Whether there are as many as needed.
    /// - Returns: Whether they show that.
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

    /// Returns whether values are in the requested order, allowing for differences between
    /// services: null may be first or last, and strings may be compared with or without case.
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

    /// Returns whether an error may be caused by a condition or an order that the service rejects,
    /// and everything can be evaluated locally.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - type: The type of the entities.
    /// - Returns: Whether to retry the request without them.
    func mayBeRefused<Value>(by error: RepositoryError, _ type: Value.Type) -> Bool {
        guard isAsked, [.badRequest, .invalid].contains(error.code) else { return false }
        let properties = (type as? any Entity.Type)?.schema.properties ?? []
        return criteria.filter.conjuncts.allSatisfy { condition in
            guard case .comparison(let comparison) = condition else { return true }
            return comparison.isDeclared || properties.contains(comparison.key)
        }
    }

    /// Returns how many values match the criteria, regardless of limit and offset.
    func count<Value: DictionaryRepresentable>(among values: [Value]) -> Int {
        fitting(among: values).count
    }

    /// Returns the values that match the condition.
    func fitting<Value: DictionaryRepresentable>(among values: [Value]) -> [Value] {
        let filter = decidable(on: values)
        return filter.conjuncts.isEmpty
            ? values : values.filter { filter.holds(for: $0.dictionary) }
    }

    /// Returns the condition to evaluate locally.
    ///
    /// Conditions in the query are evaluated again, because many servers ignore unknown parameters.
    /// If the key is not a property, for example a search parameter, only the server can evaluate
    /// it.
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
    /// Whether it is an object, or an array that contains one.
    fileprivate var hasObject: Bool { object != nil || (array ?? []).contains { $0.object != nil } }
}
