import GRDB
import RepositoryLocal

/// The versions of the schemas that have written a file, by the names of collections.
///
/// Their table is made anew with each change: SQLite then counts up the version of its own schema, which every
/// transaction compares anyway. So another process learns of a change without one more question.
struct SchemaVersions: Hashable, Sendable {
    private var numbers: [String: Int] = [:]

    /// Reads the versions; none from a file whose schemas are not numbered.
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

    /// Whether a schema is of the version that has written the collection.
    func fit(_ schema: EntitySchema) -> Bool {
        schema.version.map { version in
            ([schema.name] + schema.formerNames).allSatisfy { numbers[$0] == version }
        } ?? true
    }

    /// Why a file is not for an app with these versions of collections; nil where it is.
    ///
    /// An app that numbers no versions is older than each that does.
    func refusal(of declared: [String: Int]) -> StorageError? {
        let newer = declared.filter { numbers[$0.key] ?? 0 > $0.value }
        // One of them says it, always the same.
        guard let (name, known) = newer.min(by: { $0.key < $1.key }), let stored = numbers[name]
        else { return nil }
        return .newerVersion(stored, of: name, known: known)
    }

    /// Notes that a schema of a version has written the collection, also under the names that it had: an earlier app
    /// looks for one of these.
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
