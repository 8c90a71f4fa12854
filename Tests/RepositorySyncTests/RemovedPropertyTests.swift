import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// An update of the app removes a property with a pending change.
@Suite struct RemovedPropertyTests {
    /// The service without PATCH.
    private struct ReplacingMessages: CRUDNetworkingRepository {
        typealias Entity = Message
        let store: any Networking
        let path = "messages"
    }

    // The trap: if the whole entity is sent, removed properties are silently left out.
    @Test(
        "the change is rejected and kept, however changes are sent",
        arguments: Store.allCases,
        [true, false]
    )
    func waitingChange(store: Store, hasPatch: Bool) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            try await world.patch(id, ["text": "new", "gone": 1])
            let synchronizer = Synchronizer(storage: world.storage, clock: world.clock)
            try await synchronizer.register(
                hasPatch
                    ? RemoteCollection(world.remote)
                    : RemoteCollection(ReplacingMessages(store: world.session))
            )
            await world.server.forgetRequests()
            let report = await synchronizer.synchronize()
            #expect(report.rejected.map(\.entry.key.id) == [id])
            #expect(report.merged == 0 && report.acknowledged == 0)
            #expect(await world.writes().isEmpty)
        }
    }
}
