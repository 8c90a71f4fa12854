import GRDB
import RepositoryLocal

/// An index of several columns; its name says of which, so that the catalog need not.
enum CompoundIndex {
    /// The name of the index of some columns.
    static func name(_ table: Int64, _ columns: [StoredColumn]) -> String {
        (["compound_\(table)"] + columns.map(\.number)).joined(separator: "_")
    }

    /// The names of all such indexes in a file.
    static func names(in database: Database) throws(StorageError) -> [String] {
        let statement = try database.bound(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE 'compound\\_%' ESCAPE '\\'"
        )
        var names: [String] = []
        while try statement.step() { names.append(statement.text(0) ?? "") }
        return names
    }

    /// The keys of the properties of those indexes that belong to a table.
    static func keys(
        of names: [String],
        _ table: Int64,
        _ columns: [StoredColumn]
    ) -> [[String]] {
        names.compactMap { name in
            let parts = name.split(separator: "_").map(String.init)
            guard parts.count > 2, parts[0] == "compound", parts[1] == "\(table)" else { return nil }
            return parts.dropFirst(2).map { number in
                columns.first { $0.number == number }?.key ?? ""
            }
        }
    }
}

extension StoredColumn {
    /// The number by which the catalog knows the column, with which its name begins.
    fileprivate var number: String {
        String(name.dropFirst().prefix { $0 != "_" })
    }
}
