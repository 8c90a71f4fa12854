import Foundation
import RepositoryRuntime
import RepositorySQLite
import TestSupport
import Testing

/// Two stores, or two processes, on one file.
@Suite struct SharingTests {
    @Test("any timeout is valid", arguments: [Duration.seconds(Int64.max), .seconds(-1)])
    func timeout(_ timeout: Duration) async throws {
        let folder = try TemporaryFolder()
        var configuration = SQLiteConfiguration.testing
        configuration.busyTimeout = timeout
        let store = try folder.store(configuration)
        try await store.put("1")
        try await store.wipe()
    }

    @Test("writes of one store are visible to the other, and published there")
    func twoStores() async throws {
        let folder = try TemporaryFolder()
        var configuration = SQLiteConfiguration.testing
        configuration.externalChangeInterval = .milliseconds(10)
        let one = try folder.store(configuration)
        let other = try folder.store(configuration)
        var changes = other.changes().makeAsyncIterator()
        try await one.put("1")
        let change = await changes.next()
        #expect(change?.touches(RecordKey(note: "1")) ?? false)
        #expect(try await other.ids() == ["1"])
    }

    @Test("without polling, a write publishes the writes of others")
    func toldByWrite() async throws {
        let folder = try TemporaryFolder()
        var configuration = SQLiteConfiguration.testing
        configuration.externalChangeInterval = nil
        let one = try folder.store(configuration)
        let other = try folder.store(configuration)
        var changes = other.changes().makeAsyncIterator()
        try await one.put("1")
        try await other.put("2")
        let change = await changes.next()
        #expect(change?.touches(RecordKey(note: "1")) ?? false)
        // Its own writes are not foreign.
        try await other.put("3")
        let own = await changes.next()
        #expect(own?.isEverything == false)
    }

    @Test("processes that write concurrently lose nothing")
    func processes() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try await BackgroundWork.run {
            let clients = try (0..<3).map { _ in
                try StorageClient("count", folder.file.path, "40", in: folder.url)
            }
            for client in clients { #expect(try client.finish() == ["done"]) }
        }
        #expect(try await store.value("count")?.count == 120)
    }

    // The trap: SQLite does not wait for another connection that creates the file.
    @Test("several stores open a new file at once")
    func openedAtOnce() async throws {
        for _ in 0..<200 {
            let folder = try TemporaryFolder()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 { group.addTask { try folder.store().close() } }
                try await group.waitForAll()
            }
        }
    }

    @Test("an index that another process has changed is kept")
    func changedSchema() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try await store.prepare(EntitySchema(name: "Note", indexed: [.init("n", .integer)]))
        try await store.put("1", #"{"n":1,"text":"one"}"#)
        let said = try await BackgroundWork.run {
            try StorageClient("prepare", folder.file.path, in: folder.url).finish()
        }
        #expect(said == ["done"])
        try await store.put("2", #"{"n":2,"text":"two"}"#)
        let text = Field<String>("text")
        let criteria = Criteria(filter: !text.isNil, order: [text.ascending])
        #expect(try await store.ids(criteria) == ["1", "other", "2"])
    }

    @Test("a store that another process has locked throws a retryable error")
    func locked() async throws {
        let folder = try TemporaryFolder()
        var configuration = SQLiteConfiguration.testing
        configuration.busyTimeout = .milliseconds(20)
        let store = try folder.store(configuration)
        try await store.put("1")
        let client = try StorageClient("hold", folder.file.path, in: folder.url)
        try await client.lines(atLeast: 1)
        do {
            try await store.put("2")
            Issue.record("the write was not stopped")
        } catch let error as StorageError {
            #expect(error.code == .locked)
            #expect(error.isRetryable)
        }
        // A reader need not wait, and sees no uncommitted data.
        #expect(try await store.ids() == ["1"])
        #expect(try await store.value("held") == nil)
        try client.kill()
        try await store.put("2")
        #expect(try await store.ids() == ["1", "2"])
        #expect(try await store.value("held") == nil)
    }
}
