/// As much of RepositoryKit 4 as a page shows: the shape of its protocols, which do nothing here.
public import PromiseKit

public protocol Identifiable {
    var id: String { get set }
}

public protocol DictionaryInitializable {
    init?(dictionary: [String: Any])
}

public protocol DictionaryRepresentable {
    var dictionary: [String: Any] { get }
}

public protocol Patchable {
    var memoryDictionary: [String: Any] { get set }
}

public protocol Networking {}

public protocol Repository {
    associatedtype Entity
}

public protocol CRUDNetworkingRepository: Repository
where Entity: Identifiable & DictionaryInitializable & DictionaryRepresentable {
    var store: any Networking { get }
    var path: String { get }
}

extension CRUDNetworkingRepository {
    public func search(_ id: String) -> Promise<Entity> {
        Promise()
    }
}

public protocol PatchableRepository: CRUDNetworkingRepository where Entity: Patchable {}

extension PatchableRepository {
    public func patch(_ entity: Entity) -> Promise<Entity> {
        Promise()
    }
}
