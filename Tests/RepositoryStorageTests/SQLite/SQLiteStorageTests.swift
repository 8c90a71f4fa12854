import Foundation
import RepositoryRuntime
import RepositorySQLite
import RepositoryTesting
import Testing

@Suite struct SQLiteStorageTests {
    @Test(arguments: StorageContract.checks)
    func contract(_ check: StorageContract.Check) async throws {
        let folder = try TemporaryFolder()
        try await check.run {
            let file = folder.url.appending(path: UUID().uuidString)
            return try SQLiteStorage(url: file, configuration: .testing)
        }
    }
}
