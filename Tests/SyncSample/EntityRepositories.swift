package import RepositoryRuntime

/// The entities at a path, which the client replaces, and creates one at a time.
package struct ReplacingRepository<Entity: RepositoryRuntime.Entity>: CRUDNetworkingRepository {
    package let store: any Networking
    package let path: String
    package let conventions: Conventions
}

/// The entities at a path, which the client replaces, and creates in batches.
package struct ReplacingBatchRepository<Entity: RepositoryRuntime.Entity>:
    CRUDNetworkingRepository, SynchronizableRepository
{
    package let store: any Networking
    package let path: String
    package let conventions: Conventions
}

/// The entities at a path, which the client patches, and creates one at a time.
package struct PatchingRepository<Entity: RepositoryRuntime.Entity>:
    CRUDNetworkingRepository, PatchableRepository
{
    package let store: any Networking
    package let path: String
    package let conventions: Conventions
}

/// The entities at a path, which the client patches, and creates in batches.
package struct PatchingBatchRepository<Entity: RepositoryRuntime.Entity>:
    CRUDNetworkingRepository, PatchableRepository, SynchronizableRepository
{
    package let store: any Networking
    package let path: String
    package let conventions: Conventions
}
