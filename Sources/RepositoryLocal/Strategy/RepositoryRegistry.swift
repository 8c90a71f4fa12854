/// The repositories of an app by entity type: built once, and passed on as a value.
///
///     var registry = RepositoryRegistry()
///     registry.register(try await MessageRepository(store: session).offline(with: synchronizer))
///     try await storage.prepare(Note.self)
///     registry.register(RepositoryProxy<Note>(storage: storage))
///
///     let messages = try registry.repository(for: Message.self)
///
/// A registry is a value: registering a repository does not change existing copies. A second
/// registration of a type replaces the first.
///
/// The idea comes from Evocation's registration, without its singleton.
public struct RepositoryRegistry: Sendable {
    private var repositories: [ObjectIdentifier: any Sendable] = [:]

    /// Creates an empty registry.
    public init() {}

    /// Registers a repository.
    ///
    /// - Parameter repository: The repository.
    public mutating func register<Entity>(_ repository: RepositoryProxy<Entity>) {
        repositories[ObjectIdentifier(Entity.self)] = repository
    }

    /// Returns the repository of an entity type.
    ///
    /// - Parameter type: The type.
    /// - Returns: The repository.
    /// - Throws: `RepositoryError`: `.notRegistered` if there is none.
    public func repository<Entity: RepositoryValues.Entity>(
        for type: Entity.Type
    ) throws(RepositoryError) -> RepositoryProxy<Entity> {
        let repository = repositories[ObjectIdentifier(type)] as? RepositoryProxy<Entity>
        guard let repository else {
            throw RepositoryError(
                .notRegistered,
                during: "repository for \(type)",
                message: "No repository is registered for \(type)."
            )
        }
        return repository
    }
}

extension RepositoryError.Code {
    /// No repository is registered for a type.
    public static let notRegistered = RepositoryError.Code("notRegistered")
}
