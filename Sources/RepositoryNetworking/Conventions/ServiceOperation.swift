/// What a repository asks a service for.
public enum ServiceOperation: String, Hashable, Sendable, CaseIterable {
    /// Entities that fit criteria.
    case list
    /// One entity.
    case read
    /// A new entity.
    case create
    /// An entity in the place of another.
    case update
    /// Other values of some properties.
    case patch
    /// That an entity is no more.
    case delete
    /// Many new entities at once.
    case createAll

    /// Whether it changes what the service has.
    var isWrite: Bool { self != .list && self != .read }
}
