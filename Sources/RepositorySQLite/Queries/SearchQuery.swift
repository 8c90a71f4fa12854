import RepositoryLocal

/// A full-text search of a table by its index.
struct SearchQuery {
    private let query: TableQuery
    private let search: TextSearch
    private let filter: Condition
    /// The filter in SQL.
    private let condition: CompiledCondition

    /// Compiles a search.
    ///
    /// - Parameters:
    ///   - search: The words.
    ///   - filter: An additional condition.
    ///   - query: Queries the table.
    /// - Throws: `StorageError` if the table cannot be read.
    init(
        _ search: TextSearch,
        where filter: Condition,
        _ query: TableQuery
    ) throws(StorageError) {
        self.query = query
        self.search = search
        self.filter = filter
        self.condition = try query.compile(Criteria(filter: filter)).condition
    }

    func records(limit: Int) throws(StorageError) -> [StoredRecord] {
        let table = query.table
        let keys = Criteria(filter: filter).keys
        let index = SearchIndex.name(table.number)
        let sql = """
            SELECT \(StoredTable.selection) FROM \(index) \
            JOIN \(table.name) ON number = \(index).rowid \
            WHERE \(index) MATCH ? AND \(condition.sql ?? "1") ORDER BY rank, number
            """
        let statement = try query.bound(sql, for: condition)
        statement.bind(search.expression, at: 1)
        statement.bind(condition.operands, from: 2)
        var found: [StoredRecord] = []
        while found.count < limit, try statement.step() {
            let record = try statement.record(in: table.collection)
            guard !condition.isExact else {
                found.append(record)
                continue
            }
            let members = try query.members(of: record, keys)
            if filter.holds(for: .object(members)) { found.append(record) }
        }
        return found
    }
}

extension TextSearch {
    /// The search in FTS5's syntax: all words must match.
    fileprivate var expression: String {
        words.enumerated().map { index, word in
            "\"\(word)\"" + (isLastPrefix && index == words.count - 1 ? "*" : "")
        }.joined(separator: " AND ")
    }
}
