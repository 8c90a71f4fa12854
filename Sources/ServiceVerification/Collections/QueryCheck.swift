import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Checks the declared filters, orders and ranges of a listing.
struct QueryCheck {
    /// The entities of the listing, from which conditions are made.
    let entities: [JSON]
    let context: CollectionContext
    private(set) var results: CheckResults

    init(_ context: CollectionContext, _ entities: [JSON]) {
        self.context = context
        self.entities = entities
        results = CheckResults(context.name)
    }

    mutating func run() async {
        guard context.offers(.list) else { return }
        await checkFilters()
        await checkOrders()
        await checkParts()
    }

    // MARK: - Conditions

    private mutating func checkFilters() async {
        guard let filter = context.declared.query.filter else { return }
        guard entities.count > 1 else {
            return results.leave("filters", "there are fewer than two entities")
        }
        let operators: [Comparison.Operator] =
            switch context.conventions.query.filter {
            case .parameters(let templates):
                templates.keys.sorted { $0.rawValue < $1.rawValue }
            case .document, .objects: [.equal, .greaterOrEqual]
            }
        guard !operators.isEmpty else { return }
        var isChecked = false
        for one in operators {
            // Support for one property does not imply support for all, unless the schema names
            // them.
            var isUnderstood = false
            var outcome: (message: String, request: String)?
            for property in context.comparable.prefix(3) {
                guard let condition = condition(one, on: property) else { continue }
                isChecked = true
                guard let found = await failure(of: condition, property) else {
                    isUnderstood = true
                    break
                }
                outcome = outcome ?? found
            }
            if isUnderstood {
                results.confirm()
            } else if let outcome {
                results.differ(
                    at: Self.place(of: one, filter, context),
                    outcome.message,
                    hint: "correct the filter, or remove it",
                    outcome.request
                )
            }
        }
        if !isChecked { results.leave("filters", "no two entities differ in a property") }
    }

    private static func place(
        of one: Comparison.Operator,
        _ filter: CheckedConventions.Filter,
        _ context: CollectionContext
    ) -> SchemaPlace {
        switch filter {
        case .parameters: context.place("query", "filter", one.rawValue)
        case .document: context.place("query", "filter", "document")
        case .objects: context.place("query", "filter", "objects")
        }
    }

    /// A condition that holds for some of the entities; nil if the property has no suitable value.
    private func condition(
        _ one: Comparison.Operator,
        on property: CheckedProperty
    ) -> FieldCondition? {
        let values = entities.compactMap { $0[property.key] }.filter { !$0.isNull }
        guard let value = values.first else { return nil }
        let operands: [JSON]
        switch one {
        case .equal, .isOneOf: operands = [value]
        case .isNull: operands = []
        case .contains, .hasPrefix:
            guard let text = value.string, let first = text.first, first.isLetter else {
                return nil
            }
            operands = [.string(String(text.prefix(3)))]
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            let sorted = values.compactMap { json in
                FieldValue(json, of: property, in: context.model).map { ($0, json) }
            }.sorted { $0.0 < $1.0 }
            // The order of strings differs between services.
            guard let first = sorted.first, let last = sorted.last,
                property.isOrdered(in: context.model)
            else { return nil }
            let isUpper = one == .greater || one == .greaterOrEqual
            operands = [one == .greater || one == .lessOrEqual ? first.1 : last.1]
            if isUpper, first.0 == last.0, one == .greater { return nil }
            if one == .less, first.0 == last.0 { return nil }
        default: return nil
        }
        let condition = FieldCondition(key: property.key, operator: one, operands: operands)
        let fitting = entities.filter { holds(condition, for: $0, property) }
        // A condition that holds for all or no entities proves nothing.
        return fitting.isEmpty || fitting.count == entities.count ? nil : condition
    }

    private func holds(
        _ condition: FieldCondition,
        for entity: JSON,
        _ property: CheckedProperty
    ) -> Bool {
        condition.holds(for: entity.object ?? [:], property, in: context.model)
    }

    /// Whether a condition on a string holds ignoring case, as many databases compare.
    private func holdsLoosely(_ condition: FieldCondition, for entity: JSON) -> Bool {
        guard let text = entity[condition.key]?.string?.lowercased(),
            let operand = condition.operands.first?.string?.lowercased()
        else { return false }
        return switch condition.operator {
        case .equal, .isOneOf: text == operand
        case .contains: text.contains(operand)
        case .hasPrefix: text.hasPrefix(operand)
        default: false
        }
    }

    /// The error in the response to a condition; nil if there is none.
    private func failure(
        of condition: FieldCondition,
        _ property: CheckedProperty
    ) async -> (message: String, request: String)? {
        let comparison = Comparison(
            key: condition.key,
            operator: condition.operator,
            operands: condition.operands,
            isDeclared: true,
            matches: { _ in true }
        )
        let (isSaid, items) = context.conventions.query.filter.items(for: [comparison])
        guard isSaid == [true] else { return nil }
        let query = ServiceQuery.text(items)
        let answer = await context.ask(.list, query: query)
        let request = answer.request
        let words = "\(condition.operator.rawValue) on '\(property.key)'"
        guard answer.response != nil else { return nil }
        guard answer.isSuccess else {
            return (
                "the schema declares the filter \(words), but the service rejects it with \(answer.outcome)",
                request
            )
        }
        let found = (answer.plain?.array ?? []).filter {
            context.conventions.tombstone?.marks($0) != true
        }
        let wrong = found.filter {
            !holds(condition, for: $0, property) && !holdsLoosely(condition, for: $0)
        }
        if !wrong.isEmpty {
            let isIgnored = found.count >= entities.count
            let what = isIgnored ? "ignores it" : "returns entities that do not match"
            return ("the schema declares the filter \(words), but the service \(what)", request)
        }
        let expected = entities.first { holds(condition, for: $0, property) }
        guard found.isEmpty, expected != nil else { return nil }
        return (
            "the schema declares the filter \(words), but it finds no existing entity", request
        )
    }

    // MARK: - Orders

    private mutating func checkOrders() async {
        guard context.declared.query.sort?.isEmpty == false else { return }
        let candidates = context.comparable.filter { property in
            let values = entities.compactMap {
                FieldValue($0[property.key] ?? .null, of: property, in: context.model)
            }
            return property.isOrdered(in: context.model) && values.min() != values.max()
        }
        guard let property = candidates.first else {
            return results.leave("orders", "no two entities differ in a property with an order")
        }
        for isAscending in [true, false] {
            let order = [(key: property.key, isAscending: isAscending)]
            guard let items = context.conventions.query.items(ordering: order) else { continue }
            let query = ServiceQuery.text(items)
            let answer = await context.ask(.list, query: query)
            let key = isAscending ? "ascending" : "descending"
            let place = context.place("query", context.declared.hasOwn(key) ? key : "sort")
            let request = answer.request
            guard results.requireResponse(answer, for: "orders") else { return }
            guard answer.isSuccess else {
                results.differ(
                    at: place,
                    "the schema declares an order by '\(property.key)', but the service rejects it with \(answer.outcome)",
                    hint: "correct 'sort', or write 'sort: none'",
                    request
                )
                continue
            }
            let values = (answer.plain?.array ?? []).compactMap {
                FieldValue($0[property.key] ?? .null, of: property, in: context.model)
            }
            guard values != (isAscending ? values.sorted() : values.sorted(by: >)) else {
                results.confirm()
                continue
            }
            results.differ(
                at: place,
                "the service ignores the order by '\(property.key)', \(key)",
                hint: "correct '\(key)' or 'sort', or write 'sort: none'",
                request
            )
        }
    }

    // MARK: - Parts

    private mutating func checkParts() async {
        let query = context.declared.query
        guard let limit = query.limit, !limit.isEmpty,
            limit != context.declared.paging?.sizeParameter
        else { return }
        guard entities.count > 1 else {
            return results.leave("parts", "there are fewer than two entities")
        }
        var items = [(limit, "1")]
        let first = await context.ask(.list, query: ServiceQuery.text(items))
        let request = first.request
        guard results.requireResponse(first, for: "parts") else { return }
        guard first.isSuccess, let part = first.plain?.array, part.count <= 1 else {
            results.differ(
                at: context.place("query", "limit"),
                "the schema declares '\(limit)' as a limit, but the service ignores it",
                hint: "correct 'limit', or write 'limit: none'",
                request
            )
            return
        }
        results.confirm()
        guard let offset = query.offset, !offset.isEmpty else { return }
        items.append((offset, "1"))
        let second = await context.ask(.list, query: ServiceQuery.text(items))
        guard let other = second.plain?.array, other.first.flatMap(context.id) != nil,
            other.first.flatMap(context.id) == part.first.flatMap(context.id)
        else { return results.confirm() }
        results.differ(
            at: context.place("query", "offset"),
            "the schema declares '\(offset)' as an offset, but the service ignores it",
            hint: "correct 'offset', or write 'offset: none'",
            second.request
        )
    }
}

extension CheckedProperty {
    /// Whether all services order its values alike: numbers and dates, but not strings.
    fileprivate func isOrdered(in model: ServiceModel) -> Bool {
        if model.dateFormats(of: wire) != nil { return true }
        guard let primitive = model.primitive(of: type), wire == .own else { return false }
        return primitive.isInteger || [.double, .float, .decimal, .day, .date].contains(primitive)
    }
}

extension CheckedConventions {
    /// Whether the query declares how an order is written.
    fileprivate func hasOwn(_ key: String) -> Bool {
        (key == "ascending" ? query.ascending : query.descending) != nil
    }
}
