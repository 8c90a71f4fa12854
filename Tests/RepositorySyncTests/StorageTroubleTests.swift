import Dispatch
import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositorySQLite
import RepositoryTesting
import SyncSample
import Testing

/// File errors during a synchronization: no write is lost or carried out twice.
@Suite struct StorageTroubleTests {
    @Test("a full store is reported, and the run continues when there is space")
    func full() async throws {
        try await run { file, server, url in
            var configuration = SQLiteConfiguration(durability: .processEnd)
            configuration.maximumPageCount = 60
            let full = try SQLiteStorage(url: file, configuration: configuration)
            let before = try await synchronizer(full, NetworkingSession(local: url))
            let text = String(repeating: "x", count: 1500)
            var acknowledged: [String] = []
            let error = await #expect(throws: StorageError.self) {
                for number in 0..<1000 {
                    try await create("\(number):\(text)", id: "t\(number)", in: full)
                    acknowledged.append("\(number):\(text)")
                }
            }
            #expect(error?.code == .full)
            #expect(acknowledged.count > 5)
            // The server's confirmation does not fit, either.
            let report = await before.synchronize()
            #expect(report.problems.contains { ($0.cause as? StorageError)?.code == .full })
            #expect(report.acknowledged < acknowledged.count)
            #expect(report.acknowledged + report.postponed == acknowledged.count)
            try full.close()

            let storage = try SQLiteStorage(url: file)
            let after = try await synchronizer(storage, NetworkingSession(local: url))
            for _ in 0..<3 where try await after.summary().waiting > 0 { await after.synchronize() }
            try await check(storage, server, texts: acknowledged)
            try storage.close()
        }
    }

    @Test("a locked store is reported, and no response of the server is lost")
    func locked() async throws {
        try await run { file, server, url in
            var configuration = SQLiteConfiguration(durability: .processEnd)
            configuration.busyTimeout = .milliseconds(20)
            let storage = try SQLiteStorage(url: file, configuration: configuration)
            let other = try SQLiteStorage(url: file)
            let lock = Lock(other)
            // The server has carried it out, but its response cannot be stored.
            let session = MeanwhileSession(session: NetworkingSession(local: url)) { request in
                if request.head.method == .post { await lock.close() }
            }
            let synchronizer = try await synchronizer(storage, session)
            try await create("hi", id: "t1", in: storage)
            let report = await synchronizer.synchronize()
            #expect(report.problems.contains { ($0.cause as? StorageError)?.code == .locked })
            #expect(report.acknowledged == 0)
            try await lock.open()
            for _ in 0..<3 where try await synchronizer.summary().waiting > 0 {
                await synchronizer.synchronize()
            }
            try await check(storage, server, texts: ["hi"])
            try other.close()
            try storage.close()
        }
    }

    // MARK: - A client

    private func run(
        _ body: (_ file: URL, _ server: ExampleServer, _ url: String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "trouble-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = ExampleServer()
        let url = try await server.start()
        do {
            try await body(folder.appending(path: "data.sqlite"), server, url)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func synchronizer(
        _ storage: SQLiteStorage,
        _ session: any Networking
    ) async throws -> Synchronizer {
        let synchronizer = Synchronizer(storage: storage, backoff: Backoff(first: .zero))
        try await synchronizer.register(
            RemoteCollection(
                MessageRepository(store: session),
                creationCheck: .idempotencyKey()
            )
        )
        return synchronizer
    }

    private func create(_ text: String, id: String, in storage: SQLiteStorage) async throws {
        let document = try Message(id: id, text: text).jsonData()
        try await storage.write { store throws(StorageError) in
            _ = try Outbox(Message.schema, in: store).create(document, id: id)
        }
    }

    /// Expects that each text is on both sides, once, and nothing is pending.
    private func check(
        _ storage: SQLiteStorage,
        _ server: ExampleServer,
        texts: [String]
    ) async throws {
        let (records, entries) = try await storage.read { store throws(StorageError) in
            (try store.records(in: "Message", matching: .all), try store.entries())
        }
        #expect(entries.isEmpty)
        let local = try records.map { try Message(jsonData: $0.document) }
        let remote = try [Message](jsonData: await server.documents(of: "messages"))
        #expect(local.map(\.text).sorted() == texts.sorted())
        #expect(Set(local) == Set(remote))
        let created = try [Message](jsonData: await server.creations(of: "messages"))
        #expect(created.count == texts.count)
    }
}

/// Locks a store with a separate transaction.
private actor Lock {
    private let storage: SQLiteStorage
    private let release = DispatchSemaphore(value: 0)
    private var holder: Task<Void, any Error>?

    init(_ storage: SQLiteStorage) {
        self.storage = storage
    }

    /// Begins the transaction, once, and returns when it has begun.
    func close() async {
        guard holder == nil else { return }
        let (began, beginning) = AsyncStream.makeStream(of: Void.self)
        holder = Task { [storage, release] in
            try await storage.write { store throws(StorageError) in
                try store.set(Data([1]), forKey: "held")
                beginning.finish()
                // It waits on the store's own thread.
                release.wait()
            }
        }
        for await _ in began {}
    }

    /// Ends the transaction.
    func open() async throws {
        release.signal()
        try await holder?.value
    }
}
