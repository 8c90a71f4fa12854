/// The operations that the server supports, by the protocols that its repository conforms to.
struct RemoteSide<Entity: RepositoryValues.Entity>: Sendable {
    private let reading: (any ReadRepository<Entity>)?
    private let creating: (any CreateRepository<Entity>)?
    private let updating: (any UpdateRepository<Entity>)?
    private let patching: (any PatchRepository<Entity>)?
    private let deleting: (any DeleteRepository<Entity>)?
    private let storing: (any StoreOrUpdateRepository<Entity>)?

    init(_ repository: some Repository<Entity>) {
        reading = repository as? any ReadRepository<Entity>
        creating = repository as? any CreateRepository<Entity>
        updating = repository as? any UpdateRepository<Entity>
        patching = repository as? any PatchRepository<Entity>
        deleting = repository as? any DeleteRepository<Entity>
        storing = repository as? any StoreOrUpdateRepository<Entity>
    }

    /// Whether the server supports an operation.
    func can(_ operation: RepositoryOperation) -> Bool {
        switch operation {
        case .find, .findOne, .findByID: reading != nil
        case .create: creating != nil
        case .update: updating != nil
        case .patch: patching != nil || reading != nil && updating != nil
        case .delete: deleting != nil
        case .storeOrUpdate: storing != nil || updating != nil && creating != nil
        }
    }

    func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity] {
        guard let reading else { throw .unavailable(.find, Entity.self) }
        return try await reading.find(criteria)
    }

    func findOne(_ criteria: Criteria) async throws(RepositoryError) -> Entity? {
        guard let reading else { throw .unavailable(.findOne, Entity.self) }
        return try await reading.findOne(criteria)
    }

    func find(id: Entity.ID) async throws(RepositoryError) -> Entity {
        guard let reading else { throw .unavailable(.findByID, Entity.self) }
        return try await reading.find(id: id)
    }

    func delete(id: Entity.ID, _ sent: SentWrite) async throws(RepositoryError) {
        guard let deleting else { throw .unavailable(.delete, Entity.self) }
        try await sent.sending(.delete) { () throws(RepositoryError) in
            try await deleting.delete(id: id)
        }
    }

    func write(
        _ write: EntityWrite<Entity>,
        _ sent: SentWrite
    ) async throws(RepositoryError) -> Entity {
        switch write {
        case .create(let draft):
            return try await create(draft, sent)
        case .update(let entity):
            return try await update(entity, sent)
        case .patch(let id, let patch):
            guard let patching else { return try await replace(id, by: patch, sent) }
            return try await sent.sending(.patch) { () throws(RepositoryError) in
                try await patching.patch(id: id, with: patch)
            }
        case .change(let old, let new):
            guard let patching else { return try await update(new, sent) }
            return try await sent.sending(.patch) { () throws(RepositoryError) in
                try await patching.patch(new, from: old)
            }
        case .storeOrUpdate(let entity):
            return try await storeOrUpdate(entity, sent)
        }
    }

    private func create(
        _ draft: Entity.Draft,
        _ sent: SentWrite
    ) async throws(RepositoryError) -> Entity {
        guard let creating else { throw .unavailable(.create, Entity.self) }
        return try await sent.sending(.create) { () throws(RepositoryError) in
            try await creating.create(draft)
        }
    }

    private func update(
        _ entity: Entity,
        _ sent: SentWrite
    ) async throws(RepositoryError) -> Entity {
        guard let updating else { throw .unavailable(.update, Entity.self) }
        return try await sent.sending(.update) { () throws(RepositoryError) in
            try await updating.update(entity)
        }
    }

    /// Changes parts of an entity if the server does not support PATCH: fetches it, and replaces
    /// it.
    private func replace(
        _ id: Entity.ID,
        by patch: Entity.Patch,
        _ sent: SentWrite
    ) async throws(RepositoryError) -> Entity {
        let assumed = sent.expectedTag
        let old = try await sent.reading { () throws(RepositoryError) in try await find(id: id) }
        if let assumed, let tag = sent.expectedTag, tag != assumed {
            // As if the server had rejected a patch of the assumed version.
            sent.expectedTag = assumed
            let request = NetworkingRequest(method: .patch, path: "/\(Entity.schema.name)")
            throw RepositoryError(status: NetworkingResponse(status: 412), to: request)
        }
        let new: Entity
        do throws(JSONError) {
            let changes = try [String: JSON](jsonData: try patch.jsonData())
            guard !changes.isEmpty else { return old }
            var overlay = Overlay(try [String: JSON](jsonData: try old.jsonData()))
            overlay.put(changes)
            new = try overlay.entity(Entity.self)
        } catch {
            throw RepositoryError(
                .invalidRequest,
                during: "patch \(Entity.schema.name)",
                message: "The changed entity is invalid: \(error).",
                cause: error
            )
        }
        // Its outcome is resolved as for a patch: only the changes are compared with the server's
        // state.
        guard let updating else { throw .unavailable(.update, Entity.self) }
        return try await sent.sending(.patch) { () throws(RepositoryError) in
            try await updating.update(new)
        }
    }

    private func storeOrUpdate(
        _ entity: Entity,
        _ sent: SentWrite
    ) async throws(RepositoryError) -> Entity {
        if let storing {
            // It is unknown how the server stores a new entity.
            return try await sent.sending(.update, mayCreate: true) {
                () throws(RepositoryError) in
                try await storing.storeOrUpdate(entity)
            }
        }
        do throws(RepositoryError) {
            return try await update(entity, sent)
        } catch  where error.code == .notFound && !error.isAmbiguous {
            return try await create(entity.draft, sent)
        }
    }
}

extension RepositoryError.Code {
    /// No side of the strategy is available, or supports the operation.
    public static let unavailable = RepositoryError.Code("unavailable")
}

extension RepositoryError {
    static func unavailable<Entity: RepositoryValues.Entity>(
        _ operation: RepositoryOperation,
        _ type: Entity.Type
    ) -> RepositoryError {
        RepositoryError(
            .unavailable,
            during: "\(operation.rawValue) \(Entity.schema.name)",
            message: "No side of the strategy is available, or supports this operation."
        )
    }

    static func noStore<Entity: RepositoryValues.Entity>(
        _ verb: String,
        _ type: Entity.Type
    ) -> RepositoryError {
        RepositoryError(
            .unavailable,
            during: "\(verb) \(Entity.schema.name)",
            message: "There is no local store."
        )
    }
}
