import Foundation
import RepositoryRuntime
import RepositorySQLite

/// A store without a server, and its file, if any.
struct StoreFile {
    let storage: any Storage
    /// The file; it does not exist for a store in memory.
    let url: URL

    /// Runs a body with an empty store.
    static func run(in store: Store, _ body: (StoreFile) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "data.sqlite")
        let storage: any Storage = store == .memory ? MemoryStorage() : try open(url)
        try await body(StoreFile(storage: storage, url: url))
    }

    /// Opens the file again, as the next process does.
    func reopened() throws -> SQLiteStorage { try Self.open(url) }

    static func open(_ url: URL) throws -> SQLiteStorage {
        try SQLiteStorage(url: url, configuration: SQLiteConfiguration(durability: .processEnd))
    }
}
