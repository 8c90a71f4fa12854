import GRDB
import RepositoryLocal

/// An index of several columns, which are encoded in its name instead of the catalog.
enum CompoundIndex {
    /// Returns the name of the index of some columns.
    static func name(_ table: Int64, _ columns: [StoredColumn]) -> String {
        (["compound_\(table)"] + columns.map(\.number)).joined(separator: "_")
    }

    /// Returns the names of all compound indexes in a file.
    static func names(in database: Database) throws(StorageError) -> [String] {
        let statement = try database.bound(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE 'compound\\_%' ESCAPE '\\'"
        )
        var names: [String] = []
        while try statement.step() { names.append(statement.text(0) ?? "") }
        return names
    }

    /// Returns the keys of the properties of each compound index of a table.
    static func keys(
        of names: [String],
        _ table: Int64,
        _ columns: [StoredColumn]
    ) -> [[String]] {
        names.compactMap { name in
            let parts = name.split(separator: "_").map(String.init)
            guard parts.count > 2, parts[0] == "compound", parts[1] == "\(table)" else {
                return nil
            }
            return parts.dropFirst(2).map { number in
                columns.first { $0.number == number }?.key ?? ""
            }
        }
    }
}

extension StoredColumn {
    /// The number of the column in the catalog, which is the prefix of its name.
    fileprivate var number: String {
        String(name.dropFirst().prefix { $0 != "_" })
    }
}
