import ExampleServer
import Foundation
import RepositoryRuntime
import RepositorySQLite

/// A loopback server that can be stopped, and a store in a file.
struct SeedWorld {
    let server: ExampleServer
    let url: String
    let storage: SQLiteStorage
    let synchronizer: Synchronizer

    var remote: RemarkRepository { RemarkRepository(store: NetworkingSession(url: url)) }

    /// Returns the remarks on both sides with a strategy; nothing is sent automatically.
    func remarks(_ strategy: Strategy) -> RepositoryProxy<Remark> {
        RepositoryProxy(remote: remote, storage: storage, strategy: strategy)
    }

    /// Returns the received requests, as method and path.
    func requests() async -> [String] {
        await server.requests.map { "\($0.method) \($0.path)" }
    }

    /// Returns the entities on the server.
    func remoteRemarks() async throws -> [Remark] {
        try [Remark](jsonData: await server.documents(of: "messages"))
    }

    /// Runs a body with a running server.
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

    /// Runs a body while the server is stopped.
    func withoutServer(_ body: () async throws -> Void) async throws {
        await server.stop()
        try await body()
        // Under load it may take more than one attempt.
        while (try? await server.start()) == nil { await server.stop() }
    }
}
