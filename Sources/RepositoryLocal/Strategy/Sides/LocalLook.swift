/// What is about to happen to an entity.
enum LocalSubject<Entity: RepositoryValues.Entity>: Sendable {
    /// It is read or deleted.
    case id(Entity.ID)
    /// It is written.
    case write(EntityWrite<Entity>)
}

/// What the local store knows of an entity before something is done with it.
struct LocalLook<Entity: RepositoryValues.Entity>: Sendable {
    /// The identity by which the server knows it, where a temporary one was asked for.
    var id: Entity.ID?
    /// Whether edits wait, or it is named, or names others, as the server does not know them.
    var isEdited: Bool
    /// What the server has confirmed of it last; nil where nothing is known, or edits wait.
    var confirmed: ConfirmedVersion?
    /// Whether nothing is known of it here, and it may be what a creation has become whose answer never
    /// came.
    var mayBeCreation = false
    /// Whether the stored entity may lack properties, because only a listing or the response to a write
    /// has brought it.
    var isPartial = false
}

/// An entity as the server has confirmed it.
struct ConfirmedVersion: Sendable {
    /// The members.
    var members: [String: JSON]
    /// The entity tag that came with it.
    var entityTag: String?
}

extension LocalLook {
    /// Looks in a transaction.
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
                // What stands in a document is replaced by the outbox.
                if self.id != nil, write.with(id: id) == nil { isEdited = true }
            } else {
                let text = members[Entity.schema.identityKey]?.identityText
                let entries = try text.map { text in
                    let key = RecordKey(collection: entities.collection, id: text)
                    return try entities.store.entries(of: key)
                }
                self.init(id: nil, isEdited: !(entries ?? []).isEmpty)
            }
            if try Self.refersToUnknown(members, in: entities.store) { isEdited = true }
        }
    }

    private init(
        _ id: Entity.ID,
        _ entities: StoredEntities<Entity>
    ) throws {
        let (store, key) = (entities.store, entities.key(id))
        let current = try IdentityAliases(in: store).current(key)
        isEdited = try !store.entries(of: current).isEmpty
        guard let record = try store.record(current) else {
            mayBeCreation = try !store.ambiguousCreations(in: key.collection, limit: 1).isEmpty
            return
        }
        if current != key { self.id = try entities.entity(of: record).id }
        guard !isEdited, let base = record.base else { return }
        if let tag = record.entityTag {
            let members = try DocumentMembers.read(base)
            confirmed = ConfirmedVersion(members: members, entityTag: tag)
        } else if !Entity.schema.partial.isEmpty {
            // What is only listed has no tag, nor has what a response has left out.
            let members = try DocumentMembers.read(base)
            isPartial = Entity.schema.partial.contains { members[$0] ?? .null == .null }
        }
    }

    /// Whether something is referred to by an identity that the server does not know, or not any more.
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
    /// The members that it writes; of an entity, all of them.
    fileprivate func members(_ entities: StoredEntities<Entity>) throws -> [String: JSON] {
        switch self {
        case .create(let draft): try entities.members(draft)
        case .patch(_, let patch): try entities.members(patch)
        case .update(let entity), .storeOrUpdate(let entity), .change(_, let entity):
            Entity.schema.hasReferences ? try entities.members(entity) : [:]
        }
    }
}
