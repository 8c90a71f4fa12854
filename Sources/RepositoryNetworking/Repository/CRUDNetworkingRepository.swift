/// A repository on a server that creates entities: POST path.
public protocol CreateNetworkingRepository<Entity>: NetworkingRepository, CreateRepository {}

/// A repository on a server that reads entities: GET path and GET path/:id.
public protocol ReadNetworkingRepository<Entity>: NetworkingRepository, PagedRepository {}

/// A repository on a server that replaces entities: PUT path/:id.
public protocol UpdateNetworkingRepository<Entity>: NetworkingRepository, UpdateRepository
where Entity: RepositoryValues.Entity {}

/// A repository on a server that deletes entities: DELETE path/:id.
public protocol DeleteNetworkingRepository<Entity>: NetworkingRepository, DeleteRepository
where Entity.ID: EntityIdentifier {}

/// A repository on a server with all four operations.
public protocol CRUDNetworkingRepository<Entity>: CRUDRepository, CreateNetworkingRepository,
    ReadNetworkingRepository, UpdateNetworkingRepository, DeleteNetworkingRepository
{}

extension CreateNetworkingRepository {
    /// Creates an entity with POST.
    ///
    /// The result is the draft, overlaid with the response. If the identity is only in `Location`,
    /// it is taken from there; if more is missing, the entity is read from that URL. If the server
    /// has only accepted the creation (202), the outcome is unknown unless the response is the
    /// entity or its URL.
    ///
    /// If entities are created with PUT at the path of their identity, and the service has no
    /// versions, the repository first checks whether the entity exists, provided that it can read.
    /// The reason is that the server may ignore `If-None-Match: *`.
    ///
    /// - Parameter draft: The draft of the entity.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError` if it was not created, or the outcome is unknown; with the code
    ///   `.conflict` if the server has another entity with the identity of the draft.
    @discardableResult
    public func create(_ draft: Entity.Draft) async throws(RepositoryError) -> Entity {
        var request = collectionRequest(.create)
        let sent = try draft.members(for: request)
        if IdempotencyKey.current != nil {
            // In the order in which the outbox would repeat it: a service may compare the bytes of
            // two requests with the same key.
            try request.setBody(JSON.object(sent))
        } else {
            try request.setBody(draft)
        }
        if self is any ReadNetworkingRepository { try await checkVacancy(for: request) }
        var response = try await perform(request)
        try response.checkCreation(of: sent, by: request)
        response = try response.asCreation(of: sent, by: request)
        var overlay = Overlay(sent)
        try overlay.put(response, to: request, Entity.schema)
        let created: Entity
        do throws(JSONError) {
            created = try overlay.entity(Entity.self)
        } catch {
            guard error.code == .missingKey, let id = response.createdID(by: request) else {
                try response.requireBody(for: request)
                throw RepositoryError(unreadable: response, to: request, error)
            }
            if error.keyPath.components.count == 1,
                case .key(let key)? = error.keyPath.components.first,
                let entity = overlay.entity(Entity.self, id: id, lacking: key)
            {
                return entity
            }
            return try await readBack(try self.request(.read, id: id))
        }
        return try await checked(created, against: sent, response, to: request)
    }
}

extension ReadNetworkingRepository {
    /// Finds entities with GET.
    ///
    /// The parts of the criteria that the service's query dialect supports are sent as a query: by
    /// default, equality conditions, and with them order, limit and offset. The rest is evaluated
    /// locally. Pages are requested until there are enough entities; the result contains each
    /// entity once.
    ///
    /// - Parameter criteria: The filter, order, limit and offset.
    /// - Returns: The entities; may be empty.
    /// - Throws: `RepositoryError` if the request failed.
    public func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity] {
        try await ListedEntities.chosen(by: criteria, conventions, of: api) {
            (query) throws(RepositoryError) in try await found(by: query)
        }
    }

    private func found(
        by query: ServiceQuery
    ) async throws(RepositoryError) -> ListedEntities<Entity> {
        var pages = pages(of: query).makeAsyncIterator()
        var found = ListedEntities<Entity>(query)
        while !found.isDone, let page = try await pages.next() {
            found.add(page.elements)
        }
        return found
    }

    /// Finds an entity with GET.
    ///
    /// - Parameter id: The identity.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`, with the code `.notFound` if there is no such entity.
    public func find(id: Entity.ID) async throws(RepositoryError) -> Entity {
        try await read(try request(.read, id: id))
    }
}

extension UpdateNetworkingRepository {
    /// Replaces an entity with PUT.
    ///
    /// The draft of the entity is sent, without properties that only the server writes. The result
    /// is the entity, overlaid with the response. If a property contains the version of the entity,
    /// it is sent, too, and the server rejects the request if the entity has changed since.
    ///
    /// A service that updates with a method other than PUT keeps properties that are left out. The
    /// entity is then read first, and removed properties are sent as null.
    ///
    /// - Parameter entity: The new state.
    /// - Returns: The updated entity.
    /// - Throws: `RepositoryError`, with the code `.notFound` if there is no such entity,
    ///   `.conflict` if it has another version, or `.identityMismatch` if the server has written
    ///   another entity.
    @discardableResult
    public func update(_ entity: Entity) async throws(RepositoryError) -> Entity {
        var request = try request(.update, id: entity.id)
        if conventions.mergesUpdates {
            let reading = try self.request(.read, id: entity.id)
            let old = try await read(reading).draft.members(for: reading)
            let members = try entity.draft.members(for: request)
            let immutable = Entity.schema.immutable
            try request.setBody(
                JSON.object(conventions.update(members, over: old, immutable: immutable))
            )
        } else {
            try request.setBody(entity.draft)
        }
        try request.assumeVersion(of: entity)
        let response = try await perform(request)
        let updated = try entity.overlaid(with: response, to: request)
        guard updated.id == entity.id else {
            throw RepositoryError(identityOf: response, to: request)
        }
        let sent = try entity.draft.members(for: request)
        return try await checked(updated, against: sent, response, to: request)
    }
}

extension DeleteNetworkingRepository {
    /// Deletes an entity with DELETE.
    ///
    /// 404 and 410 count as success, because the entity no longer exists. An HTML page may be from a
    /// captive portal, so it counts only if the entity is not found afterwards.
    ///
    /// - Parameter id: The identity.
    /// - Throws: `RepositoryError` if it was not deleted, or the outcome is unknown.
    public func delete(id: Entity.ID) async throws(RepositoryError) {
        let request = try request(.delete, id: id)
        let response: NetworkingResponse
        do throws(RepositoryError) {
            response = try await perform(request)
        } catch  where error.code == .notFound {
            return
        }
        guard response.isPage else { return }
        if self is any ReadNetworkingRepository {
            do throws(RepositoryError) {
                _ = try await perform(try self.request(.read, id: id))
            } catch  where error.code == .notFound {
                return
            } catch {}
        }
        throw RepositoryError(page: response, to: request)
    }
}

extension NetworkingRepository where Entity: JSONDecodable {
    /// Sends a request whose response is one entity.
    func read(_ request: NetworkingRequest) async throws(RepositoryError) -> Entity {
        let response = try await perform(request)
        try response.requireBody(for: request)
        do throws(JSONError) {
            return try Entity(jsonData: response.body)
        } catch {
            throw RepositoryError(unreadable: response, to: request, error)
        }
    }
}

extension NetworkingRepository where Entity: JSONDecodable {
    /// Reads an entity after a successful write.
    ///
    /// - Throws: `RepositoryError` that is not retryable: the write must not be repeated because
    ///   the read failed.
    func readBack(_ request: NetworkingRequest) async throws(RepositoryError) -> Entity {
        do throws(RepositoryError) {
            return try await read(request)
        } catch {
            var error = error
            error.message =
                "The write succeeded, but its result could not be read."
            error.isRetryable = false
            error.isAmbiguous = true
            throw error
        }
    }
}

extension NetworkingRepository where Entity: RepositoryValues.Entity {
    /// Returns an entity after a write, read again if the response has null for a sent value.
    ///
    /// The null can also mean that the response leaves the property out. If the entity cannot be
    /// read, it keeps the sent value.
    func checked(
        _ written: Entity,
        against sent: [String: JSON],
        _ response: NetworkingResponse,
        to request: NetworkingRequest
    ) async throws(RepositoryError) -> Entity {
        let received = try response.members(for: request) ?? [:]
        let keys = Entity.schema.doubtful(in: received, over: sent)
        guard !keys.isEmpty else { return written }
        if let read = try? await read(self.request(.read, id: written.id)) { return read }
        var overlay = Overlay(try written.members(for: request))
        overlay.put(sent.filter { keys.contains($0.key) })
        return (try? overlay.entity(Entity.self)) ?? written
    }
}

extension Entity {
    /// Returns this entity after a write, overlaid with the response.
    func overlaid(
        with response: NetworkingResponse,
        to request: NetworkingRequest
    ) throws(RepositoryError) -> Self {
        guard !response.isBlank else {
            return self
        }
        var overlay = Overlay(try members(for: request))
        try overlay.put(response, to: request, Self.schema)
        do throws(JSONError) {
            return try overlay.entity(Self.self)
        } catch {
            throw RepositoryError(unreadable: response, to: request, error)
        }
    }
}
