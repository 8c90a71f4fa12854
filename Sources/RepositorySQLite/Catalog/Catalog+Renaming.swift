import GRDB
import RepositoryLocal

extension Catalog {
    /// Renames the table of a collection and replaces an empty table of that name; or removes the
    /// table if it is the empty one.
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
        // A temporary view changes the schema, so that other processes reload the catalog.
        try database.alter("CREATE VIEW repogen_renaming AS SELECT 1; DROP VIEW repogen_renaming")
        self[collection] = nil
        self[other] = StoredTable(
            number: table.number,
            collection: other,
            columns: table.columns,
            compoundIndexes: table.compoundIndexes
        )
    }

    /// Removes a collection with its table and indexes.
    private mutating func remove(
        _ table: StoredTable,
        in database: Database
    ) throws(StorageError) {
        for column in table.columns { try column.dropIndexes(of: table, in: database) }
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
    /// Whether it has no records.
    fileprivate func isEmpty(in database: Database) throws(StorageError) -> Bool {
        try !database.bound("SELECT 1 FROM \(name) LIMIT 1", isCached: false).step()
    }
}
