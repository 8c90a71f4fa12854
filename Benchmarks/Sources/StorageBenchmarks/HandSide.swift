import Foundation
import GRDB
import RepositoryRuntime

/// The same tables and statements by hand, as one writes them with GRDB.
struct HandSide {
    let pool: DatabasePool

    init(_ file: URL) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        pool = try DatabasePool(path: file.path, configuration: configuration)
        try pool.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE note (
                        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, document TEXT NOT NULL,
                        base BLOB, tag TEXT, state INTEGER NOT NULL, confirmed REAL, author, likes
                    );
                    CREATE INDEX note_state ON note (state) WHERE state <> 0;
                    CREATE INDEX note_author ON note (author);
                    CREATE INDEX note_likes ON note (likes);
                    CREATE TABLE outbox (
                        sequence INTEGER PRIMARY KEY AUTOINCREMENT, id BLOB NOT NULL UNIQUE,
                        collection TEXT NOT NULL, record TEXT NOT NULL, operation INTEGER NOT NULL,
                        key TEXT NOT NULL, state INTEGER NOT NULL, attempts INTEGER NOT NULL
                    );
                    CREATE INDEX outbox_record ON outbox (record, collection);
                    """
            )
        }
    }

    func write(_ numbers: Range<Int>) async throws {
        try await pool.write { database in
            let record = try database.cachedStatement(
                sql: """
                    INSERT INTO note (id, document, state, author, likes) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET document = excluded.document,
                    state = excluded.state, author = excluded.author, likes = excluded.likes
                    """
            )
            let entry = try database.cachedStatement(
                sql: """
                    INSERT INTO outbox (id, collection, record, operation, key, state, attempts)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """
            )
            for number in numbers {
                let note = Note.numbered(number)
                try record.execute(
                    arguments: [note.id, try note.jsonText(), 1, note.author, note.likes]
                )
                let id = UUID()
                try entry.execute(arguments: [id, "Note", note.id, 0, id.uuidString, 0, 0])
            }
        }
    }

    func read(_ ids: [String]) async throws {
        let found = try await pool.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT id, document, base, tag, state, confirmed FROM note WHERE id = ?"
            )
            return try ids.compactMap { id in
                try Row.fetchOne(statement, arguments: [id]).map { row in
                    try Note(jsonData: row["document"] as Data)
                }
            }
        }
        precondition(found.count == ids.count)
    }

    func query(_ condition: String) async throws {
        let found = try await pool.read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT id, document, base, tag, state, confirmed FROM note WHERE \(condition)"
            ).map { try Note(jsonData: $0["document"] as Data) }
        }
        precondition(found.count == 20)
    }
}
