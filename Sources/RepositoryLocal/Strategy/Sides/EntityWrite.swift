/// A write to one entity, in the form that both sides take.
enum EntityWrite<Entity: RepositoryValues.Entity>: Sendable {
    case create(Entity.Draft)
    case update(Entity)
    case patch(Entity.ID, Entity.Patch)
    case change(from: Entity, to: Entity)
    case storeOrUpdate(Entity)

    /// The operation whose rule applies.
    var operation: RepositoryOperation {
        switch self {
        case .create: .create
        case .update: .update
        case .patch, .change: .patch
        case .storeOrUpdate: .storeOrUpdate
        }
    }

    /// The identity of the entity; nil for a new one.
    var id: Entity.ID? {
        switch self {
        case .create: nil
        case .update(let entity), .storeOrUpdate(let entity), .change(_, let entity): entity.id
        case .patch(let id, _): id
        }
    }

    /// Whether the server keeps properties that the write does not contain.
    var leavesTheRest: Bool {
        switch self {
        case .patch, .change: true
        case .create, .update, .storeOrUpdate: false
        }
    }

    /// Returns the same write to the entity with another identity, if it names the entity by
    /// identity only.
    func with(id: Entity.ID) -> EntityWrite? {
        guard case .patch(_, let patch) = self else { return nil }
        return .patch(id, patch)
    }
}
