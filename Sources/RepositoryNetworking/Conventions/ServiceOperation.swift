/// An operation that a repository requests from a service.
public enum ServiceOperation: String, Hashable, Sendable, CaseIterable {
    /// Lists the entities that match criteria.
    case list
    /// Reads one entity.
    case read
    /// Creates an entity.
    case create
    /// Replaces an entity.
    case update
    /// Changes some properties of an entity.
    case patch
    /// Deletes an entity.
    case delete
    /// Creates many entities at once.
    case createAll
}
