/// The target of an operation.
enum LocalSubject<Entity: RepositoryValues.Entity>: Sendable {
    /// An entity to read or delete.
    case id(Entity.ID)
    /// An entity to write.
    case write(EntityWrite<Entity>)

    /// The operation, for the description of errors.
    var operation: String {
        switch self {
        case .id: "find"
        case .write(let write): write.operation.rawValue
        }
    }
}

/// The local state of an entity before an operation.
struct LocalLook<Entity: RepositoryValues.Entity>: Sendable {
    /// The identity that the server assigned, if a temporary one was passed.
    var id: Entity.ID?
    /// Whether there are pending writes, or the write contains identities that the server does not
    /// know; unknown if the store could not be read.
    var edits: StrategyPlan.Edits
    /// The last version confirmed by the server; nil if unknown, or if writes are pending.
    var confirmed: ConfirmedVersion?
    /// Whether the entity is not stored, and may be the result of a creation without a response.
    var mayBeCreation = false
    /// Whether the stored entity may lack properties, because it was only part of a list or of the
    /// response to a write.
    var isPartial = false
    /// The error that prevented reading the state.
    var failure: RepositoryError?
}

/// A version of an entity that the server has confirmed.
struct ConfirmedVersion: Sendable {
    /// The properties.
    var members: [String: JSON]
    /// The entity tag of this version.
    var entityTag: String?
}

extension LocalLook {
    /// Reads the state in a transaction.
    init(
        _ subject: LocalSubject<Entity>,
        _ entities: StoredEntities<Entity>
    ) throws {
        switch subject {
        case .id(let id):
            try self.init(id, entities)
        case .write(let write):
            let members = try write.members(entities)
            if let id = write.id {
                try self.init(id, entities)
                // The outbox replaces temporary identities inside a document.
                if self.id != nil, write.with(id: id) == nil { edits = .waiting }
            } else {
                let text = members[Entity.schema.identityKey]?.identityText
                let entries = try text.map { text in
                    let key = RecordKey(collection: entities.collection, id: text)
                    return try entities.store.entries(of: key)
                }
                self.init(edits: (entries ?? []).isEmpty ? .none : .waiting)
            }
            if try Self.refersToUnknown(members, in: entities.store) { edits = .waiting }
        }
    }

    private init(
        _ id: Entity.ID,
        _ entities: StoredEntities<Entity>
    ) throws {
        let (store, key) = (entities.store, entities.key(id))
        let current = try IdentityAliases(in: store).current(key)
        edits = try store.entries(of: current).isEmpty ? .none : .waiting
        guard let record = try store.record(current) else {
            mayBeCreation = try !store.ambiguousCreations(in: key.collection, limit: 1).isEmpty
            return
        }
        if current != key { self.id = try entities.entity(of: record).id }
        guard edits == .none, let base = record.base else { return }
        if let tag = record.entityTag {
            let members = try DocumentMembers.read(base)
            confirmed = ConfirmedVersion(members: members, entityTag: tag)
        } else if !Entity.schema.partial.isEmpty {
            // A version from a listing has no tag, nor has a response with missing properties.
            let members = try DocumentMembers.read(base)
            isPartial = Entity.schema.partial.contains { members[$0] ?? .null == .null }
        }
    }

    /// Whether a reference contains an identity that the server does not know, or no longer knows.
    private static func refersToUnknown(
        _ members: [String: JSON],
        in store: any StorageReader
    ) throws -> Bool {
        for target in Entity.schema.references(in: members) {
            if try IdentityAliases(in: store).current(target) != target { return true }
            if try store.isUnsent(target) { return true }
        }
        return false
    }
}

extension EntityWrite {
    /// Returns the properties that the write contains; all of them if it writes an entity.
    fileprivate func members(_ entities: StoredEntities<Entity>) throws -> [String: JSON] {
        switch self {
        case .create(let draft): try entities.members(draft)
        case .patch(_, let patch): try entities.members(patch)
        case .update(let entity), .storeOrUpdate(let entity), .change(_, let entity):
            Entity.schema.hasReferences ? try entities.members(entity) : [:]
        }
    }
}
