import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositorySQLite
import RepositoryTesting
import SyncSample
import Testing

/// A store is wiped during a request: the response is not written anywhere.
@Suite struct WipeWhileSynchronizingTests {
    /// Runs a body with a device, and code after each response of the server, before the device
    /// receives it.
    private func run(
        in store: Store,
        after method: HTTPRequest.Method,
        meanwhile: @escaping @Sendable (Device) async throws -> Void,
        _ body: (World, Device) async throws -> Void
    ) async throws {
        try await World.run { world in
            let hook = Locked<Device?>(nil)
            let session = MeanwhileSession(session: world.session) { request in
                guard request.head.method == method, let device = hook.withLock({ $0 }) else {
                    return
                }
                try await meanwhile(device)
            }
            let device = try await Device(store, session: session)
            hook.withLock { $0 = device }
            try await body(world, device)
            hook.withLock { $0 = nil }
        }
    }

    private func expectClosed(_ report: SyncReport) {
        #expect(report.problems.count == 1)
        #expect((report.problems.first?.cause as? StorageError)?.code == .closed)
        #expect(!report.isComplete)
    }

    /// Expects that a device has no data, and that its files are empty.
    private func expectNothing(in device: Device) async throws {
        let error = await #expect(throws: StorageError.self) { _ = try await device.entries() }
        #expect(error?.code == .closed)
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: device.folder.path) {
            #expect(
                files.contents(atPath: device.folder.appending(path: name).path)?.isEmpty == true
            )
        }
    }

    @Test(
        "the response to a write is not stored, and the report lists it",
        arguments: Store.allCases
    )
    func push(store: Store) async throws {
        try await run(in: store, after: .post) { device in
            try await device.storage.wipe()
        } _: { world, device in
            try await device.create(Message(id: "t1", text: "once"))
            try await device.create(Message(id: "t2", text: "never"))
            let report = await device.synchronize()
            expectClosed(report)
            #expect(report.acknowledged == 0)
            // The server has carried it out; later writes are lost with the store.
            #expect(try await world.remoteTexts() == ["once"])
            try await expectNothing(in: device)
            expectClosed(await device.synchronize())
        }
    }

    @Test("a listing is not stored", arguments: Store.allCases)
    func pull(store: Store) async throws {
        try await run(in: store, after: .get) { device in
            try await device.storage.wipe()
        } _: { world, device in
            _ = try await world.remote.create(Message.Draft(text: "listed"))
            let report = await device.synchronize()
            expectClosed(report)
            #expect(report.pulled == 0)
            try await expectNothing(in: device)
        }
    }

    @Test("the response to a repository's request is not stored", arguments: Store.allCases)
    func repository(store: Store) async throws {
        try await run(in: store, after: .get) { device in
            try await device.storage.wipe()
        } _: { world, device in
            _ = try await world.remote.create(Message.Draft(text: "listed"))
            var messages = device.messages
            messages.strategy = Strategy(.remoteFirst)
            _ = try? await messages.find(.all)
            try await expectNothing(in: device)
        }
    }

    @Test("a direct creation is not stored", arguments: Store.allCases)
    func creation(store: Store) async throws {
        try await run(in: store, after: .post) { device in
            try await device.storage.wipe()
        } _: { world, device in
            var messages = device.messages
            messages.strategy = Strategy(.remoteFirst)
            _ = try? await messages.create(Message.Draft(text: "once"))
            #expect(try await world.remoteTexts() == ["once"])
            try await expectNothing(in: device)
        }
    }

    @Test(
        "an automatic synchronizer and all observations end",
        arguments: Store.allCases
    )
    func observers(store: Store) async throws {
        try await run(in: store, after: .delete) { _ in
        } _: { _, device in
            try await device.create(Message(id: "t1", text: "a"))
            await device.synchronizer.start(every: .seconds(60))
            for await summary in device.synchronizer.summaries() where summary.isSynchronized {
                break
            }
            let messages = device.messages
            var observed = messages.observe(.all).makeAsyncIterator()
            var summaries = device.synchronizer.summaries().makeAsyncIterator()
            #expect(try await observed.next()?.map(\.text) == ["a"])
            #expect(await summaries.next()?.isSynchronized == true)
            try await device.storage.wipe()
            #expect(try await observed.next() == nil)
            while await summaries.next() != nil {}
            await device.synchronizer.stop()
            try await expectNothing(in: device)
        }
    }

    // As an extension of the app that synchronizes in its own process.
    @Test(
        "a synchronizer with the same file elsewhere writes nothing back, into no account's store"
    )
    func elsewhere() async throws {
        let next = Locked<SQLiteStorage?>(nil)
        try await run(in: .sqlite, after: .post) { device in
            let app = try SQLiteStorage(url: device.file)
            try await app.wipe()
            let other = try SQLiteStorage(url: device.file)
            next.withLock { $0 = other }
        } _: { world, device in
            try await device.create(Message(id: "t1", text: "once"))
            expectClosed(await device.synchronize())
            #expect(try await world.remoteTexts() == ["once"])
            let other = try #require(next.withLock { $0 })
            let (records, entries, lease) = try await other.read { store throws(StorageError) in
                (
                    try store.collections(), try store.entries(),
                    try store.value(forKey: "synchronizing")
                )
            }
            #expect(records == [])
            #expect(entries == [])
            #expect(lease == nil)
        }
    }
}
