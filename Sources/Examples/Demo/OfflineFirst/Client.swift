import Foundation
import Messages
import RepositoryRuntime
import RepositorySQLite

/// A client that stores the messages in a file, like an app across launches.
struct Client {
    /// The messages on both sides; the strategy and the conflict policy come from the schema.
    let messages: RepositoryProxy<Message>
    /// Keeps both sides in sync.
    let synchronizer: Synchronizer
    private let storage: SQLiteStorage

    /// Opens the file, or creates it.
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
