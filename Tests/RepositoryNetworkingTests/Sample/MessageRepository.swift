// In the form of generated code, by hand until a schema of the examples is generated.

import RepositoryRuntime

/// The protocol of the messages for the layer above.
nonisolated protocol MessageRepositoryProtocol: CreateRepository, ReadRepository,
    UpdateRepository, PatchRepository, DeleteRepository
where Entity == Message {}

/// The messages on the server.
nonisolated struct MessageRepository: MessageRepositoryProtocol, CRUDNetworkingRepository,
    PatchableRepository
{
    typealias Entity = Message

    /// The network that sends the requests.
    let store: any Networking
    /// The path of the collection.
    let path: String

    /// Creates the repository.
    init(
        store: any Networking = NetworkingSession(api: Conversations.self),
        path: String = "messages"
    ) {
        self.store = store
        self.path = path
    }
}

/// A message repository that records its calls and returns the results that you set.
nonisolated final class MessageRepositoryMock: MessageRepositoryProtocol {
    typealias Entity = Message

    /// The stub of `create(_:)`.
    let createStub = MockFunction<Message.Draft, Message>("create(_:)")
    /// The stub of `find(_:)`.
    let findStub = MockFunction<Criteria, [Message]>("find(_:)")
    /// The stub of `find(id:)`.
    let findByIDStub = MockFunction<Message.ID, Message>("find(id:)")
    /// The stub of `update(_:)`.
    let updateStub = MockFunction<Message, Message>("update(_:)")
    /// The stub of `patch(id:with:)`.
    let patchStub = MockFunction<(id: Message.ID, patch: Message.Patch), Message>(
        "patch(id:with:)"
    )
    /// The stub of `patch(_:from:)`.
    let patchDifferenceStub = MockFunction<(new: Message, old: Message), Message>(
        "patch(_:from:)"
    )
    /// The stub of `delete(id:)`.
    let deleteStub = MockFunction<Message.ID, Void>("delete(id:)")

    /// Creates a mock without results.
    init() {}

    @discardableResult
    func create(_ draft: Message.Draft) async throws(RepositoryError) -> Message {
        try await createStub.call(draft)
    }

    func find(_ criteria: Criteria) async throws(RepositoryError) -> [Message] {
        try await findStub.call(criteria)
    }

    func find(id: Message.ID) async throws(RepositoryError) -> Message {
        try await findByIDStub.call(id)
    }

    @discardableResult
    func update(_ entity: Message) async throws(RepositoryError) -> Message {
        try await updateStub.call(entity)
    }

    @discardableResult
    func patch(
        id: Message.ID,
        with patch: Message.Patch
    ) async throws(RepositoryError) -> Message {
        try await patchStub.call((id: id, patch: patch))
    }

    @discardableResult
    func patch(
        _ new: Message,
        from old: Message
    ) async throws(RepositoryError) -> Message {
        try await patchDifferenceStub.call((new: new, old: old))
    }

    func delete(id: Message.ID) async throws(RepositoryError) {
        try await deleteStub.call(id)
    }
}

/// The protocol of the chat for the layer above: a repository of endpoints.
nonisolated protocol ChatRepositoryProtocol: Sendable {
    /// Returns the newest messages.
    func newest(limit: Int, after: String?) async throws(RepositoryError) -> [Message]
    func suggestions() async throws(RepositoryError) -> [String]
}

// One overload for each parameter with a default, and none with the signature of the requirement:
// that one would be its default implementation, and call itself forever.
nonisolated extension ChatRepositoryProtocol {
    /// Returns the newest messages.
    func newest(after: String? = nil) async throws(RepositoryError) -> [Message] {
        try await newest(limit: 20, after: after)
    }

    /// Returns the newest messages.
    func newest(limit: Int) async throws(RepositoryError) -> [Message] {
        try await newest(limit: limit, after: nil)
    }
}

/// The chat on the server.
nonisolated struct ChatRepository: ChatRepositoryProtocol {
    private let networking: any Networking

    /// Creates the repository.
    init(networking: any Networking = NetworkingSession(api: Conversations.self)) {
        self.networking = networking
    }

    func newest(limit: Int, after: String?) async throws(RepositoryError) -> [Message] {
        try await networking.request(Endpoint.ListMessages(limit: limit, after: after))
    }

    func suggestions() async throws(RepositoryError) -> [String] {
        try await networking.request(Endpoint.Suggestions())
    }
}

/// A chat repository that records its calls and returns the results that you set.
nonisolated final class ChatRepositoryMock: ChatRepositoryProtocol {
    /// The stub of `newest(limit:after:)`.
    let newestStub = MockFunction<(limit: Int, after: String?), [Message]>(
        "newest(limit:after:)"
    )
    /// The stub of `suggestions()`.
    let suggestionsStub = MockFunction<Void, [String]>("suggestions()")

    /// Creates a mock without results.
    init() {}

    func newest(limit: Int, after: String?) async throws(RepositoryError) -> [Message] {
        try await newestStub.call((limit, after))
    }

    func suggestions() async throws(RepositoryError) -> [String] {
        try await suggestionsStub.call()
    }
}
