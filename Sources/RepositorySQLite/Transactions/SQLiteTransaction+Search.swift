import Foundation
import GRDB
import RepositoryLocal

extension SQLiteTransaction {
    func search(
        _ text: String,
        in keys: [String],
        of collection: String,
        where filter: Condition,
        limit: Int
    ) throws(StorageError) -> [StoredRecord] {
        let search = TextSearch(text)
        guard let table = catalog[collection], !search.words.isEmpty, limit > 0 else { return [] }
        guard let column = table.searchColumn, column.searched == keys else {
            return try searchDocuments(text, in: keys, of: collection, where: filter, limit: limit)
        }
        return try attempt { () throws(StorageError) in
            let condition = try compile(Criteria(filter: filter), for: table).condition
            let keys = Criteria(filter: filter).keys
            let index = SearchIndex.name(table.number)
            let sql = """
                SELECT \(StoredTable.selection) FROM \(index) \
                JOIN \(table.name) ON number = \(index).rowid \
                WHERE \(index) MATCH ? AND \(condition.sql ?? "1") ORDER BY rank, number
                """
            let statement = try database.bound(sql, isCached: condition.operands.count <= 6)
            statement.bind(search.expression, at: 1)
            statement.bind(condition.operands, from: 2)
            var found: [StoredRecord] = []
            while found.count < limit, try statement.step() {
                let record = try statement.record(in: collection)
                guard !condition.isExact else {
                    found.append(record)
                    continue
                }
                let members = try intact { () throws(StorageError) in try record.members(keys) }
                if filter.holds(for: .object(members)) { found.append(record) }
            }
            return found
        }
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
