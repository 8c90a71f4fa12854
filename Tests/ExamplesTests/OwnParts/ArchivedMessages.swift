import Messages
import RepositoryRuntime

/// Messages that can only be read, in a form of their own.
struct ArchivedMessages: ReadNetworkingRepository {
    typealias Entity = Message

    let store: any Networking
    let path = "archive/messages"
    var conventions: Conventions { Conventions(envelope: .init(list: "items")) }
}
