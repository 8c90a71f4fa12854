import Messages
import RepositoryRuntime
import RepositoryTesting
import Testing

/// The custom store in the documentation works.
@Suite struct RewindableStorageTests {
    private struct LocalMessages: CRUDStorageRepository {
        typealias Entity = Message
        let storage: any Storage
    }

    @Test("it passes the contract", arguments: StorageContract.checks)
    func contract(_ check: StorageContract.Check) async throws {
        try await check.run { RewindableStorage() }
    }

    @Test("it rewinds, and notifies observers")
    func rewinding() async throws {
        let storage = RewindableStorage()
        let messages = LocalMessages(storage: storage)
        let kept = try await messages.create(Message.Draft(text: "kept"))
        let checkpoint = await storage.checkpoint()
        try await messages.delete(id: kept.id)
        try await messages.create(Message.Draft(text: "gone"))

        var observed = messages.observe().makeAsyncIterator()
        #expect(try await observed.next()?.map(\.text) == ["gone"])
        await storage.restore(checkpoint)
        #expect(try await observed.next()?.map(\.text) == ["kept"])
        #expect(try await messages.find() == [kept])
    }

    @Test("it reuses no sequence number of the outbox after a rewind")
    func sequences() async throws {
        let storage = RewindableStorage()
        let start = await storage.checkpoint()
        let key = RecordKey(collection: "Message", id: "1")
        var places: [Int64] = []
        for _ in 0..<3 {
            places.append(
                try await storage.write { store throws(StorageError) in
                    try store.put(OutboxEntry(key: key, operation: .create)).sequence
                }
            )
            await storage.restore(start)
        }
        #expect(Set(places).count == 3)
    }
}
