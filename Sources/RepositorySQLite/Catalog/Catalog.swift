import GRDB
import RepositoryLocal

/// The tables of a file, for one version of its schema.
struct Catalog: Sendable {
    /// SQLite's schema version, which is incremented with each change.
    var version: Int64
    /// The versions of the app's schemas that have written the file.
    var versions: SchemaVersions
    private var tables: [String: StoredTable]

    /// The table of a collection; nil if it has none yet.
    subscript(collection: String) -> StoredTable? {
        get { tables[collection] }
        set { tables[collection] = newValue }
    }

    /// The names of all collections, sorted.
    var collections: [String] { tables.keys.sorted() }

    /// Reads the catalog, unless the known one has the same version.
    ///
    /// Another process may have changed it, so each transaction checks.
    static func current(
        of database: Database,
        known: Catalog?
    ) throws(StorageError) -> Catalog {
        let version = try schemaVersion(of: database)
        if let known, known.version == version { return known }
        var columns: [Int64: [StoredColumn]] = [:]
        let reading = try database.bound(
            "SELECT collection, key, kind, name FROM repogen_columns ORDER BY collection, number"
        )
        while try reading.step() {
            guard let key = reading.text(1), let kind = reading.text(2), let name = reading.text(3)
            else { continue }
            let column = StoredColumn(key: key, catalogText: kind, name: name)
            columns[reading.integer(0), default: []].append(column)
        }
        let indexes = try CompoundIndex.names(in: database)
        var catalog = Catalog(
            version: version,
            versions: try SchemaVersions(in: database),
            tables: [:]
        )
        let collections = try database.bound("SELECT number, name FROM repogen_collections")
        while try collections.step() {
            let number = collections.integer(0)
            let name = collections.text(1) ?? ""
            catalog[name] = StoredTable(
                number: number,
                collection: name,
                columns: columns[number] ?? [],
                compoundIndexes: CompoundIndex.keys(
                    of: indexes,
                    number,
                    columns[number] ?? []
                )
            )
        }
        return catalog
    }

    /// Returns the schema version that a transaction sees.
    static func schemaVersion(of database: Database) throws(StorageError) -> Int64 {
        let statement = try database.bound("PRAGMA schema_version")
        return try statement.step() ? statement.integer(0) : 0
    }
}
