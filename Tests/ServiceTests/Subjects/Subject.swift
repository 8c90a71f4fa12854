import Foundation
import RepositoryRuntime

/// A generated repository, and the service's format of its entity, written by hand.
protocol Subject: Sendable {
    associatedtype
        Repository: OfflineRepository, CreateNetworkingRepository,
            ReadNetworkingRepository, DeleteNetworkingRepository, PatchableRepository

    /// The name of the service.
    static var name: String { get }
    /// The repository on a session.
    static func plain(_ session: any Networking) -> Repository
    /// The repository on a session, with existing references.
    static func repository(_ session: any Networking) async throws -> Repository

    static func draft(_ content: Content) -> Repository.Entity.Draft
    /// The patch that sets every property.
    static func patch(_ content: Content) -> Repository.Entity.Patch
    static func title(_ text: String) -> Repository.Entity.Patch
    static func priority(_ number: Int) -> Repository.Entity.Patch
    /// Sets every property.
    static func assign(_ content: Content, to entity: inout Repository.Entity)
    /// Replaces an entity; nil if the service does not support it.
    static func replace(
        _ entity: Repository.Entity,
        in repository: Repository
    ) async throws -> Repository.Entity?

    /// The service's properties of an entity with this content, without those it sets itself, and
    /// without null.
    static func members(_ content: Content) -> [String: JSON]
    /// The keys of the title and of the priority.
    static var keys: (title: String, priority: String) { get }
    /// The keys that the service sets.
    static var made: Set<String> { get }
    /// Those that the service may change at any time.
    static var moving: Set<String> { get }
    /// The keys that the schema does not declare, with values that must not change.
    static var unknown: [String: JSON] { get }
    /// Whether the service trims strings.
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

/// The expected content of an entity.
struct Content: Hashable, Sendable {
    var title: String
    var priority = 0
    /// Whether it sets every property, or as few as possible.
    var isRich = true

    /// The same properties with other values.
    func with(title: String? = nil, priority: Int? = nil, isRich: Bool? = nil) -> Content {
        Content(
            title: title ?? self.title,
            priority: priority ?? self.priority,
            isRich: isRich ?? self.isRich
        )
    }
}
