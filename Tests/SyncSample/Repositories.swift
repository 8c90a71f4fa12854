package import RepositoryRuntime

/// The messages of the example server.
package struct MessageRepository: CRUDNetworkingRepository, PatchableRepository {
    package typealias Entity = Message
    package let store: any Networking
    package let path = "messages"

    package init(store: any Networking) {
        self.store = store
    }
}

/// The messages of the example server, created in batches.
package struct BatchMessageRepository: CRUDNetworkingRepository, SynchronizableRepository {
    package typealias Entity = Message
    package let store: any Networking
    package let path = "messages"

    package init(store: any Networking) {
        self.store = store
    }
}

/// The conversations of the example server, which it replaces and does not patch.
package struct ConversationRepository: CRUDNetworkingRepository {
    package typealias Entity = Conversation
    package let store: any Networking
    package let path = "conversations"

    package init(store: any Networking) {
        self.store = store
    }
}
