import RepositoryValues
import Synchronization

/// The identities of entities that are there, by the name of the entity: references and parameters have them.
final class KnownIdentities: Sendable {
    private let all = Mutex<[String: [JSON]]>([:])

    /// Those of an entity.
    func identities(of entity: String) -> [JSON] { all.withLock { $0[entity] ?? [] } }

    /// Adds some, which are preferred to those that were known before.
    func prefer(_ identities: [JSON], of entity: String) {
        all.withLock { all in
            let others = (all[entity] ?? []).filter { !identities.contains($0) }
            all[entity] = identities + others
        }
    }
}
