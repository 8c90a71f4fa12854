/// An operation that all repositories share.
///
/// The raw values are the names used in a strategy. A batch follows the rule of its singular form.
public enum RepositoryOperation: String, Hashable, Sendable, CaseIterable {
    /// Finds all entities that match criteria.
    case find
    /// Finds the first entity that matches criteria.
    case findOne
    /// Finds the entity with an identity: `find(id:)`.
    case findByID
    /// Creates an entity.
    case create
    /// Replaces an entity.
    case update
    /// Changes some properties of an entity.
    case patch
    /// Deletes an entity.
    case delete
    /// Updates the entity with the same identity, or creates it if there is none.
    case storeOrUpdate

    /// Whether the operation only reads.
    public var isRead: Bool {
        switch self {
        case .find, .findOne, .findByID: true
        case .create, .update, .patch, .delete, .storeOrUpdate: false
        }
    }
}

/// One of the two places of entities.
public enum RepositorySide: String, Hashable, Sendable, CaseIterable {
    /// The server.
    case remote
    /// The local store.
    case local
}
