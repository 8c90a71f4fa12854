// In the form of generated code, by hand until a schema of the examples is generated.

import RepositoryRuntime

/// The protocol of the messages for the layer above.
nonisolated protocol MessageRepositoryProtocol: CreateRepository, PagedRepository,
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
nonisolated final class MessageRepositoryMock: MessageRepositoryProtocol, MockRepository {
    typealias Entity = Message

    /// The functions behind the stubs.
    let stubs = MockFunctions()
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
