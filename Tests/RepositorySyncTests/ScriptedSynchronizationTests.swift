import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// A synchronization with a scripted network.
@Suite struct ScriptedSynchronizationTests {
    @Test("without a network nothing is pulled, and writes stay pending")
    func unreachable() async throws {
        let network = ScriptedNetwork()
        network.script(.post, "messages", .json(#"{"_id":"m1","text":"hi"}"#, status: 201))
        network.script(.get, "messages", .json(#"[{"_id":"m1","text":"hi"}]"#))
        network.isReachable = false
        let storage = MemoryStorage()
        let clock = ManualClock()
        let synchronizer = Synchronizer(storage: storage, clock: clock)
        let remote = MessageRepository(store: network)
        try await synchronizer.register(RemoteCollection(remote))
        let messages = RepositoryProxy(
            remote: remote,
            storage: storage,
            strategy: .offlineFirst,
            clock: clock
        )
        try await messages.create(Message.Draft(text: "hi"))
        #expect(await synchronizer.synchronize().postponed == 1)
        #expect(network.requests.isEmpty)
        network.isReachable = true
        clock.advance(by: .seconds(600))
        let report = await synchronizer.synchronize()
        #expect(report.isComplete, "\(report)")
        #expect(network.requests.map(\.operation) == ["POST /messages", "GET /messages"])
        #expect(try await messages.find().map(\.id) == ["m1"])
    }

    // The trap: compared with the server's state, it would conflict in every property.
    @Test("an update of an entity that the store does not know is sent as it is")
    func unknown() async throws {
        let network = ScriptedNetwork()
        let entity = #"{"_id":"m1","text":"new","likes":3}"#
        network.script(.put, "messages/m1", .json(entity))
        network.script(.get, "messages", .json("[\(entity)]"))
        let storage = MemoryStorage()
        let synchronizer = Synchronizer(storage: storage)
        let remote = MessageRepository(store: network)
        try await synchronizer.register(RemoteCollection(remote, conflicts: .serverWins))
        let messages = RepositoryProxy(
            remote: remote,
            storage: storage,
            strategy: .offlineFirst
        )
        try await messages.update(Message(id: "m1", text: "new", likes: 3))
        #expect(await synchronizer.synchronize().acknowledged == 1)
        #expect(network.requests.map(\.operation) == ["PUT /messages/m1", "GET /messages"])
    }
}
