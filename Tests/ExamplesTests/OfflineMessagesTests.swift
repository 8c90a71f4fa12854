import ExampleServer
import Foundation
import Messages
import RepositoryRuntime
import RepositorySQLite
import Testing

/// `local`, `strategy` and `conflicts` of a schema, tested with generated code over real HTTP on
/// loopback and a real file.
@Suite struct OfflineMessagesTests {
    /// Runs a body with a server and a synchronizer without delays.
    private func withSynchronizer(
        _ body: (Synchronizer, MessageRepository, ExampleServer) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "offline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = try SQLiteStorage(url: folder.appending(path: "data.sqlite"))
        let synchronizer = Synchronizer(storage: storage, backoff: Backoff(first: .zero))
        try await withExampleServer { url, server in
            let repository = MessageRepository(store: NetworkingSession(url: url))
            try await body(synchronizer, repository, server)
        }
        try storage.close()
    }

    @Test("offline writes are readable locally, and sent once there is a server")
    func offline() async throws {
        try await withSynchronizer { synchronizer, repository, server in
            let messages = try await repository.offline(with: synchronizer)
            await server.setFaults { _ in .unavailable() }
            let first = try await messages.create(Message.Draft(text: "hi", likes: 2))
            try await messages.create(Message.Draft(text: "ho"))
            try await messages.patch(id: first.id, with: Message.Patch(likes: .set(3)))
            let found = try await messages.results.find { $0.text == "hi" }
            #expect(found.origin == .local)
            #expect(found.value == [Message(id: first.id, text: "hi", likes: 3)])
            #expect(try JSON(jsonData: await server.documents(of: "messages")) == .array([]))
            await server.setFaults(nil)
            let report = await synchronizer.synchronize()
            #expect(report.isComplete)
            let there = try await repository.find().sorted { $0.text < $1.text }
            #expect(there.map(\.text) == ["hi", "ho"])
            #expect(there.map(\.likes) == [3, 0])
            let here = try await messages.results.find()
            #expect(here.origin == .local)
            #expect(here.value.sorted { $0.text < $1.text } == there)
            #expect(here.editsWaiting == 0)
            // The temporary identity still finds the entity after the server has assigned its own.
            #expect(try await messages.find(id: first.id) == there.first)
        }
    }

    @Test("the strategy, the conflict resolution and the delivery are those of the schema")
    func declared() async throws {
        try await withSynchronizer { synchronizer, repository, _ in
            #expect(MessageRepository.strategy == .offlineFirst)
            #expect(repository.collection.conflicts == .merge)
            #expect(repository.collection.batchSize > 1)
            #expect(try await repository.offline(with: synchronizer).strategy == .offlineFirst)
            var registry = RepositoryRegistry()
            registry.register(try await repository.offline(with: synchronizer))
            let messages = try registry.repository(for: Message.self)
            #expect(messages.strategy == .offlineFirst)
        }
    }
}
