import RepositoryLocal

extension TableQuery {
    /// Returns the records with the words of a search that match an additional condition, by the
    /// full-text index.
    func search(
        _ search: TextSearch,
        where filter: Condition,
        limit: Int
    ) throws(StorageError) -> [StoredRecord] {
        let condition = try compile(Criteria(filter: filter)).condition
        let keys = Criteria(filter: filter).keys
        let index = SearchIndex.name(table.number)
        let sql = """
            SELECT \(StoredTable.selection) FROM \(index) \
            JOIN \(table.name) ON number = \(index).rowid \
            WHERE \(index) MATCH ? AND \(condition.sql ?? "1") ORDER BY rank, number
            """
        let statement = try bound(sql, for: condition)
        statement.bind(search.expression, at: 1)
        statement.bind(condition.operands, from: 2)
        var found: [StoredRecord] = []
        while found.count < limit, try statement.step() {
            let record = try statement.record(in: table.collection)
            guard !condition.isExact else {
                found.append(record)
                continue
            }
            let members = try members(of: record, keys)
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
