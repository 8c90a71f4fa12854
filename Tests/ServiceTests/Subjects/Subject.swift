import Foundation
import RepositoryRuntime

/// A repository of generated code, and what its service holds of an entity, written by hand.
protocol Subject: Sendable {
    associatedtype
        Repository: OfflineRepository, CreateNetworkingRepository,
            ReadNetworkingRepository, DeleteNetworkingRepository, PatchableRepository

    /// The name of the service.
    static var name: String { get }
    /// The repository on a session.
    static func plain(_ session: any Networking) -> Repository
    /// The repository on a session, with what its entities refer to in place.
    static func repository(_ session: any Networking) async throws -> Repository

    static func draft(_ content: Content) -> Repository.Entity.Draft
    /// The patch that sets every property.
    static func patch(_ content: Content) -> Repository.Entity.Patch
    static func title(_ text: String) -> Repository.Entity.Patch
    static func priority(_ number: Int) -> Repository.Entity.Patch
    /// Sets every property.
    static func assign(_ content: Content, to entity: inout Repository.Entity)
    /// Puts an entity in the place of the one before; nil where the service cannot do that.
    static func replace(
        _ entity: Repository.Entity,
        in repository: Repository
    ) async throws -> Repository.Entity?

    /// All that the service holds of an entity with this content, besides what it makes itself, and null.
    static func members(_ content: Content) -> [String: JSON]
    /// The keys of the title and of the priority.
    static var keys: (title: String, priority: String) { get }
    /// The keys of what the service itself makes.
    static var made: Set<String> { get }
    /// Those of them that the service changes by itself at any time.
    static var moving: Set<String> { get }
    /// The keys that the service has, and the schema does not know, with what must stay there.
    static var unknown: [String: JSON] { get }
    /// Whether the service keeps of a text what stands between the spaces around it.
    static var trimsTexts: Bool { get }
}

extension Subject {
    typealias Entity = Repository.Entity
    static var trimsTexts: Bool { false }
    static var moving: Set<String> { [] }

    static func repository(_ session: any Networking) async throws -> Repository {
        plain(session)
    }

    static var keys: (title: String, priority: String) { ("title", "priority") }
    static var unknown: [String: JSON] { [:] }
}

extension Subject where Repository: UpdateNetworkingRepository {
    static func replace(_ entity: Entity, in repository: Repository) async throws -> Entity? {
        try await repository.update(entity)
    }
}

/// What an entity is to have.
struct Content: Hashable, Sendable {
    var title: String
    var priority = 0
    /// Whether it has a value for each property; else for as few as can be.
    var isRich = true

    /// The same with other values.
    func with(title: String? = nil, priority: Int? = nil, isRich: Bool? = nil) -> Content {
        Content(
            title: title ?? self.title,
            priority: priority ?? self.priority,
            isRich: isRich ?? self.isRich
        )
    }
}
