import Foundation
import GRDB
import RepositoryLocal

extension SQLiteTransaction {
    func records(
        in collection: String,
        matching criteria: Criteria
    ) throws(StorageError) -> [StoredRecord] {
        guard let table = catalog[collection], criteria.limit != 0 else { return [] }
        return try attempt { () throws(StorageError) in
            let compiled = try compile(criteria, for: table)
            if compiled.condition.isExact, let order = compiled.order {
                return try part(of: criteria, compiled.condition, order, table)
            }
            return try remainder(of: criteria, compiled, table)
        }
    }

    func count(in collection: String, matching criteria: Criteria) throws(StorageError) -> Int {
        guard let table = catalog[collection], criteria.limit != 0 else { return 0 }
        var criteria = criteria
        criteria.order = []
        return try attempt { () throws(StorageError) in
            let condition = try compile(criteria, for: table).condition
            guard condition.isExact else {
                return try countInMemory(criteria, condition, table)
            }
            let count = try count(condition, table)
            return min(max(0, count - criteria.offset), criteria.limit ?? .max)
        }
    }

    // MARK: - Execution

    /// The database evaluates everything.
    private func part(
        of criteria: Criteria,
        _ condition: CompiledCondition,
        _ order: String,
        _ table: StoredTable
    ) throws(StorageError) -> [StoredRecord] {
        var records: [StoredRecord] = []
        try select(
            StoredTable.selection,
            condition.appending([
                .integer(Int64(criteria.limit ?? -1)), .integer(Int64(criteria.offset)),
            ]),
            " ORDER BY \(order) LIMIT ? OFFSET ?",
            table
        ) { (statement) throws(StorageError) in
            records.append(try statement.record(in: table.collection))
            return true
        }
        return records
    }

    /// Memory evaluates the condition, and possibly the order, on the records that the database
    /// finds.
    private func remainder(
        of criteria: Criteria,
        _ compiled: CompiledCriteria,
        _ table: StoredTable
    ) throws(StorageError) -> [StoredRecord] {
        let keys = criteria.keys
        let order = compiled.order
        var found: [(record: StoredRecord, members: [String: JSON])] = []
        // If the database sorts, later rows need not be read.
        let (end, overflows) = criteria.offset.addingReportingOverflow(criteria.limit ?? .max)
        let enough = order == nil || overflows ? Int.max : end
        try select(
            StoredTable.selection,
            compiled.condition,
            " ORDER BY \(order ?? "number")",
            table
        ) { (statement) throws(StorageError) in
            let record = try statement.record(in: table.collection)
            let members = try intact { () throws(StorageError) in try record.members(keys) }
            if compiled.condition.isExact || criteria.filter.holds(for: .object(members)) {
                found.append((record, order == nil ? members : [:]))
            }
            return found.count < enough
        }
        if order == nil {
            found = Order.sort(found, by: criteria.order) { pair, key in pair.members[key] }
        }
        return criteria.part(of: found.map(\.record))
    }

    private func countInMemory(
        _ criteria: Criteria,
        _ condition: CompiledCondition,
        _ table: StoredTable
    ) throws(StorageError) -> Int {
        let keys = criteria.keys
        var count = 0
        try select(StoredTable.selection, condition, "", table) { (row) throws(StorageError) in
            let record = try row.record(in: table.collection)
            let members = try intact { () throws(StorageError) in try record.members(keys) }
            if criteria.filter.holds(for: .object(members)) { count += 1 }
            return true
        }
        return min(max(0, count - criteria.offset), criteria.limit ?? .max)
    }

    // MARK: - Steps

    /// Returns the number of records that match an exact condition.
    func count(
        _ condition: CompiledCondition,
        _ table: StoredTable
    ) throws(StorageError) -> Int {
        // Count all rows by the pages of one index, and subtract the few hidden ones by another.
        let all = """
            SELECT (SELECT count(*) FROM \(table.name)) - \
            (SELECT count(*) FROM \(table.name) WHERE \(StoredTable.isHidden))
            """
        let statement = try database.bound(
            condition.isAlways ? all : table.query("count(*)", where: condition.sql, ""),
            isCached: condition.operands.count <= 6
        )
        statement.bind(condition.operands)
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    /// Reads a document that was stored, and reports a malformed one as damage.
    func intact<Value>(_ body: () throws(StorageError) -> Value) throws(StorageError) -> Value {
        do throws(StorageError) {
            return try body()
        } catch {
            throw .documentIsDamaged(error)
        }
    }

    func members(
        of document: Data,
        _ keys: Set<String>
    ) throws(StorageError) -> [String: JSON] {
        try intact { () throws(StorageError) in
            try StoredDocument.members(of: document, keys: keys)
        }
    }

    func compile(
        _ criteria: Criteria,
        for table: StoredTable
    ) throws(StorageError) -> CompiledCriteria {
        try CompiledCriteria(criteria, for: table) { (column, content) throws(StorageError) in
            try self.has(content, column, in: table)
        }
    }

    /// Whether a column has certain values, determined at the ends of its index.
    func has(
        _ content: ColumnContent,
        _ column: StoredColumn,
        in table: StoredTable
    ) throws(StorageError) -> Bool {
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
        _ table: StoredTable,
        _ body: (borrowing BoundStatement) throws(StorageError) -> Bool
    ) throws(StorageError) {
        let sql = table.query(selection, where: condition.sql, rest)
        // Large criteria rarely recur in the same form.
        let statement = try database.bound(sql, isCached: condition.operands.count <= 6)
        statement.bind(condition.operands)
        while try statement.step() {
            guard try body(statement) else { return }
        }
    }
}
