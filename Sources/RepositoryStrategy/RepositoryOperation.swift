/// An operation of the vocabulary that all repositories share.
///
/// The raw values are the names that a strategy has for them. A batch goes by the rule of its
/// singular form.
public enum RepositoryOperation: String, Hashable, Sendable, CaseIterable {
    /// All entities that criteria ask for.
    case find
    /// The first entity that criteria ask for.
    case findOne
    /// The entity with an identity: `find(id:)`.
    case findByID
    /// A new entity.
    case create
    /// An entity in the place of the one with its identity.
    case update
    /// Some properties of an entity.
    case patch
    /// An entity is to be there no more.
    case delete
    /// An entity in the place of the one with its identity, or a new one.
    case storeOrUpdate

    /// Whether it changes nothing.
    public var isRead: Bool {
        switch self {
        case .find, .findOne, .findByID: true
        case .create, .update, .patch, .delete, .storeOrUpdate: false
        }
    }
}

/// One of the two places where entities are.
public enum RepositorySide: String, Hashable, Sendable, CaseIterable {
    /// The server.
    case remote
    /// The local store.
    case local
}
