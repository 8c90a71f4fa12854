import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Runs, their triggers, and their observation.
@Suite struct SynchronizerTests {
    @Test("callers before the start of a run get its report", arguments: Store.allCases)
    func oneAtATime(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.create(Message(id: "t1", text: "a"))
            let reports = await withTaskGroup(of: SyncReport.self) { group in
                for _ in 0..<8 { group.addTask { await world.synchronizer.synchronize() } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(reports.contains { $0.acknowledged == 1 })
            #expect(await world.writes() == ["POST /messages"])
        }
    }

    @Test("progress begins and ends with a run")
    func progress() async throws {
        try await World.run { world in
            try await world.create(Message(id: "t1", text: "a"))
            var progress = world.synchronizer.progress().makeAsyncIterator()
            await world.synchronize()
            // A slow consumer gets the latest.
            guard case .ended(let report)? = await progress.next() else {
                Issue.record("The last progress is not the end.")
                return
            }
            #expect(report.acknowledged == 1)
        }
    }

    @Test("states can be observed, of one record and of all", arguments: Store.allCases)
    func states(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = RepositoryProxy<Message>(storage: world.storage)
            var states = messages.syncStates(of: "t1").makeAsyncIterator()
            var summaries = world.synchronizer.summaries().makeAsyncIterator()
            #expect(try await states.next().map(\.state) == .some(nil))
            #expect(await summaries.next() == SyncSummary(waiting: 0, rejected: 0))
            try await world.create(Message(id: "t1", text: ""))
            #expect(try await states.next()?.state == .waiting)
            #expect(await summaries.next() == SyncSummary(waiting: 1, rejected: 0))
            await world.synchronize()
            while let state = try await states.next(), state.state != .rejected {}
            while let summary = await summaries.next(), summary.rejected != 1 {}
        }
    }

    @Test("a local write is sent automatically", arguments: Store.allCases)
    func localWrite(store: Store) async throws {
        try await World.run(in: store) { world in
            await world.synchronizer.start()
            for number in 1...3 {
                try await world.create(Message(id: "t\(number)", text: "\(number)"))
                for await summary in world.synchronizer.summaries() where summary.isSynchronized {
                    break
                }
                #expect(try await world.remote.find(.all).count == number)
            }
            await world.synchronizer.stop()
        }
    }

    @Test("with an interval, the first run fetches at once")
    func firstRun() async throws {
        let server = ExampleServer()
        let url = try await server.start()
        let storage = MemoryStorage()
        let synchronizer = Synchronizer(storage: storage, clock: ManualClock())
        let remote = MessageRepository(store: NetworkingSession(local: url))
        try await synchronizer.register(RemoteCollection(remote))
        _ = try await remote.create(Message.Draft(text: "first"))
        await synchronizer.start(every: .seconds(600))
        try await wait(for: 1, in: storage)
        await synchronizer.stop()
        await server.stop()
    }

    @Test("a run starts after each interval, and when there is a network")
    func triggers() async throws {
        let server = ExampleServer()
        let url = try await server.start()
        let (clock, storage) = (ManualClock(), MemoryStorage())
        let (states, network) = AsyncStream.makeStream(of: Bool.self)
        let synchronizer = Synchronizer(
            storage: storage,
            clock: clock,
            reachability: Network(stream: states)
        )
        let remote = MessageRepository(store: NetworkingSession(local: url))
        try await synchronizer.register(RemoteCollection(remote))
        _ = try await remote.create(Message.Draft(text: "first"))
        network.yield(true)
        await synchronizer.start(every: .seconds(600))
        try await wait(for: 1, in: storage)
        _ = try await remote.create(Message.Draft(text: "a"))
        network.yield(true)
        try await wait(for: 2, in: storage)
        _ = try await remote.create(Message.Draft(text: "b"))
        // Both wait for a time: that of the next run, and that of the next check for pending
        // writes.
        await until { clock.sleepers >= 2 }
        clock.advance(by: .seconds(601))
        try await wait(for: 3, in: storage)
        await synchronizer.stop()
        await server.stop()
    }

    @Test("while saving data, it sends automatically, and fetches only on request")
    func saving() async throws {
        let server = ExampleServer()
        let url = try await server.start()
        let storage = MemoryStorage()
        let (states, network) = AsyncStream<Bool>.makeStream()
        let saving = Locked(true)
        let synchronizer = Synchronizer(
            storage: storage,
            reachability: Network(stream: states, saving: saving)
        )
        let remote = MessageRepository(store: NetworkingSession(local: url))
        try await synchronizer.register(RemoteCollection(remote))
        _ = try await remote.create(Message.Draft(text: "theirs"))
        let message = Message(id: "t", text: "mine")
        let document = try message.jsonData()
        try await storage.write { store throws(StorageError) in
            _ = try Outbox(Message.schema, in: store).create(document, id: "t")
        }
        await synchronizer.start(every: .seconds(600))
        network.yield(true)
        await until { await server.requests.count { $0.method == "POST" } == 2 }
        #expect(try await remote.find(.all).map(\.text) == ["theirs", "mine"])
        network.yield(false)
        network.yield(true)
        #expect(try await number(in: storage) == 1)
        #expect(await synchronizer.synchronize().isComplete)
        #expect(try await number(in: storage) == 2)
        // Once it is over, the return of the network fetches the rest.
        _ = try await remote.create(Message.Draft(text: "later"))
        saving.withLock { $0 = false }
        network.yield(true)
        try await wait(for: 3, in: storage)
        await synchronizer.stop()
        await server.stop()
    }

    // The trap: the end of the stopped run also drops the run that the start has requested.
    @Test("a start directly after a stop begins a run, even while the stopped one ends")
    func restart() async throws {
        let server = ExampleServer()
        let url = try await server.start()
        let synchronizer = Synchronizer(storage: MemoryStorage(), clock: ManualClock())
        let isFirst = Locked(true)
        let networking = MeanwhileSession(session: NetworkingSession(local: url)) { _ in
            let isFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard isFirst else { return }
            await synchronizer.stop()
            await synchronizer.start(every: .seconds(600))
            // The new run is requested before this one ends.
            for _ in 0..<1_000 { await Task.yield() }
        }
        try await synchronizer.register(
            RemoteCollection(MessageRepository(store: networking))
        )
        await synchronizer.start(every: .seconds(600))
        while await server.requests.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        await synchronizer.stop()
        await server.stop()
    }

    private func wait(for count: Int, in storage: MemoryStorage) async throws {
        let changes = storage.changes()
        if try await number(in: storage) >= count { return }
        for await _ in changes {
            if try await number(in: storage) >= count { return }
        }
    }

    private func number(in storage: MemoryStorage) async throws -> Int {
        try await storage.read { store throws(StorageError) in try store.count(in: "Message") }
    }
}

private struct Network: Reachability {
    let stream: AsyncStream<Bool>
    var saving = Locked(false)

    var isSaving: Bool { saving.withLock { $0 } }

    func states() -> AsyncStream<Bool> { stream }
}
