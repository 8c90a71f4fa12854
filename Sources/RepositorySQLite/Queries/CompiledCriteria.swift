import RepositoryLocal

/// Checks whether a column has certain values.
typealias ColumnLook = (StoredColumn, ColumnContent) throws(StorageError) -> Bool

/// Values of a column that determine how it can be queried.
enum ColumnContent {
    /// Values outside of a form.
    case outsiders(ColumnForm)
    /// NULL.
    case nulls
}

/// Criteria in SQL, to the extent that the database gives the same result as memory.
///
/// The database finds all matching records, possibly more. In that case, the documents are filtered
/// in memory.
struct CompiledCriteria {
    /// The condition.
    let condition: CompiledCondition
    /// The order; nil if memory must sort.
    let order: String?

    /// The maximum number of comparisons in a query; SQLite limits the depth of expressions.
    private static let maximumCount = 400
    /// The maximum nesting depth of conditions, and of parentheses.
    ///
    /// In some versions of SQLite, the stack of the parser has 100 entries. Each parenthesis needs
    /// two or three of them.
    private static let maximumDepth = 20
    /// The maximum number of operands of a query; SQLite's limit is 32,766.
    private static let maximumOperandCount = 20_000

    /// Compiles criteria.
    ///
    /// - Parameters:
    ///   - criteria: The criteria.
    ///   - table: The table to query.
    ///   - contains: Whether a column has values that determine how it can be queried.
    /// - Throws: `StorageError` if that cannot be determined.
    init(
        _ criteria: Criteria,
        for table: StoredTable,
        contains: @escaping ColumnLook
    ) throws(StorageError) {
        let condition = try CompiledCriteria.compile(
            criteria.filter,
            table,
            depth: 0,
            contains
        )
        let isSmall =
            condition.count <= CompiledCriteria.maximumCount
            && condition.depth <= CompiledCriteria.maximumDepth
            && condition.operands.count <= CompiledCriteria.maximumOperandCount
        self.condition = isSmall ? condition : .unknown
        var terms: [String] = []
        for order in criteria.order {
            if order.key == Criteria.recordIdentityKey {
                terms.append("id \(order.isAscending ? "ASC" : "DESC")")
                continue
            }
            guard let form = order.form, form.isExact,
                let column = table.column(of: order.key, form.kind),
                try !contains(column, .outsiders(form))
            else {
                self.order = nil
                return
            }
            terms.append("\(column.name) \(order.isAscending ? "ASC" : "DESC")")
        }
        self.order = (terms + ["number"]).joined(separator: ", ")
    }

    private static func compile(
        _ predicate: Condition,
        _ table: StoredTable,
        depth: Int,
        _ contains: @escaping ColumnLook
    ) throws(StorageError) -> CompiledCondition {
        guard depth < maximumDepth else { return .unknown }
        switch predicate {
        case .comparison(let comparison):
            return try compile(comparison, table, contains)
        case .not(let inner):
            return try !compile(inner, table, depth: depth + 1, contains)
        case .all(let predicates):
            var all = CompiledCondition.always
            for predicate in predicates {
                all = all && (try compile(predicate, table, depth: depth + 1, contains))
                guard all.count <= maximumCount else { return .unknown }
            }
            return all
        case .any(let predicates):
            var any = CompiledCondition.never
            for predicate in predicates {
                any = any || (try compile(predicate, table, depth: depth + 1, contains))
                guard any.count <= maximumCount else { return .unknown }
            }
            return any
        }
    }

    private static func compile(
        _ comparison: Comparison,
        _ table: StoredTable,
        _ contains: @escaping ColumnLook
    ) throws(StorageError) -> CompiledCondition {
        if comparison.key == Criteria.recordIdentityKey,
            let operands = comparison.columns.first
        {
            // A UUID in mixed case may be equal, too.
            if comparison.operator == .isRelated, let column = table.identityColumn,
                try contains(column, .outsiders(.identity))
            {
                return .unknown
            }
            return CompiledCondition(comparison.operator, "id", operands, isExact: true)
        }
        if let column = table.identityColumn, column.key == comparison.key,
            let ids = comparison.identities, try !contains(column, .outsiders(.identity))
        {
            let marks = ids.map { _ in "?" }.joined(separator: ", ")
            return CompiledCondition("id IN (\(marks))", ids.map { .text($0) }, isExact: false)
        }
        if let element = comparison.element {
            let elements = ElementCondition(table, comparison.key, contains) {
                $0.at(comparison.path)
            }
            return try elements.compile(element)
        }
        if comparison.operator == .isNull || comparison.operator == .hasNoValue {
            guard let column = table.column(of: comparison.key, at: comparison.path) else {
                return .unknown
            }
            if comparison.operator == .hasNoValue {
                // A misfit is not null, but may still be a value of the property.
                guard let form = comparison.columns.first?.form, form.isExact,
                    form.kind == column.kind, try !contains(column, .outsiders(form))
                else { return .unknown }
            }
            // Otherwise an index would not be searched for values that may be null, too.
            guard try contains(column, .nulls) else { return .never }
            return CompiledCondition("\(column.name) IS NULL", isExact: true)
        }
        guard let (column, operands) = table.column(for: comparison),
            // Values that a column cannot represent may still match.
            try !contains(column, .outsiders(operands.form.withoutRange))
        else { return .unknown }
        let isExact: Bool
        if operands.form.isExact {
            isExact = try !contains(column, .outsiders(operands.form))
        } else {
            isExact = false
        }
        if column.kind?.isOfElements == true {
            let marks = operands.values.map { _ in "?" }.joined(separator: ", ")
            return CompiledCondition(
                """
                number IN (SELECT number FROM \(ElementIndex.name(column, of: table)) \
                WHERE value IN (\(marks)))
                """,
                operands.values,
                isExact: isExact
            )
        }
        return CompiledCondition(comparison.operator, column.name, operands, isExact: isExact)
    }
}

extension StoredTable {
    /// Returns the column of the compared value, with the operands in its representation; nil if
    /// there is none.
    fileprivate func column(for comparison: Comparison) -> (StoredColumn, ColumnOperands)? {
        for operands in comparison.columns {
            if let column = column(of: comparison.key, operands.form.kind) {
                return (column, operands)
            }
        }
        return nil
    }
}

extension Comparison {
    /// The identities of the records that match a comparison with the identity.
    ///
    /// Nil if it is another comparison, or if other bytes may be equal, too.
    fileprivate var identities: [String]? {
        guard [.equal, .isOneOf].contains(self.operator), let form = columns.first?.form,
            form.isExact
        else { return nil }
        var identities: [String] = []
        for operand in operands {
            switch (form.kind, operand) {
            case (.text, .string(let text)):
                guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
                identities.append(text)
            case (.uuid, .string(let text)):
                identities += [text.uppercased(), text.lowercased()]
            case (.integer, .number(let number)):
                guard let integer = number.integer(Int64.self) else { return nil }
                identities.append("\(integer)")
            default: return nil
            }
        }
        return identities
    }
}

extension CompiledCondition {
    /// Compiles a comparison.
    init(
        _ operator: Comparison.Operator,
        _ column: String,
        _ operands: ColumnOperands,
        isExact: Bool
    ) {
        let values = operands.values
        // Values that are equal in a column may be less or greater in the document.
        let isStrict = operands.form.isExact
        switch `operator` {
        case .equal: self.init("\(column) = ?", values, isExact: isExact)
        case .less: self.init("\(column) \(isStrict ? "<" : "<=") ?", values, isExact: isExact)
        case .lessOrEqual: self.init("\(column) <= ?", values, isExact: isExact)
        case .greater: self.init("\(column) \(isStrict ? ">" : ">=") ?", values, isExact: isExact)
        case .greaterOrEqual: self.init("\(column) >= ?", values, isExact: isExact)
        case .isOneOf, .isRelated, .containsElement:
            let marks = values.map { _ in "?" }.joined(separator: ", ")
            self.init("\(column) IN (\(marks))", values, isExact: isExact)
        case .contains, .localizedStandardContains:
            self.init("\(column) IS NOT NULL", isExact: false)
        case .hasPrefix:
            // A text with the prefix does not sort before it.
            self.init("\(column) >= ?", values, isExact: false)
            if case .text(let prefix)? = values.first, let next = prefix.successorOfPrefix {
                self = self && CompiledCondition("\(column) < ?", [.text(next)], isExact: false)
            }
        case .isNull, .hasNoValue, .hasElement: self = .unknown
        }
    }
}

extension String {
    /// The least text after all those with this prefix; nil if unknown.
    fileprivate var successorOfPrefix: String? {
        // Scalars below U+0300 neither combine with others nor are equivalent to them.
        guard unicodeScalars.allSatisfy({ $0.value < 0x2FF }), let last = unicodeScalars.last,
            let next = Unicode.Scalar(last.value + 1)
        else { return nil }
        return String(String.UnicodeScalarView(unicodeScalars.dropLast() + [next]))
    }
}
