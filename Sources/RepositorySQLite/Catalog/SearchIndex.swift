import GRDB
import RepositoryLocal

/// The full-text index of a table, an FTS5 table that triggers keep up to date.
enum SearchIndex {
    /// Returns the name of the virtual table.
    static func name(_ table: Int64) -> String { "search_\(table)" }

    /// Creates the index of a column of words.
    ///
    /// The words are computed by `TextSearch` and separated by spaces, so the tokenizer only splits
    /// them again. Records with a pending deletion are not indexed.
    static func create(
        _ column: StoredColumn,
        of table: StoredTable,
        in database: Database
    ) throws(StorageError) {
        let (index, words) = (name(table.number), column.name)
        func isIn(_ row: String) -> String {
            "\(row).\(StoredTable.isVisible) AND \(row).\(words) NOT NULL"
        }
        let insertion = """
            INSERT INTO \(index) (rowid, \(words)) SELECT new.number, new.\(words)
            WHERE \(isIn("new"));
            """
        let removal = """
            INSERT INTO \(index) (\(index), rowid, \(words))
            SELECT 'delete', old.number, old.\(words) WHERE \(isIn("old"));
            """
        try database.alter(
            """
            CREATE VIRTUAL TABLE \(index) USING fts5 (
                \(words), content = \(table.name), content_rowid = number, tokenize = ascii
            );
            INSERT INTO \(index) (rowid, \(words)) SELECT number, \(words) FROM \(table.name)
            WHERE \(StoredTable.isVisible) AND \(words) NOT NULL;
            CREATE TRIGGER \(index)_inserted AFTER INSERT ON \(table.name) BEGIN \(insertion) END;
            CREATE TRIGGER \(index)_removed AFTER DELETE ON \(table.name) BEGIN \(removal) END;
            CREATE TRIGGER \(index)_updated AFTER UPDATE OF \(words), state ON \(table.name)
            WHEN old.\(words) IS NOT new.\(words) OR (\(isIn("old"))) <> (\(isIn("new")))
            BEGIN \(removal) \(insertion) END;
            """
        )
    }
}
