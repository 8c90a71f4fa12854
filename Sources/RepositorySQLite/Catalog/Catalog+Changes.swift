import Foundation
import GRDB
import RepositoryLocal

extension Catalog {
    /// Creates the table of a collection, if it has none.
    mutating func table(
        of collection: String,
        in database: Database
    ) throws(StorageError) -> StoredTable {
        if let table = self[collection] { return table }
        let insertion = try database.bound("INSERT INTO repogen_collections (name) VALUES (?)")
        insertion.bind(collection, at: 1)
        try insertion.run()
        let table = StoredTable(
            number: database.lastInsertedRowID,
            collection: collection,
            columns: []
        )
        // For a replaced column with NOT NULL, SQLite would keep a journal for each statement with
        // several rows. The index of states, the smallest one, counts all rows.
        try database.alter(
            """
            CREATE TABLE \(table.name) (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                document TEXT,
                base BLOB,
                tag TEXT,
                state INTEGER,
                confirmed REAL
            );
            CREATE INDEX state_of_\(table.number) ON \(table.name) (state)
            """
        )
        self[collection] = table
        return table
    }

    /// Whether a collection is up to date with its schema.
    func fits(_ schema: EntitySchema) -> Bool {
        guard let table = self[schema.name] else { return false }
        return versions.fit(schema)
            && Set(table.columns.map(\.signature)) == Set(schema.columns.map(\.signature))
            && table.columns.count == schema.columns.count
            && Set(table.compoundIndexes) == Set(schema.wantedIndexes)
    }

    /// Adapts the columns of a collection to its schema, and fills new ones.
    ///
    /// Returns the changes.
    mutating func prepare(
        _ schema: EntitySchema,
        in database: Database
    ) throws(StorageError) -> OpeningReport.Collection {
        var change = OpeningReport.Collection(name: schema.name)
        change.isCreated = self[schema.name] == nil
        try versions.raise(to: schema, in: database)
        let table = try table(of: schema.name, in: database)
        let wanted = schema.columns
        let kept = table.columns.filter { column in
            wanted.contains { $0.signature == column.signature }
        }
        let gone = table.columns.filter { !kept.contains($0) }
        let goneKeys = Set(gone.map(\.key))
        let indexes = table.compoundIndexes.filter { keys in
            schema.wantedIndexes.contains(keys) && goneKeys.isDisjoint(with: keys)
        }
        for keys in table.compoundIndexes where !indexes.contains(keys) {
            let name = CompoundIndex.name(table.number, table.columns(of: keys))
            try database.alter("DROP INDEX \"\(name)\"")
            change.droppedIndexes.append(.compound(keys))
        }
        change.droppedIndexes += gone.compactMap(\.index)
        for column in gone { try drop(column, of: table, in: database) }
        var new: [StoredColumn] = []
        for property in wanted where !kept.contains(where: { $0.signature == property.signature }) {
            new.append(try add(property, to: table, in: database))
        }
        let prepared = StoredTable(
            number: table.number,
            collection: table.collection,
            columns: kept + new,
            compoundIndexes: schema.wantedIndexes
        )
        self[schema.name] = prepared
        change.madeIndexes += new.compactMap(\.index)
        if !new.isEmpty { try fill(new, of: table, in: database) }
        // Sorting once at the end is faster than row by row.
        for column in new {
            guard column.searched.isEmpty else {
                try SearchIndex.create(column, of: table, in: database)
                continue
            }
            guard column.kind?.isOfElements != true else {
                try ElementIndex.create(column, of: table, in: database)
                continue
            }
            // With the state, which every query contains, aggregates need not read the table. It
            // comes after the number, which keeps equal values in order. An index of an earlier
            // version without the two is kept.
            let (columns, condition) =
                column.isOfIdentity
                ? (column.name, " AND \(column.name) NOT NULL")
                : ("\(column.name), number, state", "")
            try database.alter(
                """
                CREATE INDEX \(column.indexName(in: table)) ON \(table.name) (\(columns)) \
                WHERE \(StoredTable.isVisible)\(condition)
                """
            )
        }
        for keys in schema.wantedIndexes where !indexes.contains(keys) {
            let columns = prepared.columns(of: keys)
            let name = CompoundIndex.name(table.number, columns)
            try database.alter(
                """
                CREATE INDEX "\(name)" ON \(table.name) \
                (\(columns.map(\.name).joined(separator: ", "))) WHERE \(StoredTable.isVisible)
                """
            )
            change.madeIndexes.append(.compound(keys))
        }
        return change
    }

    private func drop(
        _ column: StoredColumn,
        of table: StoredTable,
        in database: Database
    ) throws(StorageError) {
        try column.dropIndexes(of: table, in: database)
        try database.alter("ALTER TABLE \(table.name) DROP COLUMN \(column.name)")
        let deletion = try database.bound(
            "DELETE FROM repogen_columns WHERE collection = ? AND name = ?"
        )
        deletion.bind(table.number, at: 1)
        deletion.bind(column.name, at: 2)
        try deletion.run()
    }

    private func add(
        _ declared: StoredColumn,
        to table: StoredTable,
        in database: Database
    ) throws(StorageError) -> StoredColumn {
        let insertion = try database.bound(
            "INSERT INTO repogen_columns (collection, key, kind, name) VALUES (?, ?, ?, '')"
        )
        insertion.bind(table.number, at: 1)
        insertion.bind(declared.key, at: 2)
        insertion.bind(declared.catalogText, at: 3)
        try insertion.run()
        let number = database.lastInsertedRowID
        var column = declared
        column.name = "p\(number)_\(StoredTable.plain(declared.key))"
        let naming = try database.bound("UPDATE repogen_columns SET name = ? WHERE number = ?")
        naming.bind(column.name, at: 1)
        naming.bind(number, at: 2)
        try naming.run()
        let definition = column.kind?.definition(column.name) ?? column.name
        try database.alter("ALTER TABLE \(table.name) ADD COLUMN \(definition)")
        return column
    }

    /// Fills new columns from the existing documents.
    private func fill(
        _ columns: [StoredColumn],
        of table: StoredTable,
        in database: Database
    ) throws(StorageError) {
        let filled = StoredTable(
            number: table.number,
            collection: table.collection,
            columns: columns
        )
        let assignments = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
        let reading = try database.bound("SELECT number, document, id FROM \(table.name)")
        let writing = try database.bound(
            "UPDATE \(table.name) SET \(assignments) WHERE number = ?"
        )
        while try reading.step() {
            // A damaged document must not prevent access to the others.
            let cells =
                (try? filled.cells(of: reading.data(1) ?? Data(), id: reading.text(2) ?? ""))
                ?? filled.emptyCells
            for (index, cell) in cells.enumerated() { writing.bind(cell, at: index + 1) }
            writing.bind(reading.integer(0), at: columns.count + 1)
            try writing.run()
        }
    }
}

extension EntitySchema {
    /// The columns: one for each indexed property, for the identity, and for the searched words.
    fileprivate var columns: [StoredColumn] {
        var known: Set<[String]> = []
        let words = JSON.array(searched.map { .string($0) }).description
        return indexed.filter { known.insert([$0.key] + $0.kind.names).inserted }
            .map { StoredColumn(key: $0.key, catalogText: $0.kind.catalogText) }
            + [StoredColumn(key: identityKey, catalogText: StoredColumn.identityText)]
            + (searched.isEmpty
                ? [] : [StoredColumn(key: words, catalogText: StoredColumn.wordsText)])
    }

    /// The compound indexes whose columns all exist.
    fileprivate var wantedIndexes: [[String]] {
        let keys = Set(indexed.filter { $0.kind.path.isEmpty }.map(\.key))
        return compoundIndexes.reduce(into: []) { indexes, index in
            if index.count > 1, keys.isSuperset(of: index), !indexes.contains(index) {
                indexes.append(index)
            }
        }
    }
}

extension StoredTable {
    /// Returns the columns of some properties.
    fileprivate func columns(of keys: [String]) -> [StoredColumn] {
        keys.compactMap { column(of: $0) }
    }
}

extension StoredColumn {
    func indexName(in table: StoredTable) -> String {
        "records_\(table.number)_\(name)"
    }

    /// Removes its indexes, of whatever kind: another version of the library may have created them.
    func dropIndexes(of table: StoredTable, in database: Database) throws(StorageError) {
        var tables = [ElementIndex.name(self, of: table)]
        if catalogText.hasPrefix("words") { tables.append(SearchIndex.name(table.number)) }
        for name in tables {
            try database.alter(
                """
                DROP TRIGGER IF EXISTS \(name)_inserted; DROP TRIGGER IF EXISTS \(name)_removed;
                DROP TRIGGER IF EXISTS \(name)_updated; DROP TABLE IF EXISTS \(name)
                """
            )
        }
        try database.alter("DROP INDEX IF EXISTS \(indexName(in: table))")
    }

    /// The index of a column, for reports; nil for that of the identity, which every collection
    /// has.
    fileprivate var index: OpeningReport.Index? {
        if isOfIdentity { return nil }
        return searched.isEmpty ? .property(title) : .words(searched)
    }
}
