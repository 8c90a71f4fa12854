import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// A wrong clock that is set back blocks nothing.
@Suite struct ClockSetBackTests {
    static let year = Duration.seconds(365 * 86_400)

    @Test("states confirmed in the future are refreshed, and removed", arguments: Store.allCases)
    func records(store: Store) async throws {
        try await World.run(in: store) { world in
            let changed = try await world.known(Message(id: "", text: "changed"))
            let gone = try await world.known(Message(id: "", text: "gone"))
            world.clock.advance(by: .zero - Self.year)
            _ = try await world.remote.patch(id: changed, with: Message.Patch(text: .set("new")))
            try await world.remote.delete(id: gone)
            await world.synchronize()
            #expect(try await world.local().map(\.text) == ["new"])
        }
    }

    @Test("entities deleted in the future can be stored again", arguments: Store.allCases)
    func departures(store: Store) async throws {
        try await World.run(in: store) { world in
            await world.server.setReusesIdentities(true)
            let id = try await world.known()
            try await world.remote.delete(id: id)
            await world.synchronize()
            world.clock.advance(by: .zero - Self.year)
            #expect(try await world.known(Message(id: "", text: "again")) == id)
            #expect(try await world.local().map(\.text) == ["again"])
        }
    }

    @Test("a write waits no longer than its delay", arguments: Store.allCases, [nil, 1000])
    func writes(store: Store, retryAfter: Int?) async throws {
        try await World.run(in: store) { world in
            let fault = Fault.unavailable(503, retryAfter: retryAfter)
            await world.server.setFaults(FirstRequests("POST", fault).fault)
            try await world.create(Message(id: "t1", text: "a"))
            await world.synchronizer.push()
            world.clock.advance(by: .zero - Self.year)
            // Another process, which knows only the stored state.
            let synchronizer = Synchronizer(
                storage: world.storage,
                clock: world.clock,
                backoff: Backoff(first: .seconds(10), jitter: { 1 })
            )
            try await synchronizer.register(RemoteCollection(world.remote))
            await synchronizer.start()
            await world.pass((retryAfter ?? 300) - 1)
            let isAsked = retryAfter != nil
            if isAsked { #expect(await world.server.count(of: "POST") == 1) }
            await world.pass(62)
            await synchronizer.stop()
            #expect(try await world.entries().isEmpty)
        }
    }

    @Test("a pause requested by a server is limited to some hours")
    func longest() async throws {
        try await World.run { world in
            let fault = Fault.unavailable(503, retryAfter: 30 * 86_400)
            await world.server.setFaults(FirstRequests("POST", fault).fault)
            try await world.create(Message(id: "t1", text: "a"))
            await world.synchronizer.push()
            world.clock.advance(by: .seconds(3600))
            #expect(await world.synchronizer.push().postponed == 1)
            world.clock.advance(by: .seconds(6 * 3600))
            #expect(await world.synchronizer.push().acknowledged == 1)
        }
    }
}
