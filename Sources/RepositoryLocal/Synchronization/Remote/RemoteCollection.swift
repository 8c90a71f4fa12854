import HTTPTypes

/// The server's side of a collection: where it is, what it understands, and what to do in conflict.
///
///     let messages = RemoteCollection(MessageRepository(store: session), conflicts: .merge)
///     try await synchronizer.register(messages)
public struct RemoteCollection: Sendable {
    /// How it is found out whether a creation without an answer has happened.
    public typealias CreationCheck = Conventions.CreationCheck

    /// How all entities are listed.
    public enum Listing: Hashable, Sendable {
        /// As the conventions of the service say; without any, GET path answers with all, and a link to a
        /// next page is followed.
        case whole
        /// GET path answers with a part, by `limit` and `offset` unless the conventions say another way; a
        /// shorter one is the last.
        case pages(of: Int)
        /// They cannot be listed; nothing is pulled.
        case none
    }

    /// How the entities are stored here.
    public var schema: EntitySchema { service.schema }
    /// What happens to a write when the server's side has changed, too.
    public var conflicts: ConflictPolicy
    /// How it is found out whether a creation without an answer has happened.
    public var creationCheck: CreationCheck
    /// How all entities are listed.
    public var listing: Listing
    /// Which entities the local store keeps; nil for all.
    public var keeping: ReplicaSelection?
    /// How many creations one request carries; 1 where the server knows no POST path/collection.
    ///
    /// Where the server knows idempotency keys and lists nothing, each creation goes alone: only a listing
    /// tells what came of several.
    public var batchSize: Int { service.batchSize }

    /// What does not change, shared by all copies.
    private let service: Service

    private final class Service: Sendable {
        let schema: EntitySchema
        let batchSize: Int
        let isPatchable: Bool
        let networking: any Networking
        let pause: AskedPause?
        let conventions: Conventions
        let collectionRequest: @Sendable (ServiceOperation, String) -> NetworkingRequest
        let entityRequest:
            @Sendable (ServiceOperation, String) throws(RepositoryError) -> NetworkingRequest
        let normalized: @Sendable ([String: JSON]) throws(JSONError) -> [String: JSON]
        let draft: @Sendable ([String: JSON]) throws(JSONError) -> [String: JSON]

        init<Repository: NetworkingRepository>(
            _ repository: Repository,
            namesIdentities: Bool,
            batchSize: Int?
        ) where Repository.Entity: Entity {
            schema = Repository.Entity.schema
            conventions = repository.conventions
            isPatchable = repository is any PatchableRepository
            let size = conventions.batch.size(batchSize)
            self.batchSize = repository is any SynchronizableRepository ? size : 1
            pause = AskedPause(conventions.backoff, over: repository.store)
            networking = pause as (any Networking)? ?? repository.store
            collectionRequest = { repository.collectionRequest($0, query: $1) }
            entityRequest = { (operation, id) throws(RepositoryError) in
                try repository.request(operation, id: id)
            }
            normalized = { (members) throws(JSONError) in
                try Repository.Entity.normalized(members)
            }
            draft = { (members) throws(JSONError) in
                let entity = try Repository.Entity(jsonData: try JSON.object(members).jsonData())
                var draft = try [String: JSON](jsonData: try entity.draft.jsonData())
                let key = Repository.Entity.schema.identityKey
                // Where either side may give it, a negative one stands for that which the service is to give.
                if !namesIdentities, case .number(let id) = draft[key],
                    id.literal.hasPrefix("-")
                {
                    draft[key] = nil
                }
                return draft
            }
        }
    }

    /// Creates the server's side of a repository's entities.
    ///
    /// - Parameters:
    ///   - repository: The repository: its path, its service, and what carries its requests.
    ///     PATCH is used where it is a ``PatchableRepository``, POST path/collection where it is a
    ///     ``SynchronizableRepository``.
    ///   - conflicts: What happens to a write when the server's side has changed, too.
    ///   - creationCheck: How it is found out whether a creation without an answer has happened;
    ///     what the conventions of the service say by default.
    ///   - listing: How all entities are listed.
    ///   - batchSize: How many creations one request carries, where the repository can do so, and not more
    ///     than the service takes; nil for as many as it takes, 25 where it does not say.
    ///   - keeping: Which entities the local store keeps; nil for all.
    public init<Repository: NetworkingRepository>(
        _ repository: Repository,
        conflicts: ConflictPolicy = .merge,
        creationCheck: CreationCheck? = nil,
        listing: Listing = .whole,
        batchSize: Int? = nil,
        keeping: ReplicaSelection? = nil
    ) where Repository.Entity: Entity {
        self.conflicts = conflicts
        self.creationCheck = creationCheck ?? repository.conventions.checkOfCreation
        self.listing = listing
        self.keeping = keeping
        service = Service(
            repository,
            namesIdentities: self.creationCheck == .identity,
            batchSize: batchSize
        )
    }
}

extension RemoteCollection {
    /// Whether the server changes parts: PATCH path/:id.
    var isPatchable: Bool { service.isPatchable }
    var networking: any Networking { service.networking }
    /// How long the service has asked to be left alone; nil where it does not.
    var pause: AskedPause? { service.pause }
    var conventions: Conventions { service.conventions }

    /// The request for all entities, with a query.
    func collectionRequest(_ operation: ServiceOperation, _ query: String) -> NetworkingRequest {
        service.collectionRequest(operation, query)
    }

    /// The request for one entity.
    func entityRequest(
        _ operation: ServiceOperation,
        _ id: String
    ) throws(RepositoryError) -> NetworkingRequest {
        try service.entityRequest(operation, id)
    }

    /// What an entity reads from members and writes again: one form for each state.
    func normalized(_ members: [String: JSON]) throws(JSONError) -> [String: JSON] {
        try service.normalized(members)
    }

    /// What a client sends of an entity.
    func draft(_ members: [String: JSON]) throws(JSONError) -> [String: JSON] {
        try service.draft(members)
    }
}

/// An entity as the server has it.
package struct RemoteState: Sendable {
    /// The members, in the form of the entity.
    var members: [String: JSON]
    /// The entity tag.
    var tag: String?
}

extension RemoteCollection {
    /// How its listing is divided.
    var paging: Conventions.Paging {
        let paging = conventions.paging
        guard case .pages(let size) = listing else { return paging }
        // Else it would be left to the service, which need not divide at all.
        return paging.sizeParameter == nil
            ? Conventions.Paging(.offset(parameter: "offset"), size: size, sizeParameter: "limit")
            : paging.sized(size)
    }

    /// Reads one entity; nil where there is none.
    func read(_ id: String) async throws(RepositoryError) -> RemoteState? {
        var request = try entityRequest(.read, id)
        request.asksAnew()
        let response = try await send(request)
        guard ![404, 410].contains(response.status) else { return nil }
        try response.check(for: request)
        try response.requireBody(for: request)
        do throws(JSONError) {
            let members = try normalized(try [String: JSON](jsonData: response.body))
            return RemoteState(members: members, tag: response.entityTag)
        } catch {
            throw RepositoryError(unreadable: response, to: request, error)
        }
    }

    /// Whether nobody has changed an entity since it was confirmed.
    ///
    /// The same version is unchanged, as listings may have fewer properties than the entity itself. Without
    /// versions, only properties that clients write count: a server moves view counters and fills in
    /// read-only properties by itself.
    func has(
        _ confirmed: [String: JSON],
        of record: StoredRecord,
        in remote: RemoteState
    ) -> Bool {
        let known = record.entityTag ?? conventions.versions.tag(of: .object(confirmed))
        if let tag = remote.tag, tag == known { return true }
        return changes(from: confirmed, to: remote.members).isEmpty
    }

    /// The properties that somebody has changed on the server, and that have no value here any more.
    func changes(
        from confirmed: [String: JSON],
        to members: [String: JSON]
    ) -> [SyncConflict.Property] {
        let (old, new) = (try? draft(confirmed), try? draft(members))
        let (before, after) =
            old == nil || new == nil ? (confirmed, members) : (old ?? [:], new ?? [:])
        return DocumentMembers.difference(from: before, to: after).sorted { $0.key < $1.key }
            .map { key, value in
                .init(key: key, base: before[key] ?? .null, local: .null, remote: value)
            }
    }

    /// The entity as the server has it, where it says so when it refuses a write.
    ///
    /// Returns the entity with its version; nil where the server must be asked.
    func state(in error: RepositoryError) -> RemoteState? {
        guard let path = conventions.errors.current, let response = error.response,
            let body = try? JSON(jsonData: response.body), let found = body.value(at: path)
        else { return nil }
        let key = schema.identityKey
        let entity = conventions.resource?.members(of: found, identityKey: key) ?? found
        // What is no more is read, and said to be so.
        guard conventions.tombstone?.marks(entity) != true, let members = entity.object,
            let state = try? normalized(members)
        else { return nil }
        let tag =
            conventions.versions == .entityTag
            ? response.entityTag : conventions.versions.tag(of: entity)
        // Without it nothing would guard the next attempt.
        return tag.map { RemoteState(members: state, tag: $0) }
    }

    /// Sends a request, whatever the status of the answer.
    func send(_ request: NetworkingRequest) async throws(RepositoryError) -> NetworkingResponse {
        try await networking.exchange(request)
    }
}

extension RemoteCollection {
    /// Whether a creation replaces an entity that has its identity: it is a PUT, and a service without
    /// versions need not honour `If-None-Match: *`.
    var mayOverwriteByCreating: Bool {
        creationCheck == .identity && conventions.createsAtIdentity && conventions.versions == .none
    }

    /// Whether creations go together: not where each would be more certain by itself.
    var createsMany: Bool {
        // What came of a batch is found out by a listing alone.
        let isFoundByKeyAlone = knowsIdempotencyKeys && listing == .none
        return batchSize > 1 && !mayOverwriteByCreating && !isFoundByKeyAlone
    }

    /// Whether the server does at most once what it gets with one key.
    var knowsIdempotencyKeys: Bool {
        heededIdempotencyHeader != nil
    }

    /// The header by which the server does a write at most once; nil where it knows none.
    var heededIdempotencyHeader: String? {
        if case .idempotencyKey(let header, _) = creationCheck { header } else { nil }
    }
}
