import Messages
import RepositoryRuntime

/// Read-only messages, with their own conventions.
struct ArchivedMessages: ReadNetworkingRepository {
    typealias Entity = Message

    let store: any Networking
    let path = "archive/messages"
    var conventions: Conventions { Conventions(envelope: .init(list: "items")) }
}
