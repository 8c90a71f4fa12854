import Foundation
import Messages
import RepositoryRuntime
import RepositorySQLite

/// A client that keeps the messages in a file, as an app does from one start to the next.
struct Client {
    /// The messages of both sides; the strategy and the policy are the schema's.
    let messages: RepositoryProxy<Message>
    /// What keeps both sides in step.
    let synchronizer: Synchronizer
    private let storage: SQLiteStorage

    /// Opens the file, or makes it.
    init(file: URL, url: String) async throws {
        storage = try SQLiteStorage(url: file)
        synchronizer = Synchronizer(storage: storage)
        let repository = MessageRepository(store: NetworkingSession(demo: url))
        messages = try await repository.offline(with: synchronizer)
    }

    /// Closes the file.
    func close() throws {
        try storage.close()
    }
}
