import ExampleServer
import Foundation
import RepositoryRuntime
import RepositorySQLite
import SyncSample
import Testing

/// Sides with limited capabilities, or failures.
@Suite struct ProxySideTests {
    @Test("a server without PATCH gets the whole entity", arguments: Store.allCases)
    func notPatchable(store: Store) async throws {
        try await World.run(in: store) { world in
            let conversation = try await world.remoteConversations.create(.init(title: "old"))
            let conversations = RepositoryProxy(
                remote: world.remoteConversations,
                storage: world.storage,
                clock: world.clock
            )
            var patch = Conversation.Patch(title: .set("new"))
            let patched = try await conversations.results.patch(id: conversation.id, with: patch)
            #expect(patched.origin == .remote)
            #expect(patched.value.title == "new")
            #expect(try await world.remoteConversations.find(.all).map(\.title) == ["new"])
            patch.title = .set("newer")
            await world.disturb(.cutAfter)
            #expect(
                try await conversations.results.patch(id: conversation.id, with: patch).origin
                    == .local
            )
            await world.disturb(nil)
            #expect(await world.settle() == 1)
            #expect(try await world.remoteConversations.find(.all).map(\.title) == ["newer"])
        }
    }

    @Test("an unsupported operation is rejected, or stays local", arguments: Store.allCases)
    func readOnly(store: Store) async throws {
        try await World.run(in: store) { world in
            let message = try await world.remote.create(Message.Draft(text: "hi"))
            let remote = ReadOnlyMessages(store: world.session)
            let alone = RepositoryProxy(remote: remote, storage: nil)
            #expect(try await alone.find() == [message])
            let error = try await repositoryError { try await alone.update(message) }
            #expect(error.code == .unavailable)
            let both = RepositoryProxy(remote: remote, storage: world.storage)
            #expect(try await both.find() == [message])
            // It could never be sent, and the next response would overwrite it.
            let mine = Message(id: message.id, text: "mine")
            let refusal = try await repositoryError { try await both.update(mine) }
            #expect(refusal.code == .unavailable)
            #expect(try await world.local() == [message])
            var keeping = both
            keeping.strategy[.update] = .localOnly
            let result = try await keeping.results.update(mine)
            #expect(result.warnings == [.willNotBeSent])
            #expect(try await world.local() == [mine])
            #expect(try await world.entries().isEmpty)
        }
    }

    @Test("a store alone is a repository", arguments: Store.allCases)
    func storeAlone(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = RepositoryProxy<Message>(storage: world.storage)
            let message = try await messages.create(Message.Draft(text: "hi"))
            #expect(try await messages.find { $0.text == "hi" } == [message])
            try await messages.patch(id: message.id, with: .init(text: .set("you")))
            #expect(try await messages.storeOrUpdate(message) == message)
            try await messages.delete(id: message.id)
            #expect(try await messages.find() == [])
            #expect(
                try await repositoryError { try await messages.update(message) }.code == .notFound
            )
            #expect(await world.server.requests.isEmpty)
        }
    }

    @Test("an error while reading the local state names the operation of the app")
    func operationOfError() async throws {
        try await World.run(in: .sqlite) { world in
            let messages = world.messages(.localFirst)
            let error = try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await repositoryError {
                    try await messages.storeOrUpdate(Message(id: "a", text: "hi"))
                }
            }.value
            #expect(error.code == .cancelled)
            #expect(error.operation == "storeOrUpdate Message")
        }
    }

    @Test("a success on the server does not fail because the store is full")
    func fullStore() async throws {
        try await withFile { file in
            try await World.run { world in
                // As many pages as an empty store has, and a few more: the text needs more.
                let empty = try SQLiteStorage(url: file)
                try await empty.prepare(Message.schema)
                try empty.close()
                let size = try #require(try file.resourceValues(forKeys: [.fileSizeKey]).fileSize)
                let storage = try SQLiteStorage(
                    url: file,
                    configuration: SQLiteConfiguration(maximumPageCount: size / 4096 + 3)
                )
                let messages = RepositoryProxy(remote: world.remote, storage: storage)
                let text = String(repeating: "x", count: 30_000)
                let created = try await messages.results.create(Message.Draft(text: text))
                #expect(created.origin == .remote)
                #expect(created.warnings == [.notKept])
                #expect(created.attempts.map(\.outcome) == [.succeeded, .storageTrouble])
                #expect(created.attempts.last?.error?.code == .storage)
                let found = try await messages.results.find()
                #expect(found.value == [created.value])
                #expect(found.warnings == [.notKept])
                // Neither side can take it: the error is the server's, and mentions both.
                await world.disturb(.answer(ScriptedAnswer(503)))
                let error = try await repositoryError {
                    try await messages.create(Message.Draft(text: text))
                }
                #expect(error.status == 503)
                #expect(error.message.contains("local store failed, too"))
                #expect(
                    try await storage.read { store throws(StorageError) in try store.entryCount() }
                        == 0
                )
            }
        }
    }

    @Test("without the store, writes that could overtake others are not sent, but reads continue")
    func closedStore() async throws {
        try await withFile { file in
            try await World.run { world in
                let storage = try SQLiteStorage(url: file)
                let id = try await world.remote.create(Message.Draft(text: "hi")).id
                let messages = RepositoryProxy(remote: world.remote, storage: storage)
                try storage.close()
                #expect(try await messages.find(id: id).text == "hi")
                #expect(try await messages.results.find().origin == .remote)
                let local = RepositoryProxy(
                    remote: world.remote,
                    storage: storage,
                    strategy: .offlineFirst
                )
                #expect(try await local.results.find().origin == .remote)
                await world.server.forgetRequests()
                for messages in [messages, local] {
                    for write in ProxyWrite.allCases {
                        let error = try await repositoryError {
                            try await write.perform(id, by: messages)
                        }
                        #expect(error.code == .storage)
                    }
                }
                #expect(await world.server.requests.isEmpty)
                // Nothing can be pending for a new entity without references.
                let conversations = RepositoryProxy(
                    remote: world.remoteConversations,
                    storage: storage
                )
                #expect(try await conversations.create(.init(title: "c")).id == "c1")
            }
        }
    }

    @Test("a cancelled caller does not reach the other side", arguments: Store.allCases)
    func cancelled(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            await world.disturb(.delay(.seconds(30)), ["GET", "PUT"])
            let messages = world.messages(.remoteFirst)
            for isRead in [true, false] {
                await world.server.forgetRequests()
                let task = Task { () async throws in
                    if isRead { return try await messages.find(id: id) }
                    return try await messages.update(Message(id: id, text: "new"))
                }
                while await world.server.requests.isEmpty {
                    try await Task.sleep(for: .milliseconds(5))
                }
                task.cancel()
                let error = try await repositoryError { _ = try await task.value }
                #expect(error.code == .cancelled)
                #expect(error.isAmbiguous == !isRead)
                #expect(try await world.entries().isEmpty)
            }
        }
    }

    @Test("what the server has answered is stored for a caller that is cancelled then")
    func cancelledAfterAnswer() async throws {
        try await World.run(in: .sqlite) { world in
            let remote = MessageRepository(store: CancellingNetworking(base: world.remote.store))
            let messages = RepositoryProxy(remote: remote, storage: world.storage)
            let created = try await Task {
                try await messages.results.create(Message.Draft(text: "hi"))
            }.value
            #expect(created.warnings.isEmpty)
            #expect(try await world.local() == [created.value])
            _ = try await Task { try await messages.results.delete(id: created.value.id) }.value
            #expect(try await world.local().isEmpty)
        }
    }

    @Test("a registry returns the repository of each type, or an error")
    func registry() async throws {
        try await World.run { world in
            var registry = RepositoryRegistry()
            try await world.synchronizer.register(RemoteCollection(world.remoteConversations))
            registry.register(
                RepositoryProxy(remote: world.remoteConversations, synchronizer: world.synchronizer)
            )
            let before = registry
            let collection = RemoteCollection(world.remote, creationCheck: .idempotencyKey())
            try await world.synchronizer.register(collection)
            registry.register(
                RepositoryProxy(
                    remote: world.remote,
                    synchronizer: world.synchronizer,
                    strategy: Strategy(.remoteFirst, [.create: .localFirst])
                )
            )
            let messages = try registry.repository(for: Message.self)
            let created = try await messages.results.create(Message.Draft(text: "hi"))
            #expect(created.origin == .local)
            await world.isSynchronized()
            #expect(try await messages.results.find().value.map(\.id) == ["m1"])
            let error = try await repositoryError { _ = try before.repository(for: Message.self) }
            #expect(error.code == .notRegistered)
            #expect(error.message.contains("Message"))
            registry.register(RepositoryProxy<Message>(storage: MemoryStorage()))
            #expect(try await registry.repository(for: Message.self).find() == [])
            #expect(try await messages.find().count == 1)
        }
    }

    @Test("each operation follows its own rule, also through the general protocols")
    func vocabulary() async throws {
        try await World.run { world in
            _ = try await world.remote.create(Message.Draft(text: "hi"))
            let proxy = RepositoryProxy(
                remote: world.remote,
                storage: world.storage,
                strategy: Strategy(.remoteFirst, [.findOne: .localOnly, .create: .localFirst])
            )
            let messages: any CRUDRepository<Message> = proxy
            #expect(try await messages.findOne() == nil)
            #expect(try await messages.findOne { $0.text == "hi" } == nil)
            #expect(try await messages.find().count == 1)
            #expect(try await messages.findOne { $0.text == "hi" }?.id == "m1")
            await world.server.forgetRequests()
            try await messages.create([.init(text: "a"), .init(text: "b")])
            #expect(await world.server.requests.isEmpty)
        }
    }

    private func withFile(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "proxy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "data.sqlite"))
    }
}

/// A repository that can only be read.
private struct ReadOnlyMessages: ReadNetworkingRepository {
    typealias Entity = Message
    let store: any Networking
    let path = "messages"
}

/// Cancels the task that has sent a request when the response arrives.
private struct CancellingNetworking: Networking {
    let base: any Networking

    func send(_ request: NetworkingRequest) async throws(NetworkingError) -> NetworkingResponse {
        let response = try await base.send(request)
        withUnsafeCurrentTask { $0?.cancel() }
        return response
    }
}
