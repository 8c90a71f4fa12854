import RepositoryLocal

/// The records of a table that match criteria.
///
/// The database evaluates what it can; memory filters and sorts the rest.
struct CriteriaQuery {
    private let query: TableQuery
    private let criteria: Criteria
    private let compiled: CompiledCriteria

    /// Compiles criteria.
    ///
    /// - Parameters:
    ///   - criteria: The criteria.
    ///   - query: Queries the table.
    /// - Throws: `StorageError` if the table cannot be read.
    init(_ criteria: Criteria, _ query: TableQuery) throws(StorageError) {
        self.query = query
        self.criteria = criteria
        self.compiled = try query.compile(criteria)
    }

    private var condition: CompiledCondition { compiled.condition }

    func records() throws(StorageError) -> [StoredRecord] {
        if condition.isExact, let order = compiled.order { return try part(order) }
        return try remainder()
    }

    /// Returns the number of records, limit and offset included.
    func count() throws(StorageError) -> Int {
        let count = condition.isExact ? try query.count(condition) : try countInMemory()
        return min(max(0, count - criteria.offset), criteria.limit ?? .max)
    }

    /// The database evaluates everything.
    private func part(_ order: String) throws(StorageError) -> [StoredRecord] {
        var records: [StoredRecord] = []
        try query.select(
            StoredTable.selection,
            condition.appending([
                .integer(Int64(criteria.limit ?? -1)), .integer(Int64(criteria.offset)),
            ]),
            " ORDER BY \(order) LIMIT ? OFFSET ?"
        ) { (statement) throws(StorageError) in
            records.append(try statement.record(in: query.table.collection))
            return true
        }
        return records
    }

    /// Memory evaluates the condition, and possibly the order, on the records that the database
    /// finds.
    private func remainder() throws(StorageError) -> [StoredRecord] {
        let keys = criteria.keys
        let order = compiled.order
        var found: [(record: StoredRecord, members: [String: JSON])] = []
        // If the database sorts, later rows need not be read.
        let (end, overflows) = criteria.offset.addingReportingOverflow(criteria.limit ?? .max)
        let enough = order == nil || overflows ? Int.max : end
        try query.select(
            StoredTable.selection,
            condition,
            " ORDER BY \(order ?? "number")"
        ) { (statement) throws(StorageError) in
            let record = try statement.record(in: query.table.collection)
            let members = try query.members(of: record, keys)
            if condition.isExact || criteria.filter.holds(for: .object(members)) {
                found.append((record, order == nil ? members : [:]))
            }
            return found.count < enough
        }
        if order == nil {
            found = Order.sort(found, by: criteria.order) { pair, key in pair.members[key] }
        }
        return criteria.part(of: found.map(\.record))
    }

    private func countInMemory() throws(StorageError) -> Int {
        let keys = criteria.keys
        var count = 0
        try query.select(StoredTable.selection, condition, "") { (row) throws(StorageError) in
            let record = try row.record(in: query.table.collection)
            let members = try query.members(of: record, keys)
            if criteria.filter.holds(for: .object(members)) { count += 1 }
            return true
        }
        return count
    }

    // MARK: - Explanation

    /// Explains what the database and memory evaluate, by SQLite's plan of the query.
    func explain() throws(StorageError) -> QueryExplanation {
        var explanation = QueryExplanation(
            scansAllRecords: false,
            filtersDocuments: !condition.isExact,
            sortsResult: compiled.order == nil
        )
        let sql = query.table.query(
            StoredTable.selection,
            where: condition.sql,
            " ORDER BY \(compiled.order ?? "number")"
        )
        // Not cached, because it is rarely repeated.
        let statement = try query.database.bound("EXPLAIN QUERY PLAN \(sql)", isCached: false)
        statement.bind(condition.operands)
        // With a limit, reading in the order of an index stops when there are enough rows.
        let isPart =
            criteria.limit != nil && compiled.order != nil && condition.isAlways
        while try statement.step() {
            let step = statement.text(3) ?? ""
            if step.hasPrefix("SEARCH ") {
                explanation.searched += query.table.keys(searchedBy: step)
                    .filter { !explanation.searched.contains($0) }
            } else if step.hasPrefix("SCAN ") {
                explanation.scansAllRecords = !isPart
            } else if step.hasPrefix("USE TEMP B-TREE") {
                explanation.sortsResult = true
            }
        }
        return explanation
    }
}

extension StoredTable {
    /// Returns the keys of the properties whose index a step of a query plan searches.
    fileprivate func keys(searchedBy step: String) -> [String] {
        let words = step.split(separator: " ")
        if let column = columns.first(where: { ElementIndex.name($0, of: self) == words[1] }) {
            return [column.title]
        }
        guard let place = words.firstIndex(of: "INDEX"), words.indices.contains(place + 1) else {
            return []
        }
        let index = String(words[place + 1])
        if index.hasPrefix("sqlite_autoindex_") { return [identityColumn?.key ?? "id"] }
        if let keys = CompoundIndex.keys(of: [index], number, columns).first { return keys }
        return columns.filter { $0.indexName(in: self) == index }.map(\.title)
    }
}
