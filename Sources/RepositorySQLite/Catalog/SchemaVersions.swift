import GRDB
import RepositoryLocal

/// The versions of the schemas that have written a file, by collection.
///
/// Their table is recreated with each change, so SQLite increments its schema version, which every
/// transaction compares anyway. Other processes thus detect a change without another query.
struct SchemaVersions: Hashable, Sendable {
    private var numbers: [String: Int] = [:]

    /// Reads the versions; empty if the schemas in the file have none.
    init(in database: Database) throws(StorageError) {
        let table = try database.bound(
            "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'repogen_versions'"
        )
        guard try table.step() else { return }
        let rows = try database.bound("SELECT collection, version FROM repogen_versions")
        while try rows.step() {
            if let name = rows.text(0) { numbers[name] = Int(rows.integer(1)) }
        }
    }

    /// Whether the collection was written with the version of a schema.
    func fit(_ schema: EntitySchema) -> Bool {
        schema.version.map { version in
            ([schema.name] + schema.formerNames).allSatisfy { numbers[$0] == version }
        } ?? true
    }

    /// Returns the error if a file is not suitable for an app with these versions of collections.
    ///
    /// An app without versions counts as older than all with versions.
    func refusal(of declared: [String: Int]) -> StorageError? {
        let newer = declared.filter { numbers[$0.key] ?? 0 > $0.value }
        // Report only one of them, always the same.
        guard let (name, known) = newer.min(by: { $0.key < $1.key }), let stored = numbers[name]
        else { return nil }
        return .newerVersion(stored, of: name, known: known)
    }

    /// Records that a schema's version has written the collection, also under its former names,
    /// which an earlier app looks for.
    mutating func raise(to schema: EntitySchema, in database: Database) throws(StorageError) {
        guard let version = schema.version, !fit(schema) else { return }
        for name in [schema.name] + schema.formerNames { numbers[name] = version }
        try database.alter(
            """
            DROP TABLE IF EXISTS repogen_versions;
            CREATE TABLE repogen_versions (
                collection TEXT NOT NULL PRIMARY KEY,
                version INTEGER NOT NULL
            ) WITHOUT ROWID;
            """
        )
        for (name, number) in numbers.sorted(by: { $0.key < $1.key }) {
            let insertion = try database.bound(
                "INSERT INTO repogen_versions (collection, version) VALUES (?, ?)"
            )
            insertion.bind(name, at: 1)
            insertion.bind(Int64(number), at: 2)
            try insertion.run()
        }
    }
}
