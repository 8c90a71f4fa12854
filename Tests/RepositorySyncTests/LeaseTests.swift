import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositorySQLite
import RepositoryTesting
import SyncSample
import Testing

/// Two synchronizers on one store, as in an app and its extension.
@Suite struct LeaseTests {
    // The trap: one mistakes the other's writes in flight for those of a crashed process; it
    // searches for them, finds nothing, and sends them again.
    @Test("one does nothing while another one is active", arguments: Store.allCases)
    func twoAtOnce(store: Store) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            let other = try await Self.synchronizer(world) {
                await world.synchronize()
            }
            try await world.create(Message(id: "t1", text: "once"))
            let report = await other.synchronize()
            #expect(report.acknowledged == 1)
            #expect(await world.writes() == ["POST /messages"])
            #expect(try await world.remoteTexts() == ["once"])
        }
    }

    @Test(
        "it reports that, and continues when the other one has finished",
        arguments: Store.allCases
    )
    func report(store: Store) async throws {
        try await World.run(in: store) { world in
            let reports = Locked<[SyncReport]>([])
            let other = try await Self.synchronizer(world) {
                try await world.create(Message(id: "t2", text: "later"))
                let report = await world.synchronize()
                reports.withLock { $0.append(report) }
            }
            try await world.create(Message(id: "t1", text: "first"))
            await other.push()
            let refused = try #require(reports.withLock { $0.first })
            #expect(
                refused.problems.map(\.message) == ["Another synchronizer is using this store."]
            )
            #expect(refused.postponed == 2)
            #expect(!refused.isComplete)
            await world.synchronize()
            #expect(try await world.remoteTexts().sorted() == ["first", "later"])
        }
    }

    // The trap: the task of the run is cancelled, and a store does not write in it.
    @Test("a stopped one releases its lease", arguments: Store.allCases)
    func stopped(store: Store) async throws {
        try await World.run(in: store) { world in
            let stopping = Locked<Synchronizer?>(nil)
            let other = try await Self.synchronizer(world) {
                await stopping.withLock { $0 }?.stop()
            }
            stopping.withLock { $0 = other }
            try await world.create(Message(id: "t1", text: "once"))
            await other.push()
            #expect(try await world.lease() == nil)
        }
    }

    // The trap: the task of the run is cancelled, and the store does not write the response.
    @Test("a response received before the stop is stored", arguments: Store.allCases)
    func answeredBeforeStop(store: Store) async throws {
        try await World.run(in: store) { world in
            let stopping = Locked<Synchronizer?>(nil)
            let other = try await Self.synchronizer(world) {
                await stopping.withLock { $0 }?.stop()
            }
            stopping.withLock { $0 = other }
            try await world.create(Message(id: "t1", text: "once"))
            #expect(await other.push().acknowledged == 1)
            #expect(try await world.entries().isEmpty)
            #expect(try await world.local() == world.remote.find(.all))
        }
    }

    // The trap: a suspended process resumes, and continues with writes that another one has taken
    // over.
    @Test("one without the lease does nothing more", arguments: Store.allCases)
    func overtaken(store: Store) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            let end = world.clock.now.addingTimeInterval(100).timeIntervalSinceReferenceDate
            let note = Data(#"{"holder":"elsewhere","end":\#(end),"process":null}"#.utf8)
            let other = try await Self.synchronizer(world) {
                try await world.storage.write { store throws(StorageError) in
                    try store.set(note, forKey: "synchronizing")
                }
            }
            try await world.create(Message(id: "t1", text: "first"))
            try await world.create(Message(id: "t2", text: "second"))
            let report = await other.push()
            #expect(
                report.problems.map(\.message) == ["Another synchronizer is using this store."]
            )
            #expect(report.acknowledged == 0)
            #expect(await world.writes() == ["POST /messages"])
            #expect(try await world.entries().map(\.state) == [.inFlight, .waiting])
            #expect(try await world.lease() == note)
            _ = await world.settle()
            #expect(try await world.remoteTexts() == ["first", "second"])
        }
    }

    // The trap: a closed store cannot give the lease back, and its process still runs.
    @Test("a store that was closed during a run can be synchronized at once")
    func closedStore() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lease-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "data.sqlite")
        let network = ScriptedNetwork()
        network.script(.get, "messages", .json("[]"))
        func synchronizer(_ storage: SQLiteStorage) async throws -> Synchronizer {
            let synchronizer = Synchronizer(storage: storage)
            let session = ClosingNetwork(network: network, storage: storage)
            let messages = MessageRepository(store: session)
            try await synchronizer.register(RemoteCollection(messages))
            return synchronizer
        }
        for _ in 0..<2 {
            _ = try await synchronizer(SQLiteStorage(url: file)).synchronize()
        }
        #expect(network.requests.count == 2)
    }

    // The trap: another one has found the marked write in flight, and has sent it.
    @Test(
        "writes marked before a suspension are resolved before they are sent",
        arguments: Store.allCases,
        [1, 2]
    )
    func suspended(store: Store, count: Int) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            let steps = Locked(0)
            let other = Synchronizer(storage: world.storage, clock: world.clock)
            await other.callBetweenSteps {
                let step = steps.withLock { steps in
                    steps += 1
                    return steps
                }
                // The third effect marks the write, after the number of writes and their page.
                if step == 3 { world.clock.advance(by: .seconds(300)) }
            }
            let messages = BatchMessageRepository(store: world.session)
            try await other.register(RemoteCollection(messages, creationCheck: .comparison))
            for number in 1...count {
                try await world.create(Message(id: "t\(number)", text: "\(number)"))
            }
            await other.push()
            #expect(await world.server.requests.first?.method != "POST")
            world.clock.advance(by: .seconds(600))
            await other.push()
            #expect(try await world.remoteTexts() == (1...count).map { "\($0)" })
            #expect(try await world.entries().isEmpty)
        }
    }

    // It is unknown whether a process on another system has exited.
    @Test("a lease that is not renewed expires", arguments: Store.allCases)
    func lost(store: Store) async throws {
        try await World.run(in: store) { world in
            let end = world.clock.now.addingTimeInterval(100).timeIntervalSinceReferenceDate
            let note = Data(#"{"holder":"elsewhere","end":\#(end),"process":null}"#.utf8)
            try await world.storage.write { store throws(StorageError) in
                try store.set(note, forKey: "synchronizing")
            }
            #expect(await world.synchronize().problems.count == 1)
            world.clock.advance(by: .seconds(100))
            #expect(await world.synchronize().problems.isEmpty)
        }
    }

    // The trap: it would be valid until the clock is there again.
    @Test("a lease recorded with a wrong clock expires, too", arguments: Store.allCases)
    func lostInTheFuture(store: Store) async throws {
        try await World.run(in: store) { world in
            let end = world.clock.now.addingTimeInterval(1e8).timeIntervalSinceReferenceDate
            let note = Data(#"{"holder":"elsewhere","end":\#(end),"process":null}"#.utf8)
            try await world.storage.write { store throws(StorageError) in
                try store.set(note, forKey: "synchronizing")
            }
            // Its holder may be active.
            #expect(await world.synchronize().problems.count == 1)
            world.clock.advance(by: .seconds(298))
            #expect(await world.synchronize().problems.count == 1)
            world.clock.advance(by: .seconds(1))
            #expect(await world.synchronize().problems.isEmpty)
        }
    }

    @Test("a long run keeps its lease when the clock is set back", arguments: Store.allCases)
    func renewedInThePast(store: Store) async throws {
        try await World.run(in: store) { world in
            let other = try await Self.synchronizer(world) {
                let note = try await world.lease()
                world.clock.advance(by: .seconds(-86_400))
                while try await world.lease() == note {
                    try await Task.sleep(for: .milliseconds(20))
                }
                world.clock.advance(by: .seconds(200))
                #expect(await world.synchronizer.synchronize().problems.count == 1)
            }
            try await world.create(Message(id: "t1", text: "once"))
            await other.push()
            #expect(try await world.remoteTexts() == ["once"])
        }
    }

    @Test("a long run keeps its lease", arguments: Store.allCases)
    func renewed(store: Store) async throws {
        try await World.run(in: store) { world in
            let other = try await Self.synchronizer(world) {
                for _ in 0..<4 {
                    let note = try await world.lease()
                    world.clock.advance(by: .seconds(100))
                    while try await world.lease() == note {
                        try await Task.sleep(for: .milliseconds(20))
                    }
                }
                #expect(await world.synchronizer.synchronize().problems.count == 1)
            }
            try await world.create(Message(id: "t1", text: "once"))
            await other.push()
            #expect(try await world.remoteTexts() == ["once"])
        }
    }

    /// Creates another synchronizer on the store, which runs code after each response.
    private static func synchronizer(
        _ world: World,
        meanwhile: @escaping @Sendable () async throws -> Void
    ) async throws -> Synchronizer {
        let session = MeanwhileSession(session: world.session) { request in
            if request.head.method == .post { try await meanwhile() }
        }
        let synchronizer = Synchronizer(storage: world.storage, clock: world.clock)
        let messages = MessageRepository(store: session)
        try await synchronizer.register(RemoteCollection(messages, creationCheck: .comparison))
        return synchronizer
    }
}

extension World {
    /// Returns the stored lease.
    fileprivate func lease() async throws -> Data? {
        try await storage.read { store throws(StorageError) in
            try store.value(forKey: "synchronizing")
        }
    }
}

/// A network that closes a store before it responds.
private struct ClosingNetwork: Networking {
    let network: ScriptedNetwork
    let storage: SQLiteStorage

    func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        try? storage.close()
        return try await network.send(request)
    }
}
