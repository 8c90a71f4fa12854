import Foundation
import GRDB
import RepositoryRuntime
import RepositorySQLite
import TestSupport
import Testing

/// Custom statements that each connection executes first.
@Suite struct ConnectionStatementTests {
    @Test("they are executed before anything is written")
    func run() async throws {
        let folder = try TemporaryFolder()
        var configuration = SQLiteConfiguration.testing
        // The page size can only be set while the file is empty.
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
        "an error names a failed statement by number, without its text",
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
        // The file is unchanged.
        #expect(try await folder.store().ids() == ["1"])
    }

    @Test("a failure on a later connection does not reveal the text either")
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
        // Reading connections are opened when needed.
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
