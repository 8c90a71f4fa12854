import RepositoryLocal

/// A condition on one array element, in SQL: it uses the tables of values found in elements.
///
/// It matches at least all records with a matching element. It may match more, because several
/// conditions on one element are evaluated separately.
struct ElementCondition {
    private let table: StoredTable
    /// The key of the entity's property.
    private let key: String
    private let contains: ColumnLook
    /// Maps the kind of a value to that of the column for it.
    private let kind: (IndexedProperty.Kind) -> IndexedProperty.Kind

    /// Creates a compiler.
    ///
    /// - Parameters:
    ///   - table: The table to query.
    ///   - key: The key of the property with the array, or with a value that contains it.
    ///   - contains: Whether a column has values that determine how it can be queried.
    ///   - kind: Maps the kind of an array to that of the column for it.
    init(
        _ table: StoredTable,
        _ key: String,
        _ contains: @escaping ColumnLook,
        _ kind: @escaping (IndexedProperty.Kind) -> IndexedProperty.Kind
    ) {
        self.table = table
        self.key = key
        self.contains = contains
        self.kind = kind
    }

    /// Compiles a condition on one element.
    func compile(_ condition: Condition) throws(StorageError) -> CompiledCondition {
        switch condition {
        case .comparison(let comparison): return try compile(comparison)
        case .all(let conditions):
            var all = CompiledCondition.always
            for condition in conditions { all = all && (try compile(condition)) }
            // Different elements may match different conditions.
            return conditions.count == 1 ? all : all.inexact
        case .any(let conditions):
            var any = CompiledCondition.never
            for condition in conditions { any = any || (try compile(condition)) }
            return any
        case .not: return .unknown
        }
    }

    private func compile(_ comparison: Comparison) throws(StorageError) -> CompiledCondition {
        func kind(of found: IndexedProperty.Kind) -> IndexedProperty.Kind {
            self.kind(.elements(.member(comparison.key, found)))
        }
        if let element = comparison.element {
            let inner = ElementCondition(table, key, contains) { kind(of: $0.at(comparison.path)) }
            return try inner.compile(element)
        }
        // An index of elements does not help with substring searches.
        guard ![.contains, .localizedStandardContains].contains(comparison.operator) else {
            return .unknown
        }
        for operands in comparison.columns {
            let form = operands.form
            guard let column = table.column(of: key, kind(of: form.kind)) else { continue }
            // Values that the column cannot represent may still match.
            guard try !contains(column, .outsiders(form.withoutRange)) else { return .unknown }
            let isEqual = [.equal, .isOneOf, .containsElement].contains(comparison.operator)
            let condition = CompiledCondition(
                comparison.operator,
                "value",
                operands,
                // Values beyond the range of the type are not valid.
                isExact: form.isExact && (isEqual || form.range == nil)
            )
            guard let sql = condition.sql else { return .unknown }
            return CompiledCondition(
                """
                number IN (SELECT number FROM \(ElementIndex.name(column, of: table)) \
                WHERE \(sql))
                """,
                condition.operands,
                isExact: condition.isExact,
                count: condition.count,
                // As much of the parser's stack as a few parentheses.
                depth: condition.depth + 4
            )
        }
        return .unknown
    }
}
