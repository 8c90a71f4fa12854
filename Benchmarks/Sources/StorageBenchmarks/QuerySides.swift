import Foundation
import GRDB
import RepositoryRuntime
import RepositorySQLite

/// Values of many rows, late pages and words: by the queries of a repository, and by hand.
struct QuerySides {
    let ours: StoreSide
    let theirs: HandSide
    let rows: Int

    private struct Pages: CRUDStorageRepository {
        typealias Entity = Page
        let storage: any Storage
    }

    private struct Comments: CRUDStorageRepository {
        typealias Entity = Comment
        let storage: any Storage
    }

    /// Prints what both sides take.
    func compare() async throws {
        try await report("the sum of an indexed property", bar: "50 ms") { notes in
            try await notes.aggregate({ .sum($0.likes) })
        } other: { database in
            try Int.fetchOne(database, sql: "SELECT sum(likes) FROM note")
        }
        try await report("the greatest of it", bar: "50 ms") { notes in
            try await notes.aggregate({ .maximum($0.likes) })
        } other: { database in
            try Int.fetchOne(database, sql: "SELECT max(likes) FROM note")
        }
        try await report("the sum of half of it", bar: "50 ms") { notes in
            try await notes.aggregate({ .sum($0.likes) }, where: { $0.likes >= rows / 2 })
        } other: { database in
            try Int.fetchOne(
                database,
                sql: "SELECT sum(likes) FROM note WHERE likes >= \(rows / 2)"
            )
        }
        try await report("the number of all", bar: "50 ms") { notes in
            try await notes.aggregate({ _ in .count })
        } other: { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM note")
        }
        try await report("the number of half of them", bar: "50 ms") { notes in
            try await notes.aggregate({ _ in .count }, where: { $0.likes >= rows / 2 })
        } other: { database in
            try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM note WHERE likes >= \(rows / 2)"
            )
        }
        let last = Note.numbered(rows / 2)
        try await report("20 rows of a late page, behind a row", bar: "5 ms") { notes in
            try await notes.page(20, after: last, orderedBy: { [$0.likes.descending] }).count
        } other: { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT id, document, base, tag, state, confirmed FROM note
                    WHERE likes <= \(last.likes) AND (likes < \(last.likes) OR id > '\(last.id)')
                    ORDER BY likes DESC, id LIMIT 20
                    """
            ).map { try Note(jsonData: $0["document"] as Data) }.count
        }
    }

    /// Prints what a list with the notes to which its entities refer takes on both sides.
    func compareRelation() async throws {
        let count = 1000
        let comments = (0..<count).map { number in
            Comment(
                id: "comment-\(number)",
                note: "note-\((number &* 7919) % rows)",
                text: "What somebody thinks of it."
            )
        }
        let repository = Comments(storage: ours.notes.storage)
        try await repository.storeOrUpdate(comments)
        try await theirs.pool.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE comment (
                        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, document TEXT NOT NULL
                    )
                    """
            )
            for comment in comments {
                try database.execute(
                    sql: "INSERT INTO comment (id, document) VALUES (?, ?)",
                    arguments: [comment.id, try comment.jsonText()]
                )
            }
        }
        let turns = try await Turns(rounds: 21) {
            let found = try await repository.find(
                with: Note.self,
                by: .reference(key: "note"),
                limit: count
            )
            precondition(found.count == count && found.allSatisfy { $0.related.count == 1 })
        } other: {
            let found = try await theirs.pool.read { database in
                let comments = try Row.fetchAll(
                    database,
                    sql: "SELECT id, document FROM comment ORDER BY number LIMIT \(count)"
                ).map { try Comment(jsonData: $0["document"] as Data) }
                let ids = Array(Set(comments.map(\.note)))
                let marks = repeatElement("?", count: ids.count).joined(separator: ", ")
                let rows = try Row.fetchAll(
                    database,
                    sql: """
                        SELECT id, document, base, tag, state, confirmed FROM note
                        WHERE id IN (\(marks))
                        """,
                    arguments: StatementArguments(ids)
                )
                var notes: [String: Note] = [:]
                for row in rows { notes[row["id"]] = try Note(jsonData: row["document"] as Data) }
                return comments.map { ($0, notes[$0.note]) }
            }
            precondition(found.count == count && found.allSatisfy { $0.1 != nil })
        }
        turns.reportTime("a list of \(count), each with one of \(rows) notes", bar: "")
    }

    private func report<Value: Equatable & Sendable>(
        _ name: String,
        bar: String,
        _ one: @escaping @Sendable (StoreSide.Notes) async throws -> Value,
        other: @escaping @Sendable (Database) throws -> Value?
    ) async throws {
        let found = try await one(ours.notes)
        let expected = try await theirs.pool.read(other)
        precondition(found == expected, "\(name): \(found), \(String(describing: expected))")
        let turns = try await Turns(rounds: 15) {
            _ = try await one(ours.notes)
        } other: {
            _ = try await theirs.pool.read(other)
        }
        turns.reportTime("\(name), \(rows) rows", bar: bar)
    }

    /// Prints what a search takes on both sides.
    static func compareSearch(in folder: URL) async throws {
        let count = 100_000
        let words = (0..<5000).map { "word\($0)" }
        let texts = (0..<count).map { number in
            (0..<8).map { words[(number &* 31 &+ $0 &* 977) % words.count] }.joined(separator: " ")
        }
        let ours = Pages(
            storage: try SQLiteStorage(url: folder.appending(path: "search.sqlite"))
        )
        try await ours.prepare()
        let theirs = try DatabaseQueue(path: folder.appending(path: "fts.sqlite").path)
        try await theirs.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE note (number INTEGER PRIMARY KEY, document TEXT NOT NULL);
                    CREATE VIRTUAL TABLE words USING fts5 (
                        text, content = '', tokenize = 'unicode61 remove_diacritics 2'
                    )
                    """
            )
        }
        for start in stride(from: 0, to: count, by: 10_000) {
            let pages = (start..<(start + 10_000)).map { number in
                Page(id: "page-\(number)", text: texts[number])
            }
            try await ours.storeOrUpdate(pages)
            try await theirs.write { database in
                for (index, page) in pages.enumerated() {
                    try database.execute(
                        sql: "INSERT INTO note VALUES (?, ?)",
                        arguments: [start + index, try page.jsonText()]
                    )
                    try database.execute(
                        sql: "INSERT INTO words (rowid, text) VALUES (?, ?)",
                        arguments: [start + index, page.text]
                    )
                }
            }
        }
        let turns = try await Turns(rounds: 21) {
            let found = try await ours.search("word17 word994", limit: 20)
            precondition(found.count == 20, "\(found.count)")
        } other: {
            let found = try await theirs.read { database in
                try Row.fetchAll(
                    database,
                    sql: """
                        SELECT document FROM words JOIN note ON number = words.rowid
                        WHERE words MATCH '"word17" AND "word994"*' ORDER BY rank LIMIT 20
                        """
                ).map { try Page(jsonData: $0["document"] as Data) }
            }
            precondition(found.count == 20)
        }
        turns.reportTime("two words, the best 20 of \(count) texts", bar: "10 ms")
    }
}
