/// A repository on a server that changes parts of entities: PATCH path/:id.
public protocol PatchableRepository<Entity>: NetworkingRepository, PatchRepository {}

extension PatchableRepository {
    /// Changes some properties of an entity with PATCH.
    ///
    /// For an empty patch, the entity is read instead. It is also read if the response to a patch
    /// is not the whole entity.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - patch: The changes.
    /// - Returns: The whole entity after the change.
    /// - Throws: `RepositoryError`, with the code `.notFound` if there is no such entity.
    @discardableResult
    public func patch(
        id: Entity.ID,
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> Entity {
        var request = try request(.patch, id: id)
        let reading = try self.request(.read, id: id)
        let changes = try patch.members(for: request)
        guard !changes.isEmpty else {
            return try await read(reading)
        }
        if conventions.mergesObjects, changes.values.contains(where: { $0.object != nil }) {
            // The properties to remove from an object are only known from the current state.
            let old = try await read(reading).members(for: reading)
            try request.setBody(JSON.object(conventions.patch(changes, over: old)))
        } else {
            try request.setBody(patch)
        }
        let response = try await perform(request)
        // A response without a property that was just set is not the whole entity, even if it can
        // be decoded as one.
        let set = Entity.schema.unreturned.union(changes.filter { !$0.value.isNull }.keys)
        if let members = try response.members(for: request),
            set.allSatisfy({ members[$0] ?? .null != .null }),
            let entity = try? Overlay(members).entity(Entity.self)
        {
            return entity
        }
        return try await readBack(reading)
    }

    /// Sends the differences between two states of an entity with PATCH.
    ///
    /// Each property with a changed value is sent. A property that became nil is sent as null: a
    /// merge patch (RFC 7396) has no other way to remove it. A value is sent as a whole, unless the
    /// service takes `application/merge-patch+json`: then only the differences within objects are
    /// sent. In a form, objects also contain null for removed properties. Numbers are compared by
    /// value. Nothing is sent if the states are equal. An immutable property is never sent, and
    /// keeps its old value in the result.
    ///
    /// - Parameters:
    ///   - new: The new state.
    ///   - old: The last known state.
    /// - Returns: The new state, overlaid with the response.
    /// - Throws: `RepositoryError`, with the code `.notFound` if there is no such entity, or
    ///   `.identityMismatch` if the server has written another entity.
    @discardableResult
    public func patch(
        _ new: Entity,
        from old: Entity
    ) async throws(RepositoryError) -> Entity {
        var request = try request(.patch, id: new.id)
        guard new.id == old.id else {
            throw RepositoryError(
                .invalidRequest,
                during: request.operation,
                message: "The two states belong to different entities."
            )
        }
        let before = try old.draft.members(for: request)
        let difference = Difference.between(before, try new.draft.members(for: request))
        let immutable = Entity.schema.immutable.intersection(difference.keys)
        let new = try new.keeping(immutable, of: old, for: request)
        let changes = difference.filter { !immutable.contains($0.key) }
        guard !changes.isEmpty else {
            return new
        }
        try request.setBody(JSON.object(conventions.patch(changes, over: before)))
        try request.assumeVersion(of: old)
        let response = try await perform(request)
        let written = try new.overlaid(with: response, to: request)
        guard written.id == new.id else {
            throw RepositoryError(identityOf: response, to: request)
        }
        return try await checked(written, against: changes, response, to: request)
    }
}

extension Entity {
    /// Returns the entity with some properties taken from another state.
    fileprivate func keeping(
        _ keys: Set<String>,
        of old: Self,
        for request: NetworkingRequest
    ) throws(RepositoryError) -> Self {
        guard !keys.isEmpty else { return self }
        let before = try old.members(for: request)
        var members = try members(for: request)
        for key in keys { members[key] = before[key] }
        do throws(JSONError) {
            return try Overlay(members).entity(Self.self)
        } catch {
            throw RepositoryError(
                .invalidRequest,
                during: request.operation,
                message: "The entity cannot be decoded from its own JSON: \(error).",
                cause: error
            )
        }
    }
}

/// The differences between two JSON objects.
enum Difference {
    /// Returns the properties that turn the old object into the new one; null for removed
    /// properties.
    static func between(
        _ old: [String: JSON],
        _ new: [String: JSON]
    ) -> [String: JSON] {
        var difference = new.filter { key, value in old[key] != value }
        for key in old.keys where new[key] == nil {
            difference[key] = .null
        }
        return difference
    }

    /// Returns the objects among changes as a whole, with null for removed properties.
    ///
    /// - Parameters:
    ///   - changes: The new values.
    ///   - old: The properties as the service has them.
    /// - Returns: The objects, by key.
    static func completed(
        _ changes: [String: JSON],
        over old: [String: JSON]
    ) -> [String: JSON] {
        changes.reduce(into: [:]) { completed, change in
            guard let before = old[change.key]?.object, let after = change.value.object,
                !after.isEmpty
            else { return }
            let removed = before.keys.filter { after[$0] == nil }
            let whole = after.merging(removed.map { ($0, .null) }) { own, _ in own }
            completed[change.key] =
                .object(whole.merging(Self.completed(after, over: before)) { $1 })
        }
    }

    /// Returns the changes for a service that merges objects (RFC 7396): only the differences, with
    /// null for removed properties.
    ///
    /// - Parameters:
    ///   - changes: The new values, each as a whole.
    ///   - old: The properties as the service has them.
    /// - Returns: The changes to send.
    static func deepened(
        _ changes: [String: JSON],
        over old: [String: JSON]
    ) -> [String: JSON] {
        changes.reduce(into: [:]) { deepened, change in
            guard let before = old[change.key]?.object, let after = change.value.object else {
                deepened[change.key] = change.value
                return
            }
            deepened[change.key] = .object(Self.deepened(between(before, after), over: before))
        }
    }
}
