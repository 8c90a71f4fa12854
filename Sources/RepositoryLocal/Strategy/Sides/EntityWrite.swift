/// A write to one entity, as both sides understand it.
enum EntityWrite<Entity: RepositoryValues.Entity>: Sendable {
    case create(Entity.Draft)
    case update(Entity)
    case patch(Entity.ID, Entity.Patch)
    case change(from: Entity, to: Entity)
    case storeOrUpdate(Entity)

    /// By which rule it goes.
    var operation: RepositoryOperation {
        switch self {
        case .create: .create
        case .update: .update
        case .patch, .change: .patch
        case .storeOrUpdate: .storeOrUpdate
        }
    }

    /// The entity it is about; nil for a new one.
    var id: Entity.ID? {
        switch self {
        case .create: nil
        case .update(let entity), .storeOrUpdate(let entity), .change(_, let entity): entity.id
        case .patch(let id, _): id
        }
    }

    /// Whether properties that it does not name stay what they are on the server.
    var leavesTheRest: Bool {
        switch self {
        case .patch, .change: true
        case .create, .update, .storeOrUpdate: false
        }
    }

    /// The same of the entity with another identity, where it names no more than that.
    func with(id: Entity.ID) -> EntityWrite? {
        guard case .patch(_, let patch) = self else { return nil }
        return .patch(id, patch)
    }
}
