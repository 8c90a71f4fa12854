import RepositoryRuntime
import ServiceMock

/// Reads the entities of a mock.
struct MockWitness<S: LoopbackSubject>: Witness {
    let mock: MockServer

    var hasWaysOfItsOwn: Bool { false }
    private var name: String { "\(S.Entity.self)" }

    func all() async throws -> [String: [String: JSON]] { mock.entities(of: name) }

    func change(_ id: String, _ changes: [String: JSON]) async throws {
        mock.change(id, of: name, changes)
    }

    func delete(_ id: String) async throws { mock.delete(id, of: name) }
}
