import GRDB
import RepositoryLocal

/// The index of array elements: a table with a row for each element of each record, kept up to date
/// by triggers.
enum ElementIndex {
    /// Returns the name of the table.
    static func name(_ column: StoredColumn, of table: StoredTable) -> String {
        "elements_\(table.number)_\(column.name)"
    }

    /// Creates the table of a column.
    static func create(
        _ column: StoredColumn,
        of table: StoredTable,
        in database: Database
    ) throws(StorageError) {
        let (index, list) = (name(column, of: table), column.name)
        func elements(_ row: String) -> String {
            // Misfits are not of type text.
            "json_each(CASE typeof(\(row)\(list)) WHEN 'text' THEN \(row)\(list) ELSE '[]' END)"
        }
        func insertion(_ row: String, from source: String) -> String {
            """
            INSERT INTO \(index) SELECT DISTINCT value COLLATE \(TextCollation.name), \(row)number
            FROM \(source)\(elements(row));
            """
        }
        let removal = """
            DELETE FROM \(index) WHERE number = old.number
            AND value IN (SELECT value FROM \(elements("old.")));
            """
        try database.alter(
            """
            CREATE TABLE \(index) (value COLLATE \(TextCollation.name), number INTEGER);
            CREATE INDEX \(index)_value ON \(index) (value, number);
            \(insertion("\(table.name).", from: "\(table.name), "))
            CREATE TRIGGER \(index)_inserted AFTER INSERT ON \(table.name)
            BEGIN \(insertion("new.", from: "")) END;
            CREATE TRIGGER \(index)_removed AFTER DELETE ON \(table.name) BEGIN \(removal) END;
            CREATE TRIGGER \(index)_updated AFTER UPDATE OF \(list) ON \(table.name)
            WHEN old.\(list) IS NOT new.\(list)
            BEGIN \(removal) \(insertion("new.", from: "")) END;
            CREATE INDEX \(column.indexName(in: table)) ON \(table.name) (\(list))
            WHERE \(StoredTable.isVisible) AND \(list) >= \(StoredColumn.misfit)
            """
        )
    }
}
