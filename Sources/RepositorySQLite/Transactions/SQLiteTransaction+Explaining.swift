import Foundation
import GRDB
import RepositoryLocal

extension SQLiteTransaction {
    func explain(
        _ criteria: Criteria,
        in collection: String
    ) throws(StorageError) -> QueryExplanation {
        var explanation = QueryExplanation(
            scansAllRecords: false,
            filtersDocuments: false,
            sortsResult: false
        )
        guard let table = catalog[collection] else { return explanation }
        let compiled = try attempt { () throws(StorageError) in try compile(criteria, for: table) }
        explanation.filtersDocuments = !compiled.condition.isExact
        explanation.sortsResult = compiled.order == nil
        let sql = table.query(
            StoredTable.selection,
            where: compiled.condition.sql,
            " ORDER BY \(compiled.order ?? "number")"
        )
        // Not cached, because it is rarely repeated.
        let statement = try database.bound("EXPLAIN QUERY PLAN \(sql)", isCached: false)
        statement.bind(compiled.condition.operands)
        // With a limit, reading in the order of an index stops when there are enough rows.
        let isPart =
            criteria.limit != nil && compiled.order != nil && compiled.condition.isAlways
        while try statement.step() {
            let step = statement.text(3) ?? ""
            if step.hasPrefix("SEARCH ") {
                explanation.searched += table.keys(searchedBy: step)
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
