/// A repository on a server that changes parts of entities: PATCH path/:id.
public protocol PatchableRepository<Entity>: NetworkingRepository, PatchRepository {}

extension PatchableRepository {
    /// Changes some properties of an entity with PATCH.
    ///
    /// Where the patch changes nothing, it is not sent, and the entity is read. Where the answer
    /// is not the whole entity, it is read, too.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - patch: The changes.
    /// - Returns: The whole entity after the change.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
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
            // What of an object is to go can be said of what is there alone.
            let old = try await read(reading).members(for: reading)
            try request.setBody(JSON.object(conventions.patch(changes, over: old)))
        } else {
            try request.setBody(patch)
        }
        let response = try await perform(request)
        // An answer without a key that was just set is not the whole entity, even where it reads
        // as one: what it leaves out would be lost.
        let set = Entity.schema.unreturned.union(changes.filter { !$0.value.isNull }.keys)
        if let members = try response.members(for: request),
            set.allSatisfy({ members[$0] ?? .null != .null }),
            let entity = try? Overlay(members).entity(Entity.self)
        {
            return entity
        }
        return try await readBack(reading)
    }

    /// Changes those properties with PATCH that differ between two states of an entity.
    ///
    /// What is sent has each property whose value differs, and null for one that is no more, also where
    /// it can only be absent: a merge patch (RFC 7396) removes by null and by nothing else. A value is sent
    /// as a whole, unless the service takes `application/merge-patch+json`: then objects in it are merged,
    /// and have what differs alone. In a form they also say what they have no more. Numbers are compared by value. Where nothing differs, nothing is sent. A
    /// property that is immutable is never sent, and has its old value in what is returned.
    ///
    /// - Parameters:
    ///   - new: The entity as it should be.
    ///   - old: The entity as it was known.
    /// - Returns: The new state, overlaid with what came back.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
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
                message: "The two states are of different entities."
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
        return try await checked(written, against: changes, response, to: request)
    }
}

extension Entity {
    /// The entity with some members as another state has them.
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
                message: "The entity cannot be read from its own JSON: \(error).",
                cause: error
            )
        }
    }
}

/// What differs between two JSON objects.
enum Difference {
    /// The members that make the new object of the old one; null for those that are no more.
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

    /// The objects among changes, each whole, with null for what it has no more.
    ///
    /// - Parameters:
    ///   - changes: The new values.
    ///   - old: The members as the service has them.
    /// - Returns: The objects, by their keys.
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

    /// Changes for a service that merges objects (RFC 7396): they have what differs alone, and null for
    /// what is no more.
    ///
    /// - Parameters:
    ///   - changes: The new values, each as a whole.
    ///   - old: The members as the service has them.
    /// - Returns: The changes as they are sent.
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
