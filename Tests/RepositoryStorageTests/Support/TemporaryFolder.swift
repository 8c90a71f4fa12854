import Foundation
import RepositoryRuntime
import RepositorySQLite

/// A folder that is deleted together with this value.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "storage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The file of the store that most tests use.
    var file: URL { url.appending(path: "data.sqlite") }

    /// Opens a store in the file.
    func store(_ configuration: SQLiteConfiguration = .testing) throws -> SQLiteStorage {
        try SQLiteStorage(url: file, configuration: configuration)
    }
}

extension SQLiteConfiguration {
    /// Without waiting for the disk, because no test simulates a power loss, and patient with other
    /// processes, because machines stall.
    static var testing: SQLiteConfiguration {
        SQLiteConfiguration(durability: .processEnd, busyTimeout: .seconds(120))
    }
}
