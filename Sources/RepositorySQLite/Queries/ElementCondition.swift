import RepositoryLocal

/// A condition on one element of a list of values, in SQL: of the tables in which columns keep what is found in
/// the elements.
///
/// It holds for a record where the condition does for one of its elements, or oftener: several conditions on one
/// element are each decided for themselves.
struct ElementCondition {
    private let table: StoredTable
    /// The key of the property of the entity.
    private let key: String
    private let contains: ColumnLook
    /// The kind of the columns that hold something of the elements.
    private let kind: (IndexedProperty.Kind) -> IndexedProperty.Kind

    /// Creates a compiler.
    ///
    /// - Parameters:
    ///   - table: The table that is asked.
    ///   - key: The key of the property that has the list, or a value with the list.
    ///   - contains: Whether a column has values that matter to how it is asked.
    ///   - kind: The kind of the columns for lists of a kind.
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
            // One element may satisfy one of them, and another element another one.
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
        // No index of elements tells which texts contain another one.
        guard ![.contains, .localizedStandardContains].contains(comparison.operator) else {
            return .unknown
        }
        for operands in comparison.columns {
            let form = operands.form
            guard let column = table.column(of: key, kind(of: form.kind)) else { continue }
            // Values that the column cannot hold may still be what is asked for.
            guard try !contains(column, .outsiders(form.withoutRange)) else { return .unknown }
            let marks = operands.values.map { _ in "?" }.joined(separator: ", ")
            let isEqual = [.equal, .isOneOf, .containsElement].contains(comparison.operator)
            let condition =
                comparison.operator == .containsElement
                ? CompiledCondition("value IN (\(marks))", operands.values, isExact: form.isExact)
                : CompiledCondition(
                    comparison.operator,
                    "value",
                    operands,
                    // What is beyond the range of the type is no value of it.
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
                count: condition.count
            )
        }
        return .unknown
    }
}
