import Foundation
import GRDB
import RepositoryRuntime
import RepositorySQLite
import TestSupport
import Testing

/// Statements of the user, on each connection and before all others.
@Suite struct ConnectionStatementTests {
    @Test("they run before anything is written")
    func run() async throws {
        let folder = try TemporaryFolder()
        var configuration = SQLiteConfiguration.testing
        // The size of pages can be chosen only as long as nothing is in the file.
        configuration.connectionStatements = [
            "PRAGMA page_size = 16384", "PRAGMA case_sensitive_like = ON; PRAGMA query_only = ON",
            "PRAGMA query_only = OFF",
        ]
        let store = try folder.store(configuration)
        try await store.put("1")
        #expect(try await store.ids() == ["1"])
        try store.close()
        let size = try await DatabaseQueue(path: folder.file.path).read { database in
            try Int.fetchOne(database, sql: "PRAGMA page_size")
        }
        #expect(size == 16384)
    }

    @Test(
        "an error names a statement that fails by its number, not by its text",
        arguments: ["SELECT 1 FROM missing", "no SQL: hidden"]
    )
    func eachConnection(statement: String) async throws {
        let folder = try TemporaryFolder()
        try await folder.store().put("1")
        var configuration = SQLiteConfiguration.testing
        configuration.connectionStatements = ["PRAGMA cache_size = -100", statement]
        let error = #expect(throws: StorageError.self) { _ = try folder.store(configuration) }
        #expect(error?.code == .invalid)
        #expect(error?.message.contains("Statement 2 of the connection statements") == true)
        for text in [
            String(reflecting: error), "\(error as Any)", error?.localizedDescription ?? "",
            dumped(error),
        ] {
            #expect(!text.contains("hidden"))
            #expect(!text.contains("missing"))
            #expect(!text.contains("cache_size"))
        }
        // The file stays as it is.
        #expect(try await folder.store().ids() == ["1"])
    }

    @Test("a statement that fails on a connection opened later says nothing of its text either")
    func laterConnection() async throws {
        let folder = try TemporaryFolder()
        try await DatabaseQueue(path: folder.url.appending(path: "other.sqlite").path).write {
            database in
            try database.execute(sql: "CREATE TABLE hidden (n INTEGER)")
        }
        var configuration = SQLiteConfiguration.testing
        configuration.connectionStatements = [
            "ATTACH '\(folder.url.appending(path: "other.sqlite").path)' AS other; SELECT n FROM other.hidden"
        ]
        let store = try folder.store(configuration)
        try await store.put("1")
        // Connections that read are opened when they are needed.
        try FileManager.default.removeItem(at: folder.url.appending(path: "other.sqlite"))
        let error = await #expect(throws: StorageError.self) { _ = try await store.ids() }
        #expect(error?.message.contains("Statement 1 of the connection statements") == true)
        #expect(!dumped(error).contains("hidden"))
    }

    private func dumped(_ error: StorageError?) -> String {
        var text = ""
        dump(error, to: &text)
        return text
    }
}
