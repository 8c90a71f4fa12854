import RepositoryValues
import Synchronization

/// The identities of existing entities by entity type, for references and parameters.
final class KnownIdentities: Sendable {
    private let all = Mutex<[String: [JSON]]>([:])

    /// The identities of an entity type.
    func identities(of entity: String) -> [JSON] { all.withLock { $0[entity] ?? [] } }

    /// Adds identities, which take precedence over earlier ones.
    func prefer(_ identities: [JSON], of entity: String) {
        all.withLock { all in
            let others = (all[entity] ?? []).filter { !identities.contains($0) }
            all[entity] = identities + others
        }
    }
}
