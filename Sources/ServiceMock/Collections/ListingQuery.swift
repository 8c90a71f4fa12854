import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// The query of a listing, parsed by the conventions of its service.
struct ListingQuery {
    /// The conditions, all of which hold.
    private(set) var conditions: [FieldCondition] = []
    /// The keys of the sort order.
    private(set) var orders: [(key: String, isAscending: Bool)] = []
    /// The maximum number; nil for all.
    private(set) var limit: Int?
    /// The number of skipped entities.
    private(set) var offset = 0
    /// The unknown parameters.
    private(set) var unknown: [String] = []

    private let collection: ServiceCollection
    private let model: ServiceModel
    private var properties: [String: CheckedProperty] = [:]

    /// Parses a query.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - collection: The collection.
    ///   - model: The schema.
    /// - Throws: `MockFailure` if a parameter is invalid.
    init(
        _ request: MockRequest,
        of collection: ServiceCollection,
        in model: ServiceModel
    ) throws(MockFailure) {
        self.collection = collection
        self.model = model
        for property in [collection.entity.identity] + collection.entity.properties {
            properties[property.key] = property
        }
        let dialect = collection.conventions.query
        var rest = request.items
        readOrder(&rest)
        let taken = PageCut.parameters(of: collection.conventions)
            .union(collection.conventions.parameters[.list].map { Set($0.keys) } ?? [])
            .union(collection.api?.query.map(\.name) ?? [])
            .union(collection.api?.authentication.queryNames ?? [])
        for item in rest where !taken.contains(item.name) {
            if item.name == dialect.limit {
                limit = try Self.number(item)
            } else if item.name == dialect.offset {
                offset = try Self.number(item)
            } else if try !readCondition(item) {
                unknown.append(item.name)
            }
        }
    }

    /// The matching entities, in order, without limit and offset.
    func selection(of records: [Record]) -> [Record] {
        var found = records
        if !conditions.isEmpty {
            found = found.filter { record in
                conditions.allSatisfy {
                    $0.holds(for: record.members, properties[$0.key], in: model)
                }
            }
        }
        guard !orders.isEmpty else { return found }
        let keyed = found.enumerated().map { index, record in
            (
                index: index, record: record,
                values: orders.map {
                    FieldValue(record.members[$0.key] ?? .null, of: properties[$0.key], in: model)
                }
            )
        }
        return keyed.sorted { first, second in
            for (position, order) in orders.enumerated() {
                switch (first.values[position], second.values[position]) {
                case (nil, nil): continue
                // Missing values sort first, or last if the greatest values do.
                case (nil, _): return order.isAscending
                case (_, nil): return !order.isAscending
                case (let one?, let other?):
                    if one == other { continue }
                    return (one < other) == order.isAscending
                }
            }
            return first.index < second.index
        }.map(\.record)
    }

    private static func number(_ item: QueryItem) throws(MockFailure) -> Int {
        guard let number = Int(item.value), number >= 0 else {
            throw MockFailure(
                status: 400,
                message:
                    "The parameter '\(item.name)' is not an integer of at least 0: '\(item.value)'."
            )
        }
        return number
    }

    // MARK: - Conditions

    /// Parses a condition; false if the parameter is none.
    private mutating func readCondition(_ item: QueryItem) throws(MockFailure) -> Bool {
        switch collection.conventions.query.filter {
        case .parameters(let templates):
            guard let condition = try condition(item, templates) else { return false }
            conditions.append(condition)
        case .document(let parameter):
            guard item.name == parameter else { return false }
            guard let members = Self.json(item.value)?.object else { throw Self.unreadable(item) }
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                guard properties[key] != nil else { throw Self.unreadable(item) }
                conditions += try Self.mongoConditions(key, value, item)
            }
        case .objects(let parameter):
            guard item.name == parameter else { return false }
            guard let elements = Self.json(item.value)?.array else { throw Self.unreadable(item) }
            for element in elements { conditions.append(try Self.objectCondition(element, item)) }
        }
        return true
    }

    private static func json(_ text: String) -> JSON? {
        try? JSON(jsonData: .init(text.utf8))
    }

    private static func unreadable(_ item: QueryItem) -> MockFailure {
        MockFailure(
            status: 400,
            message: "The conditions in '\(item.name)' are invalid: '\(item.value)'."
        )
    }

    private func condition(
        _ item: QueryItem,
        _ templates: [Comparison.Operator: String]
    ) throws(MockFailure) -> FieldCondition? {
        let patterns = templates.map { comparison, text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            return (
                comparison: comparison, name: TextPattern(parts[0], place: "{key}"),
                value: parts.count > 1 ? TextPattern(parts[1], place: "{value}") : nil
            )
        }
        // The pattern with the longest constant text fits best: `{key}` fits everything.
        let ordered = patterns.sorted { first, second in
            let counts = [first, second].map { pattern in
                (pattern.name.literalCount, pattern.value?.literalCount ?? 0)
            }
            return counts[0] > counts[1]
        }
        for pattern in ordered {
            guard let key = pattern.name.match(item.name), let property = properties[key] else {
                continue
            }
            var text = item.value
            if let value = pattern.value {
                guard let inner = value.match(text) else { continue }
                text = inner
            }
            if pattern.comparison == .isNull {
                return FieldCondition(key: key, operator: .isNull, operands: [])
            }
            let isList = pattern.comparison == .isOneOf
            let texts = isList ? text.split(separator: ",").map(String.init) : [text]
            let operands = texts.map { operand($0, of: property) }
            try checkOperands(operands, of: property, item)
            return FieldCondition(key: key, operator: pattern.comparison, operands: operands)
        }
        return nil
    }

    /// Rejects an invalid value in a comparison of numbers or dates.
    private func checkOperands(
        _ operands: [JSON],
        of property: CheckedProperty,
        _ item: QueryItem
    ) throws(MockFailure) {
        let type = CheckedType.nullable(property.type.leaf)
        let isOfType = operands.allSatisfy { operand in
            JSONCheck(model).findings(in: operand, as: type, property.wire, for: .response).isEmpty
        }
        guard !isOfType else { return }
        throw MockFailure(
            status: 400,
            message: "'\(item.value)' in '\(item.name)' is not a valid value of '\(property.key)'."
        )
    }

    /// A text as the value of the property; Kinto quotes strings.
    private func operand(_ text: String, of property: CheckedProperty) -> JSON {
        let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
        let plain = isQuoted ? String(text.dropFirst().dropLast()) : text
        return model.value(of: plain, as: property.type, property.wire)
    }

    private static let mongoOperators: [String: Comparison.Operator] = [
        "$lt": .less, "$lte": .lessOrEqual, "$gt": .greater, "$gte": .greaterOrEqual,
        "$in": .isOneOf, "$eq": .equal,
    ]

    private static func mongoConditions(
        _ key: String,
        _ value: JSON,
        _ item: QueryItem
    ) throws(MockFailure) -> [FieldCondition] {
        guard let members = value.object, members.keys.allSatisfy({ $0.hasPrefix("$") }) else {
            return [FieldCondition(key: key, operator: .equal, operands: [value])]
        }
        return try members.sorted { $0.key < $1.key }.map { name, operand throws(MockFailure) in
            guard let comparison = mongoOperators[name] else { throw unreadable(item) }
            let operands = comparison == .isOneOf ? operand.array ?? [] : [operand]
            return FieldCondition(key: key, operator: comparison, operands: operands)
        }
    }

    private static let objectOperators: [String: Comparison.Operator] = [
        "eq": .equal, "lt": .less, "le": .lessOrEqual, "gt": .greater, "ge": .greaterOrEqual,
        "in_": .isOneOf, "is_": .isNull,
    ]

    private static func objectCondition(
        _ element: JSON,
        _ item: QueryItem
    ) throws(MockFailure) -> FieldCondition {
        guard let key = element["name"]?.string,
            let comparison = element["op"]?.string.flatMap({ objectOperators[$0] })
        else { throw unreadable(item) }
        let value = element["val"] ?? .null
        let operands = comparison == .isOneOf ? value.array ?? [] : [value]
        return FieldCondition(key: key, operator: comparison, operands: operands)
    }

    // MARK: - Order

    /// Parses the sort order, and consumes its parameters.
    private mutating func readOrder(_ items: inout [QueryItem]) {
        let dialect = collection.conventions.query
        for (template, isAscending) in [(dialect.descending, false), (dialect.ascending, true)]
        where template.contains("=") {
            let parts = template.split(separator: "&").map {
                $0.split(separator: "=", maxSplits: 1).map(String.init)
            }
            let found = parts.compactMap { part -> (item: QueryItem, key: String)? in
                items.first { $0.name == part[0] }.flatMap { item in
                    let pattern = TextPattern(part.count > 1 ? part[1] : "", place: "{key}")
                    return pattern.match(item.value).map { (item, $0) }
                }
            }
            guard found.count == parts.count,
                let key = found.map(\.key).first(where: { !$0.isEmpty })
            else { continue }
            orders = [(key, isAscending)]
            items.removeAll { item in found.contains { $0.item == item } }
            return
        }
        guard let parameter = dialect.sort,
            let item = items.first(where: { $0.name == parameter })
        else { return }
        items.removeAll { $0.name == parameter }
        let patterns = [
            (TextPattern(dialect.descending, place: "{key}"), false),
            (TextPattern(dialect.ascending, place: "{key}"), true),
        ]
        orders = item.value.split(separator: ",").compactMap { text in
            for (pattern, isAscending) in patterns {
                if let key = pattern.match(String(text)), properties[key] != nil {
                    return (key, isAscending)
                }
            }
            unknown.append(parameter)
            return nil
        }
    }
}

extension CheckedAPI.Authentication {
    /// The query parameters that carry credentials.
    fileprivate var queryNames: [String] {
        switch self {
        case .query(let name): [name]
        case .all(let places): places.flatMap(\.queryNames)
        case .none, .bearer, .basic, .header, .cookie: []
        }
    }
}
