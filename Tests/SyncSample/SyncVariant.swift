package import RepositoryRuntime

/// The capabilities of a service, and how a client synchronizes with it; each seed has its own.
package struct SyncVariant: Hashable, Sendable {
    /// How a new entity gets its identity, and how the client determines whether it was created.
    package enum Creation: String, Hashable, Sendable, CaseIterable {
        /// The server supports idempotency keys.
        case key
        /// The server does not support them, and the client searches for an equal entity.
        case comparison
        /// The client assigns the identity, and sends it with POST.
        case identity
        /// The client assigns the identity, and sends PUT to the path of the entity.
        case identityInPath
    }

    package let creation: Creation
    package let conflicts: ConflictPolicy
    /// Whether the client sends changes with PATCH; otherwise, it replaces entities with PUT.
    package let patches: Bool
    /// The number of entities that one request creates.
    package let batchSize: Int
    /// Whether the client requests only changes; otherwise, it always lists everything.
    package let listsChanges: Bool
    /// Whether the server sends entity tags, and checks them.
    package let hasTags: Bool

    /// How a service handles the deletion of an entity that others refer to.
    package enum Relations: Hashable, Sendable {
        /// It deletes or changes the others.
        case cascading
        /// It rejects the deletion.
        case refusing
    }

    /// How the service handles folders and pages when a folder is deleted; nil if it has none.
    package var relations: Relations?
    /// Whether the service has notices, of which the client keeps the newest ones.
    package var hasNotices = false
    /// The size of the pages, which are requested by offset and have no common header; nil if a listing is one
    /// response.
    package var pageSize: Int?
    /// Whether runs have a deadline.
    package var hasDeadlines = false
    /// Whether the user moves to another device, or has another account on the same device; nil for neither.
    package var accounts: Accounts?

    /// The devices and accounts of a user.
    package enum Accounts: Hashable, Sendable {
        /// Pending writes are exported, and imported on another device.
        case moved
        /// Two accounts have a store each, and the app switches between them while requests are in flight.
        case two
    }

    /// The selection of notices that the client keeps.
    static let kept = ReplicaSelection(Notice.self, newest: 2, by: \.number) { $0.isKept == true }

    /// Creates a variant.
    package init(
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

    /// Creates the variant of a seed.
    package init(seed: UInt64) {
        var random = SplitMix(seed: seed &* 7919 &+ 5)
        creation = Creation.allCases.randomElement(using: &random) ?? .key
        conflicts = ConflictPolicy.allCases.randomElement(using: &random) ?? .merge
        patches = random.next() % 2 == 0
        batchSize = [1, 1, 2, 25].randomElement(using: &random) ?? 1
        listsChanges = random.next() % 2 == 0
        hasTags = random.next() % 4 > 0
    }

    /// Whether the client assigns identities.
    package var givesIdentities: Bool { [.identity, .identityInPath].contains(creation) }

    /// Returns the collections that the client registers.
    ///
    /// - Parameter session: The connection to the server.
    /// - Returns: The collections; those that others refer to come first.
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
            conventions.changes = .init(
                parameter: "since",
                cursor: pageSize == nil ? .header("Last-Change") : .member("change")
            )
        }
        if let pageSize {
            conventions.paging = .init(.offset(parameter: "offset"), size: pageSize)
            // The service does not sort.
            conventions.query.sort = nil
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
            pageSize.map { "pages of \($0)" } ?? "no pages",
        ].joined(separator: ", ")
    }
}
