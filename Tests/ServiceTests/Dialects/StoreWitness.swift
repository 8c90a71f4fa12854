import ExampleServer
import Foundation
import RepositoryRuntime

/// Reads the store of the example server.
struct StoreWitness<S: ExampleSubject>: Witness {
    let server: ExampleServer

    func all() async throws -> [String: [String: JSON]] {
        let data = await server.records(of: S.collection, in: S.dialect)
        let records = try [[String: JSON]](jsonData: data)
        return try Dictionary(
            uniqueKeysWithValues: records.map { record in
                let id = record[S.Entity.schema.identityKey] ?? .null
                return (try id.string ?? id.jsonText(), record)
            }
        )
    }

    func change(_ id: String, _ changes: [String: JSON]) async throws {
        let data = try JSON.object(changes).jsonData()
        await server.change(id, of: S.collection, in: S.dialect, with: data)
    }

    func delete(_ id: String) async throws {
        await server.delete(id, of: S.collection, in: S.dialect)
    }
}
