import Foundation
import RepositoryRuntime
import RepositorySQLite

/// The store as a repository uses it.
struct StoreSide {
    struct Notes: CRUDStorageRepository {
        typealias Entity = Note
        let storage: any Storage
    }

    private let storage: SQLiteStorage
    let notes: Notes

    init(_ file: URL) throws {
        storage = try SQLiteStorage(url: file)
        notes = Notes(storage: storage)
    }

    func prepare() async throws {
        let indexed = [IndexedProperty("author", .text), IndexedProperty("likes", .integer)]
        try await storage.prepare(EntitySchema(name: "Note", identityKey: "_id", indexed: indexed))
    }

    func write(_ numbers: Range<Int>) async throws {
        try await storage.write { store throws(StorageError) in
            for number in numbers {
                let note = Note.numbered(number)
                let key = RecordKey(collection: "Note", id: note.id)
                let document = (try? note.jsonData()) ?? Data()
                try store.put(StoredRecord(key: key, document: document, state: .waiting))
                try store.put(OutboxEntry(key: key, operation: .create))
            }
        }
    }

    func read(_ ids: [String]) async throws {
        let found = try await notes.find(ids: ids)
        precondition(found.count == ids.count)
    }

    func query(_ criteria: Criteria) async throws {
        let found = try await notes.find(criteria)
        precondition(found.count == 20, "\(found.count) rows")
    }

    /// The bytes of the file, with what is not merged into it yet.
    func size(of folder: URL) -> Int {
        ["ours.sqlite", "ours.sqlite-wal"].reduce(0) { sum, name in
            let path = folder.appending(path: name).path
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            return sum + (size ?? 0)
        }
    }
}
