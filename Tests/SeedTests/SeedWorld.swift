import ExampleServer
import Foundation
import RepositoryRuntime
import RepositorySQLite

/// A server on loopback, which can be away, and a store in a file.
struct SeedWorld {
    let server: ExampleServer
    let url: String
    let storage: SQLiteStorage
    let synchronizer: Synchronizer

    var remote: RemarkRepository { RemarkRepository(store: NetworkingSession(url: url)) }

    /// Both sides, by a rule; nothing is sent by itself.
    func remarks(_ strategy: Strategy) -> RepositoryProxy<Remark> {
        RepositoryProxy(remote: remote, storage: storage, strategy: strategy)
    }

    /// The requests that came, as method and path.
    func requests() async -> [String] {
        await server.requests.map { "\($0.method) \($0.path)" }
    }

    /// What the server has.
    func remoteRemarks() async throws -> [Remark] {
        try [Remark](jsonData: await server.documents(of: "messages"))
    }

    /// Runs a body with a server that listens.
    static func run(_ body: (SeedWorld) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "seeds-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (server, url) = try await ExampleServer.startedOnKeptPort()
        do {
            let storage = try SQLiteStorage(url: folder.appending(path: "data.sqlite"))
            let synchronizer = Synchronizer(storage: storage, backoff: Backoff(first: .zero))
            let world = SeedWorld(
                server: server,
                url: url,
                storage: storage,
                synchronizer: synchronizer
            )
            try await synchronizer.register(world.remote.collection)
            try await body(world)
            try storage.close()
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// Runs a body while nobody listens.
    func withoutServer(_ body: () async throws -> Void) async throws {
        await server.stop()
        try await body()
        // Under load it may take more than one attempt.
        while (try? await server.start()) == nil { await server.stop() }
    }
}
