import Foundation
import GRDB
import RepositoryLocal

/// Queries one table: the steps that criteria, aggregations and searches share.
struct TableQuery {
    let connection: BufferedConnection
    let table: StoredTable

    var database: Database { connection.database }

    func compile(_ criteria: Criteria) throws(StorageError) -> CompiledCriteria {
        try CompiledCriteria(criteria, for: table) { (column, content) throws(StorageError) in
            try has(content, column)
        }
    }

    /// Returns the number of records that match an exact condition.
    func count(_ condition: CompiledCondition) throws(StorageError) -> Int {
        // Count all rows by the pages of one index, and subtract the few hidden ones by another.
        let all = """
            SELECT (SELECT count(*) FROM \(table.name)) - \
            (SELECT count(*) FROM \(table.name) WHERE \(StoredTable.isHidden))
            """
        let statement = try bound(
            condition.isAlways ? all : table.query("count(*)", where: condition.sql, ""),
            for: condition
        )
        statement.bind(condition.operands)
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    /// Whether a column has certain values, determined at the ends of its index.
    func has(_ content: ColumnContent, _ column: StoredColumn) throws(StorageError) -> Bool {
        let conditions =
            switch content {
            case .nulls: ["\(column.name) IS NULL"]
            case .outsiders(let form):
                form.range.map { range in
                    [
                        "\(column.name) < \(range.lowerBound)",
                        "\(column.name) > \(range.upperBound)",
                    ]
                } ?? ["\(column.name) >= \(StoredColumn.misfit)"]
            }
        // One statement for both ends.
        let looks = conditions.map { "EXISTS (\(table.query("1", where: $0, "")))" }
        let statement = try database.bound("SELECT \(looks.joined(separator: " OR "))")
        return try statement.step() && statement.integer(0) != 0
    }

    /// Selects among visible records, row by row until the body has enough.
    func select(
        _ selection: String,
        _ condition: CompiledCondition,
        _ rest: String,
        _ body: (borrowing BoundStatement) throws(StorageError) -> Bool
    ) throws(StorageError) {
        let statement = try bound(
            table.query(selection, where: condition.sql, rest),
            for: condition
        )
        statement.bind(condition.operands)
        while try statement.step() {
            guard try body(statement) else { return }
        }
    }

    /// Prepares a statement with a condition, whose operands the caller binds.
    func bound(
        _ sql: String,
        for condition: CompiledCondition
    ) throws(StorageError) -> BoundStatement {
        // Large criteria rarely recur in the same form.
        try database.bound(sql, isCached: condition.operands.count <= 6)
    }

    // MARK: - Documents

    /// Returns properties of a stored record, possibly including its identity.
    func members(
        of record: StoredRecord,
        _ keys: Set<String>
    ) throws(StorageError) -> [String: JSON] {
        try intact { () throws(StorageError) in try record.members(keys) }
    }

    /// Returns properties of a stored document.
    func members(of document: Data, _ keys: Set<String>) throws(StorageError) -> [String: JSON] {
        try intact { () throws(StorageError) in
            try StoredDocument.members(of: document, keys: keys)
        }
    }

    /// Reports a malformed document as damage, since it was valid when it was stored.
    private func intact<Value>(
        _ body: () throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        do throws(StorageError) {
            return try body()
        } catch {
            throw .documentIsDamaged(error)
        }
    }
}
