import HTTPTypes
import RepositoryRuntime
import SyncSample
import Testing

/// A deletion recorded while a write to the same entity is in flight.
@Suite("A write whose entity is deleted meanwhile")
struct DeletedMeanwhileTests {
    @Test(
        "fails with `.notFound` if its response is lost: the deletion wins",
        arguments: Store.allCases,
        [ProxyWrite.update, .patch, .change, .storeOrUpdate]
    )
    func pendingDeletion(store: Store, write: ProxyWrite) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let messages = world.messages(losing: ["PUT", "PATCH"]) { try await world.delete(id) }
            let error = try await repositoryError { try await write.perform(id, by: messages) }
            #expect(error.code == .notFound)
            #expect(!error.isAmbiguous)
            #expect(try await world.entries().map(\.operation) == [.delete])
            #expect(await world.settle() == 1)
            #expect(try await world.remoteTexts() == [])
            #expect(try await world.local() == [])
        }
    }

    @Test(
        "fails in the same way if the server has carried out the deletion",
        arguments: Store.allCases,
        [ProxyWrite.update, .patch, .change, .storeOrUpdate]
    )
    func acknowledgedDeletion(store: Store, write: ProxyWrite) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let messages = world.messages(losing: ["PUT", "PATCH"]) {
                try await world.delete(id)
                await world.synchronize()
            }
            let error = try await repositoryError { try await write.perform(id, by: messages) }
            #expect(error.code == .notFound)
            #expect(!error.isAmbiguous)
            #expect(try await world.entries().isEmpty)
            #expect(try await world.remoteTexts() == [])
            #expect(try await world.local() == [])
        }
    }

    @Test(
        "fails, and is not sent, if the store knows that the entity was deleted on the server",
        arguments: Store.allCases,
        [ProxyWrite.update, .patch, .change]
    )
    func knownDeletion(store: Store, write: ProxyWrite) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            try await world.remote.delete(id: id)
            await world.synchronize()
            #expect(try await world.local() == [])
            let messages = world.messages(.localFirst)
            let error = try await repositoryError { try await write.perform(id, by: messages) }
            #expect(error.code == .notFound)
            #expect(try await world.entries().isEmpty)
            // Storing it again is possible on purpose.
            try await ProxyWrite.storeOrUpdate.perform(id, by: messages)
            #expect(try await world.local().map(\.id) == [id])
        }
    }
}

extension World {
    /// Returns messages whose requests may not arrive, after other code has run.
    fileprivate func messages(
        losing methods: Set<String>,
        after event: @escaping @Sendable () async throws -> Void
    ) -> RepositoryProxy<Message> {
        let line = session.with(
            .custom { request, next in
                guard methods.contains(request.head.method.rawValue) else {
                    return try await next.send(request)
                }
                try await event()
                throw NetworkingError(.connectionLost, during: request)
            }
        )
        return RepositoryProxy(
            remote: MessageRepository(store: line),
            storage: storage,
            strategy: Strategy(.remoteFirst),
            clock: clock
        )
    }
}
