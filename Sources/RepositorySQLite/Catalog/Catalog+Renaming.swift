import GRDB
import RepositoryLocal

extension Catalog {
    /// Gives the table of a collection another name, in the place of one without records; a table without records makes
    /// room for the other one instead.
    mutating func rename(
        _ collection: String,
        to other: String,
        in database: Database
    ) throws(StorageError) {
        guard let table = self[collection] else { return }
        if let known = self[other] {
            let isEmpty = try known.isEmpty(in: database)
            if !isEmpty {
                guard try table.isEmpty(in: database) else { throw .renamingOntoRecords }
                return try remove(table, in: database)
            }
            try remove(known, in: database)
        }
        let naming = try database.bound(
            "UPDATE repogen_collections SET name = ? WHERE number = ?"
        )
        naming.bind(other, at: 1)
        naming.bind(table.number, at: 2)
        try naming.run()
        // The table itself keeps its name, which indexes of words know. So that other processes read the catalog anew,
        // SQLite has to see a change of its schema.
        try database.alter("CREATE VIEW repogen_renaming AS SELECT 1; DROP VIEW repogen_renaming")
        self[collection] = nil
        self[other] = StoredTable(
            number: table.number,
            collection: other,
            columns: table.columns,
            compoundIndexes: table.compoundIndexes,
            name: table.name
        )
    }

    /// Removes a collection with its table and indexes.
    private mutating func remove(
        _ table: StoredTable,
        in database: Database
    ) throws(StorageError) {
        for column in table.columns {
            if !column.searched.isEmpty {
                try SearchIndex.drop(of: table, in: database)
            } else if column.kind?.isOfElements == true {
                try ElementIndex.drop(column, of: table, in: database)
            }
        }
        try database.alter("DROP TABLE \(table.name)")
        for deletion in [
            "DELETE FROM repogen_columns WHERE collection = ?",
            "DELETE FROM repogen_collections WHERE number = ?",
        ] {
            let statement = try database.bound(deletion)
            statement.bind(table.number, at: 1)
            try statement.run()
        }
        self[table.collection] = nil
    }
}

extension StoredTable {
    /// Whether it has no record.
    fileprivate func isEmpty(in database: Database) throws(StorageError) -> Bool {
        try !database.bound("SELECT 1 FROM \(name) LIMIT 1", isCached: false).step()
    }

    /// The names of all such tables in a file, by the numbers of their collections.
    static func names(in database: Database) throws(StorageError) -> [Int64: String] {
        let statement = try database.bound(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'records\\_%' ESCAPE '\\'"
        )
        var names: [Int64: String] = [:]
        while try statement.step() {
            guard let name = statement.text(0) else { continue }
            let parts = name.split(separator: "_", maxSplits: 2)
            guard parts.count > 1, let number = Int64(parts[1]) else { continue }
            names[number] = "\"\(name)\""
        }
        return names
    }
}
