import Foundation
import RepositoryRuntime
import RepositorySQLite
import RepositoryTesting
import Testing

/// A damaged page in the store of an earlier version.
@Suite struct DamagedPageTests {
    private static let pageSize = 4096

    private func damage(_ page: Int, of file: URL) throws -> Data {
        var bytes = try Data(contentsOf: file)
        let range = page * Self.pageSize..<(page + 1) * Self.pageSize
        let good = Data(bytes[range])
        bytes.replaceSubrange(range, with: Data(repeating: 0xA5, count: Self.pageSize))
        try bytes.write(to: file)
        return good
    }

    /// Restores the contents of a page, unless SQLite has written others meanwhile.
    private func mend(_ page: Int, of file: URL, with good: Data) throws {
        var bytes = try Data(contentsOf: file)
        let range = page * Self.pageSize..<(page + 1) * Self.pageSize
        guard bytes[range].allSatisfy({ $0 == 0xA5 }) else { return }
        bytes.replaceSubrange(range, with: good)
        try bytes.write(to: file)
    }

    /// Opens a store with a version, and reads everything; returns the error, if any.
    private func failure(of version: JournalVersion, on file: URL) async throws -> StorageError? {
        do {
            let storage = try SQLiteStorage(url: file, configuration: .testing)
            do {
                _ = try await version.open(storage, ScriptedNetwork())
                let notes = try await version.notes(in: storage)
                #expect(notes == version.expectedNotes)
                let count = try await storage.read { store throws(StorageError) in
                    try store.entryCount()
                }
                #expect(count == 7)
                try storage.close()
                return nil
            } catch {
                try storage.close()
                throw error
            }
        } catch let error as StorageError {
            return error
        }
    }

    // The trap: continuing after an unreadable page would convert a part, and lose the rest.
    @Test("an error reports it, and nothing is lost once the page is repaired")
    func everyPage() async throws {
        let (old, new) = (JournalVersion.all[0], JournalVersion.all[3])
        let original = try TemporaryFolder()
        try JournalFixture.restore(old, to: original.file)
        let bytes = try Data(contentsOf: original.file)
        let count = bytes.count / Self.pageSize
        #expect(count > 10)
        var failures = 0
        for page in 0..<count {
            let folder = try TemporaryFolder()
            try bytes.write(to: folder.file)
            let good = try damage(page, of: folder.file)
            if let error = try await failure(of: new, on: folder.file) {
                failures += 1
                #expect([.corrupted, .invalid].contains(error.code), "page \(page): \(error)")
                #expect(!error.isRetryable && !error.message.isEmpty)
            }
            try mend(page, of: folder.file, with: good)
            let error = try await failure(of: new, on: folder.file)
            #expect(error == nil, "page \(page): \(String(describing: error))")
        }
        #expect(failures > count / 2)
    }
}
