import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// An edit recorded while another write to the same entity is in flight.
@Suite struct EditedMeanwhileTests {
    // The trap: the response is not stored, and the client's own write counts as a foreign change.
    @Test(
        "does not conflict with that write",
        arguments: Store.allCases,
        ConflictPolicy.allCases
    )
    func edited(store: Store, policy: ConflictPolicy) async throws {
        for write in [ProxyWrite.update, .patch] {
            try await World.run(in: store, conflicts: policy) { world in
                let id = try await world.known()
                let session = MeanwhileSession(session: world.session) { request in
                    guard [.put, .patch].contains(request.head.method) else { return }
                    try await world.patch(id, ["likes": 7])
                }
                let messages = RepositoryProxy(
                    remote: MessageRepository(store: session),
                    storage: world.storage,
                    strategy: Strategy(.remoteFirst),
                    clock: world.clock
                )
                try await write.perform(id, by: messages)
                let report = await world.synchronize()
                #expect(report.acknowledged == 1, "\(report)")
                #expect(report.conflicts.isEmpty, "\(report)")
                #expect(
                    try await world.remote.find(.all) == [Message(id: id, text: "new", likes: 7)]
                )
                #expect(try await world.local() == world.remote.find(.all))
                #expect(try await world.entries().isEmpty)
            }
        }
    }
}
