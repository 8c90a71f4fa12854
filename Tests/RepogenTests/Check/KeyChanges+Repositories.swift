// The keys of repositories.
extension KeyChanges {
    static let repositories = KeyChanges(
        testDescription: "repositories",
        schema: """
            apis: { Shop: { baseURL: https://a.example.com } }
            api: Shop
            entities: { Message: { id: String, properties: { a: Int } } }
            repositories: { Messages: { entity: Message, <> } }
            """,
        changes: [
            .init(
                "remote+",
                "path: messages, remote: [create, read]",
                "path: messages, remote: [create, read, delete]",
                "MessagesProtocol, its requirement of DeleteRepository<Message>: added\(conformers)",
                "Messages, its conformance to DeleteNetworkingRepository: added"
            ),
            .init(
                "remote-",
                "path: messages, remote: [create, read]",
                "path: messages, remote: [read]",
                "MessagesProtocol, its requirement of CreateRepository<Message>: removed\(callers)",
                "Messages, its conformance to CreateNetworkingRepository: removed\(callers)"
            ),
            .init(
                "remote all",
                "path: messages, remote: [create, read, update]",
                "path: messages, remote: [create, read, update, delete]",
                "MessagesProtocol, its requirement of DeleteRepository<Message>: added\(conformers)",
                "Messages, its conformance to CRUDNetworkingRepository: added"
            ),
            .init(
                "sync",
                "path: messages, remote: [create, read]",
                "path: messages, remote: [create, read, synchronize]",
                "Messages, its conformance to SynchronizableRepository: added\(maybe)"
            ),
            .init(
                "sync of all",
                "path: messages, local: sqlite, remote: [create, read, update, patch, delete]",
                "path: messages, local: sqlite, remote: [create, read, update, patch, delete, synchronize]",
                "Messages, its conformance to SynchronizableRepository: added\(maybe)"
            ),
            .init(
                "patch",
                "path: messages, local: sqlite, remote: [read, update]",
                "path: messages, local: sqlite, remote: [read, update, patch]",
                "MessagesProtocol, its requirement of PatchRepository<Message>: added\(conformers)",
                "Messages, its conformance to PatchableRepository: added\(maybe)"
            ),
            .init(
                "sync-",
                "path: messages, local: sqlite, remote: [create, read, synchronize]",
                "path: messages, local: sqlite, remote: [create, read]",
                "Messages, its conformance to SynchronizableRepository: removed\(callers)\(andMaybe)"
            ),
            .init(
                "local",
                "path: messages, remote: [create, read]",
                "path: messages, remote: [create, read], local: sqlite",
                "no declaration changes, but the behavior may (see the lines)",
                "Messages, its conformance to OfflineRepository: added",
                "Messages.strategy: added"
            ),
            .init(
                "local2",
                "path: messages, local: memory",
                "path: messages, local: sqlite",
                "no declaration changes, but the behavior may (see the lines)",
                "Messages, its conformance to InMemoryOfflineRepository: removed\(callers)"
            ),
            .init(
                "local-",
                "path: messages, local: memory",
                "path: messages, local: none",
                "Messages, its conformance to InMemoryOfflineRepository: removed\(callers)",
                "Messages.strategy: removed\(callers)"
            ),
            .init(
                "strategy",
                "path: messages, local: sqlite",
                "path: messages, local: sqlite, strategy: offlineFirst",
                "Messages.strategy: Strategy.default → Strategy.offlineFirst\(maybe)"
            ),
            .init(
                "strategy2",
                "path: messages, local: sqlite, strategy: { find: remoteFirst }",
                "path: messages, local: sqlite, strategy: { find: localOnly }",
                "Messages.strategy: .find: .remoteFirst → .localOnly\(maybe)"
            ),
            .init(
                "conflicts",
                "path: messages, local: sqlite",
                "path: messages, local: sqlite, conflicts: merge",
                "Messages.collection: \(synchronized)with conflicts: .merge\(maybe)"
            ),
            .init(
                "conflicts2",
                "path: messages, local: sqlite, conflicts: fail",
                "path: messages, local: sqlite, conflicts: merge",
                "Messages.collection: \(synchronized)conflicts: .fail → .merge\(maybe)"
            ),
            .init(
                "noread",
                "path: messages, local: sqlite, remote: [create, read]",
                "path: messages, local: sqlite, remote: [create]",
                "MessagesProtocol, its requirement of PagedRepository<Message>: removed\(callers)",
                "Messages, its conformance to ReadNetworkingRepository: removed\(callers)",
                "Messages.collection: \(synchronized)with listing: .none\(maybe)"
            ),
            .init(
                "conventions",
                "path: messages, remote: [read]",
                "path: messages, remote: [read], conventions: { tombstone: gone }",
                #"Messages.conventions.tombstone: nil → "gone"\#(reading)"#
            ),
            .init(
                "doc",
                "path: messages, remote: [read]",
                "path: messages, remote: [read], doc: X.",
                documentation
            ),
            .init(
                "path",
                "path: a/b, remote: [read]",
                "path: c/d, remote: [read]",
                #"Messages.init: default of 'path': "a/b" → "c/d", the destination of requests\#(wire)"#
            ),
        ]
    )

    static let conventionsOfRepositories = KeyChanges(
        testDescription: "conventionsOfRepositories",
        schema: """
            api: Shop
            apis: { Shop: { baseURL: https://a.example.com<> } }
            entities: { Message: { id: String, properties: { a: Int } } }
            repositories: { Messages: { entity: Message, path: messages, remote: [read]<> } }
            """,
        changes: [
            .init(
                "overlay",
                ", conventions: { versions: none, envelope: data }¦",
                ", conventions: { versions: none, envelope: data }¦, conventions: { tombstone: gone }",
                #"Messages.conventions.tombstone: nil → "gone"\#(reading)"#
            ),
            .init(
                "overlay same",
                ", conventions: { versions: none, envelope: data }¦",
                ", conventions: { versions: none, envelope: data }¦, conventions: { versions: none }",
                "Messages.conventions: no effective change"
            ),
            .init(
                "overlay replaces",
                ", conventions: { versions: none, envelope: data }¦",
                ", conventions: { versions: none, envelope: data }¦, conventions: { envelope: { one: x } }",
                #"Messages.conventions.envelope.one: "data" → "x"\#(reading)"#
            ),
            .init(
                "anew same",
                ", conventions: eve¦",
                ", conventions: eve¦, conventions: eve",
                "Messages.conventions: no effective change"
            ),
            .init(
                "anew over overlay",
                ", conventions: eve¦, conventions: { tombstone: gone }",
                ", conventions: eve¦, conventions: { like: eve, tombstone: gone }",
                "Messages.conventions: no effective change"
            ),
            .init(
                "moves",
                ", conventions: { versions: none, envelope: data }¦",
                "¦, conventions: { versions: none, envelope: data }",
                #"Shop.conventions.envelope.one: "data" → []\#(reading)"#,
                #"Shop.conventions.envelope.list: "data" → []\#(reading)"#,
                #"Shop.conventions.envelope.sent: "data" → []\#(wire)"#,
                "Shop.conventions.versions: .none → .entityTag\(wire)",
                "Messages.conventions: no effective change"
            ),
            .init(
                "moves part",
                ", conventions: { versions: none, envelope: data }¦",
                ", conventions: { envelope: data }¦, conventions: { versions: none }",
                "Shop.conventions.versions: .none → .entityTag\(wire)",
                "Messages.conventions: no effective change"
            ),
            .init(
                "goes",
                ", conventions: { envelope: data }¦, conventions: { tombstone: gone }",
                ", conventions: { envelope: data }¦",
                #"Messages.conventions.tombstone: "gone" → nil\#(reading)"#
            ),
            .init(
                "api changes",
                ", conventions: { envelope: data }¦, conventions: { tombstone: gone }",
                ", conventions: { envelope: dat }¦, conventions: { tombstone: gone }",
                #"Shop.conventions.envelope.one: "data" → "dat"\#(reading)"#,
                #"Shop.conventions.envelope.list: "data" → "dat"\#(reading)"#,
                #"Shop.conventions.envelope.sent: "data" → "dat"\#(wire)"#
            ),
            .init(
                "api changes hidden",
                ", conventions: { envelope: data }¦, conventions: { envelope: x }",
                ", conventions: { envelope: dat }¦, conventions: { envelope: x }",
                #"Shop.conventions.envelope.one: "data" → "dat"\#(reading)"#,
                #"Shop.conventions.envelope.list: "data" → "dat"\#(reading)"#,
                #"Shop.conventions.envelope.sent: "data" → "dat"\#(wire)"#
            ),
        ]
    )
}
