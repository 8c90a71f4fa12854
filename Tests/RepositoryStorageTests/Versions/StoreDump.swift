import Foundation
import GRDB

@testable import RepositorySQLite

/// Converts the file of a store to readable SQL, and back.
enum StoreDump {
    private static func queue(_ url: URL) throws -> DatabaseQueue {
        // Texts are sorted by Swift, which requires a collation of the connection.
        let settings = SQLiteFile.bareSettings(SQLiteConfiguration())
        return try DatabaseQueue(path: url.path, configuration: settings)
    }

    /// Creates a file.
    static func restore(_ text: String, to url: URL) throws {
        let queue = try queue(url)
        try queue.writeWithoutTransaction { try $0.execute(sql: text) }
        try queue.close()
    }

    /// Returns the SQL of a file that no store has open.
    static func text(of url: URL) throws -> String {
        let queue = try queue(url)
        defer { try? queue.close() }
        return try queue.read { database in
            let objects = try Row.fetchAll(
                database,
                sql: """
                    SELECT type, name, sql FROM sqlite_master
                    WHERE sql NOT NULL AND name NOT LIKE 'sqlite^_%' ESCAPE '^'
                    AND name NOT LIKE 'search^_%^_%' ESCAPE '^' OR type = 'trigger'
                    ORDER BY rowid
                    """
            )
            func all(_ type: String, isVirtual: Bool = false) -> [(name: String, sql: String)] {
                objects.compactMap { row -> (name: String, sql: String)? in
                    let (own, name, sql): (String, String, String) = (row[0], row[1], row[2])
                    let isOfWords = sql.hasPrefix("CREATE VIRTUAL")
                    return own == type && isOfWords == isVirtual ? (name, sql) : nil
                }
            }
            var lines = ["BEGIN;"]
            for (name, sql) in all("table") {
                lines.append("\(sql);")
                lines += try rows(of: name, in: database)
            }
            lines.append("DELETE FROM sqlite_sequence;")
            lines += try rows(of: "sqlite_sequence", in: database)
            for (name, sql) in all("table", isVirtual: true) {
                lines += ["\(sql);", try words(name, sql)]
            }
            lines += (all("index") + all("trigger")).map { "\($0.sql);" }
            for pragma in ["application_id", "user_version"] {
                let value = try Int.fetchOne(database, sql: "PRAGMA \(pragma)") ?? 0
                lines.append("PRAGMA \(pragma) = \(value);")
            }
            return (lines + ["COMMIT;", ""]).joined(separator: "\n")
        }
    }

    private static func rows(of table: String, in database: Database) throws -> [String] {
        try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"").map { row in
            let values = row.map { _, value in literal(value) }
            return "INSERT INTO \"\(table)\" VALUES (\(values.joined(separator: ", ")));"
        }
    }

    private static func literal(_ value: DatabaseValue) -> String {
        guard case .blob(let data) = value.storage,
            let text = String(data: data, encoding: .utf8),
            text.unicodeScalars.allSatisfy({ (0x20..<0x7F).contains($0.value) }), !text.isEmpty
        else { return quoted(value) }
        return "CAST(\(quoted(text.databaseValue)) AS BLOB)"
    }

    private static func quoted(_ value: DatabaseValue) -> String {
        switch value.storage {
        case .null: "NULL"
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string(let text): "'\(text.replacing("'", with: "''"))'"
        case .blob(let data): "X'\(data.map { String(format: "%02X", $0) }.joined())'"
        }
    }

    /// Returns the SQL that fills a full-text index as the store does: `search_2 USING fts5
    /// (p3_title, content = "records_2", …)`.
    private static func words(_ name: String, _ sql: String) throws -> String {
        let pattern = #/fts5 \(\s*(?<column>\w+), content = (?<table>"\w+")/#
        guard let match = sql.firstMatch(of: pattern) else { throw Unreadable() }
        let (column, table) = (match.output.column, match.output.table)
        return """
            INSERT INTO \(name) (rowid, \(column)) SELECT number, \(column) FROM \(table) \
            WHERE state <> 5 AND \(column) NOT NULL;
            """
    }

    private struct Unreadable: Error {}
}
