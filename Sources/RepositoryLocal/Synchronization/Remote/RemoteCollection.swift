import HTTPTypes

/// A collection on the server: its location, its capabilities, and its conflict policy.
///
///     let messages = RemoteCollection(MessageRepository(store: session), conflicts: .merge)
///     try await synchronizer.register(messages)
public struct RemoteCollection: Sendable {
    /// The method to determine whether a creation without a response was carried out.
    public typealias CreationCheck = Conventions.CreationCheck

    /// The method to list all entities.
    public enum Listing: Hashable, Sendable {
        /// As the conventions of the service specify.
        ///
        /// Without conventions, GET path returns all entities, and links to next pages are
        /// followed.
        case whole
        /// In pages with `limit` and `offset`, unless the conventions specify other parameters; a
        /// shorter page is the last one.
        case pages(of: Int)
        /// They cannot be listed; nothing is pulled.
        case none
    }

    /// The schema of the entities.
    public var schema: EntitySchema { service.schema }
    /// The policy for a write when the entity has changed on the server, too.
    public var conflicts: ConflictPolicy
    /// The method to determine whether a creation without a response was carried out.
    public var creationCheck: CreationCheck
    /// The method to list all entities.
    public var listing: Listing
    /// The entities that the local store keeps; nil for all.
    public var keeping: ReplicaSelection?
    /// The number of creations per request; 1 if the server does not support POST path/collection.
    ///
    /// If the server supports idempotency keys but no listing, each creation is sent separately:
    /// without a listing, the outcome of a batch cannot be determined.
    public var batchSize: Int { service.batchSize }

    /// The API of the collection's service.
    var api: any APIDefinition.Type { service.api }
    /// The constant properties, shared by all copies.
    private let service: Service

    private final class Service: Sendable {
        let schema: EntitySchema
        let api: any APIDefinition.Type
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
            api = repository.collectionRequest(.list, query: "").api
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
                // If either side may assign the identity, a negative number is temporary, and the
                // service assigns the final one.
                if !namesIdentities, case .number(let id) = draft[key],
                    id.literal.hasPrefix("-")
                {
                    draft[key] = nil
                }
                return draft
            }
        }
    }

    /// Creates the collection of a repository on a server.
    ///
    /// - Parameters:
    ///   - repository: The repository: its path, its service, and its networking. PATCH is used if
    ///     it is a ``PatchableRepository``, POST path/collection if it is a
    ///     ``SynchronizableRepository``.
    ///   - conflicts: The policy for a write when the entity has changed on the server, too.
    ///   - creationCheck: The method to determine whether a creation without a response was carried
    ///     out; by default, as the conventions of the service specify.
    ///   - listing: The method to list all entities.
    ///   - batchSize: The number of creations per request, if the repository supports batches,
    ///     limited by the service's maximum; nil for that maximum, or 25 if it declares none.
    ///   - keeping: The entities that the local store keeps; nil for all.
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
    /// Whether the server supports partial updates: PATCH path/:id.
    var isPatchable: Bool { service.isPatchable }
    var networking: any Networking { service.networking }
    /// The pause that the service has requested; nil if it does not do so.
    var pause: AskedPause? { service.pause }
    var conventions: Conventions { service.conventions }

    /// Creates the request for all entities, with a query.
    func collectionRequest(_ operation: ServiceOperation, _ query: String) -> NetworkingRequest {
        service.collectionRequest(operation, query)
    }

    /// Creates the request for one entity.
    func entityRequest(
        _ operation: ServiceOperation,
        _ id: String
    ) throws(RepositoryError) -> NetworkingRequest {
        try service.entityRequest(operation, id)
    }

    /// Decodes properties as an entity and encodes it again, which gives each state a unique form.
    func normalized(_ members: [String: JSON]) throws(JSONError) -> [String: JSON] {
        try service.normalized(members)
    }

    /// Returns the properties of an entity that a client sends.
    func draft(_ members: [String: JSON]) throws(JSONError) -> [String: JSON] {
        try service.draft(members)
    }

    /// Returns what a creation has sent, without the defaults of properties that an update of the
    /// app has added since.
    func draft(asSent members: [String: JSON]) throws(JSONError) -> [String: JSON] {
        try draft(members).limited(to: members)
    }
}

/// The state of an entity on the server.
package struct RemoteState: Sendable {
    /// The properties, in the entity's own form.
    var members: [String: JSON]
    /// The entity tag.
    var tag: String?
}

extension RemoteCollection {
    /// The paging of its listing.
    var paging: Conventions.Paging {
        let paging = conventions.paging
        guard case .pages(let size) = listing else { return paging }
        // Without a size parameter, the service would decide, and might not page at all.
        return paging.sizeParameter == nil
            ? Conventions.Paging(.offset(parameter: "offset"), size: size, sizeParameter: "limit")
            : paging.sized(size)
    }

    /// Fetches one entity; nil if there is none.
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

    /// Whether an entity is unchanged on the server since it was confirmed.
    ///
    /// An equal version means unchanged, since listings may omit properties. Without versions, only
    /// properties that clients write are compared: servers update view counters and read-only
    /// properties on their own.
    func has(
        _ confirmed: [String: JSON],
        of record: StoredRecord,
        in remote: RemoteState
    ) -> Bool {
        let known = record.entityTag ?? conventions.versions.tag(of: .object(confirmed))
        if let tag = remote.tag, tag == known { return true }
        return changes(from: confirmed, to: remote.members).isEmpty
    }

    /// Returns the properties that have changed on the server, with null as the local value.
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

    /// Returns the server's state of an entity, if an error response contains it.
    ///
    /// Returns the state with its version; nil if it must be fetched.
    func state(in error: RepositoryError) -> RemoteState? {
        guard let path = conventions.errors.current, let response = error.response,
            let body = try? JSON(jsonData: response.body), let found = body.value(at: path)
        else { return nil }
        let key = schema.identityKey
        let entity = conventions.resource?.members(of: found, identityKey: key) ?? found
        // A tombstone is fetched instead, and handled as a deletion.
        guard conventions.tombstone?.marks(entity) != true, let members = entity.object,
            let state = try? normalized(members)
        else { return nil }
        let tag =
            conventions.versions == .entityTag
            ? response.entityTag : conventions.versions.tag(of: entity)
        // Without a tag, the next attempt would be unconditional.
        return tag.map { RemoteState(members: state, tag: $0) }
    }

    /// Sends a request, without checking the status code of the response.
    func send(_ request: NetworkingRequest) async throws(RepositoryError) -> NetworkingResponse {
        try await networking.exchange(request)
    }
}

extension RemoteCollection {
    /// Whether a creation may overwrite an existing entity with its identity: it is a PUT, and a
    /// service without versions need not honor `If-None-Match: *`.
    var mayOverwriteByCreating: Bool {
        creationCheck == .identity && conventions.createsAtIdentity && conventions.versions == .none
    }

    /// Whether creations are sent in batches; not if separate requests have more reliable outcomes.
    var createsMany: Bool {
        // The outcome of a batch can only be found out by listing.
        let isFoundByKeyAlone = knowsIdempotencyKeys && listing == .none
        return batchSize > 1 && !mayOverwriteByCreating && !isFoundByKeyAlone
    }

    /// Whether the server deduplicates requests by idempotency key.
    var knowsIdempotencyKeys: Bool {
        heededIdempotencyHeader != nil
    }

    /// The header field for idempotency keys; nil if the server supports none.
    var heededIdempotencyHeader: String? {
        if case .idempotencyKey(let header, _) = creationCheck { header } else { nil }
    }
}
