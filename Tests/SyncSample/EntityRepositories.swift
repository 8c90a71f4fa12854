package import RepositoryRuntime

/// The entities at a path, which are replaced, and created one by one.
package struct ReplacingRepository<Entity: RepositoryRuntime.Entity>: CRUDNetworkingRepository {
    package let store: any Networking
    package let path: String
    package let conventions: Conventions
}

/// The entities at a path, which are replaced, and created many at once.
package struct ReplacingBatchRepository<Entity: RepositoryRuntime.Entity>:
    CRUDNetworkingRepository, SynchronizableRepository
{
    package let store: any Networking
    package let path: String
    package let conventions: Conventions
}

/// The entities at a path, of which parts are changed, and which are created one by one.
package struct PatchingRepository<Entity: RepositoryRuntime.Entity>:
    CRUDNetworkingRepository, PatchableRepository
{
    package let store: any Networking
    package let path: String
    package let conventions: Conventions
}

/// The entities at a path, of which parts are changed, and which are created many at once.
package struct PatchingBatchRepository<Entity: RepositoryRuntime.Entity>:
    CRUDNetworkingRepository, PatchableRepository, SynchronizableRepository
{
    package let store: any Networking
    package let path: String
    package let conventions: Conventions
}
