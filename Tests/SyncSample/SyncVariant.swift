package import RepositoryRuntime

/// What a service can do, and how a client synchronizes with it: another one for each seed.
package struct SyncVariant: Hashable, Sendable {
    /// How a new entity gets its identity, and how it is found out whether it was created.
    package enum Creation: String, Hashable, Sendable, CaseIterable {
        /// The server knows idempotency keys.
        case key
        /// The server knows none, and is searched.
        case comparison
        /// The client gives the identity, with POST.
        case identity
        /// The client gives the identity, with PUT to a path of its own.
        case identityInPath
    }

    package let creation: Creation
    package let conflicts: ConflictPolicy
    /// Whether parts are changed: PATCH; else the whole is replaced: PUT.
    package let patches: Bool
    /// How many entities one request creates.
    package let batchSize: Int
    /// Whether the server is asked for what has changed; else it always lists all.
    package let listsChanges: Bool
    /// Whether the server gives entity tags, and minds them.
    package let hasTags: Bool

    /// What a service does when an entity is deleted to which others refer.
    package enum Relations: Hashable, Sendable {
        /// It deletes or changes the others.
        case cascading
        /// It refuses.
        case refusing
    }

    /// What it does with folders and pages when a folder is deleted; nil where it has none.
    package var relations: Relations?
    /// Whether it has notices, of which the client keeps the newest.
    package var hasNotices = false
    /// Whether runs have a deadline.
    package var hasDeadlines = false
    /// Whether the user goes on with another device, or has another account on the same one; nil for neither.
    package var accounts: Accounts?

    /// How many devices and accounts there are.
    package enum Accounts: Hashable, Sendable {
        /// What is pending is exported and imported on another device.
        case moved
        /// Two accounts have a store each, and the app switches while requests are on their way.
        case two
    }

    /// The notices that the client keeps.
    static let kept = ReplicaSelection(Notice.self, newest: 2, by: \.number) { $0.isKept == true }

    /// Makes a service.
    init(
        _ creation: Creation,
        _ conflicts: ConflictPolicy,
        patches: Bool,
        batchSize: Int,
        listsChanges: Bool,
        hasTags: Bool
    ) {
        (self.creation, self.conflicts, self.patches) = (creation, conflicts, patches)
        (self.batchSize, self.listsChanges, self.hasTags) = (batchSize, listsChanges, hasTags)
    }

    /// Chooses by a seed.
    package init(seed: UInt64) {
        var random = SplitMix(seed: seed &* 7919 &+ 5)
        creation = Creation.allCases.randomElement(using: &random) ?? .key
        conflicts = ConflictPolicy.allCases.randomElement(using: &random) ?? .merge
        patches = random.next() % 2 == 0
        batchSize = [1, 1, 2, 25].randomElement(using: &random) ?? 1
        listsChanges = random.next() % 2 == 0
        hasTags = random.next() % 4 > 0
    }

    /// Whether the client gives identities.
    package var givesIdentities: Bool { [.identity, .identityInPath].contains(creation) }

    /// What the client registers.
    ///
    /// - Parameter session: Where the server is.
    /// - Returns: The collections, those first to which others refer.
    package func collections(over session: any Networking) -> [RemoteCollection] {
        var all = [
            collection(of: Conversation.self, "conversations", session),
            collection(of: Message.self, "messages", session),
            collection(of: Errand.self, "errands", session),
        ]
        if relations != nil {
            all.append(collection(of: Folder.self, "folders", session))
            all.append(collection(of: Page.self, "pages", session))
        }
        if hasNotices {
            var notices = collection(of: Notice.self, "notices", session)
            notices.keeping = Self.kept
            all.append(notices)
        }
        return all
    }

    private func collection<Value: Entity>(
        of type: Value.Type,
        _ path: String,
        _ session: any Networking
    ) -> RemoteCollection where Value.ID == String, Value.Draft: MemberEncodable {
        givesIdentities
            ? remote(OwnIdentity<Value>.self, path, session) : remote(type, path, session)
    }

    private func remote<Value: Entity>(
        _ type: Value.Type,
        _ path: String,
        _ session: any Networking
    ) -> RemoteCollection {
        switch (patches, batchSize > 1) {
        case (false, false):
            remote(
                ReplacingRepository<Value>(store: session, path: path, conventions: conventions)
            )
        case (false, true):
            remote(
                ReplacingBatchRepository<Value>(
                    store: session,
                    path: path,
                    conventions: conventions
                )
            )
        case (true, false):
            remote(PatchingRepository<Value>(store: session, path: path, conventions: conventions))
        case (true, true):
            remote(
                PatchingBatchRepository<Value>(
                    store: session,
                    path: path,
                    conventions: conventions
                )
            )
        }
    }

    private func remote<Repository: NetworkingRepository>(
        _ repository: Repository
    ) -> RemoteCollection where Repository.Entity: Entity {
        RemoteCollection(repository, conflicts: conflicts, batchSize: batchSize)
    }

    private var conventions: Conventions {
        var conventions = Conventions()
        switch creation {
        case .key: conventions.creationCheck = .idempotencyKey()
        case .comparison: conventions.creationCheck = .comparison
        case .identity: conventions.creationCheck = .identity
        case .identityInPath: conventions.requests = [.create: .init(.put, "{path}/{id}")]
        }
        if listsChanges {
            conventions.tombstone = "deleted"
            conventions.changes = .init(parameter: "since", cursor: .header("Last-Change"))
        }
        return conventions
    }
}

extension SyncVariant: CustomStringConvertible {
    package var description: String {
        [
            "creation by \(creation)", "\(conflicts)", patches ? "PATCH" : "PUT",
            batchSize > 1 ? "\(batchSize) at once" : "one by one",
            listsChanges ? "what has changed" : "whole listings", hasTags ? "tags" : "no tags",
            relations.map { "\($0) folders" } ?? "no folders",
        ].joined(separator: ", ")
    }
}
