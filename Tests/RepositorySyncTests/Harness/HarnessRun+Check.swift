import ExampleServer
import Foundation
import RepositoryRuntime
import RepositorySQLite
import SyncSample
import Testing

extension HarnessRun {
    /// Looks at both sides at the end of a run.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - folder: Where the store is.
    ///   - touched: The marks of the messages that somebody else has changed or deleted, or tried to.
    ///   - figures: Where it is counted.
    /// - Throws: An error where the store, or what is in it, cannot be read.
    func check(
        _ server: ExampleServer,
        _ folder: URL,
        touched: Set<String>,
        _ figures: inout RunFigures
    ) async throws {
        let storage = try SQLiteStorage(url: folder.appending(path: "data.sqlite"))
        let held = try await storage.read { store throws(StorageError) in try Holdings(of: store) }
        try storage.close()
        figures.add(held)
        var documents: [String: JSON] = [:]
        var creations: [String: JSON] = [:]
        for name in ["conversations", "errands", "messages"] {
            documents[name] = try JSON(jsonData: await server.documents(of: name))
            creations[name] = try JSON(jsonData: await server.creations(of: name))
        }
        let there = try ServiceContents(
            documents: { documents[$0] ?? .null },
            creations: { creations[$0] ?? .null }
        )
        for violation in try SyncPromise(variant, held, there, touched: touched).violations() {
            Issue.record("\(name): \(violation)")
        }
    }
}
