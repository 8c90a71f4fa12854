import RepositoryRuntime
import RepositoryTesting
import Testing

@Suite struct MemoryStorageTests {
    @Test(arguments: StorageContract.checks)
    func contract(_ check: StorageContract.Check) async throws {
        try await check.run { MemoryStorage() }
    }
}
