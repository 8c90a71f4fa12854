import Foundation
import RepositoryTesting
import Testing

@testable import RepositoryLocal

/// The data of an entity type that no longer exists is removed on request.
@Suite struct CollectionRemovalTests {
    private static func key(_ id: String, _ collection: String = "Label") -> RecordKey {
        RecordKey(collection: collection, id: id)
    }

    private func fill(_ storage: any Storage) async throws {
        try await storage.prepare(EntitySchema(name: "Note"))
        let schema = EntitySchema(name: "Note", references: ["label": "Label"])
        try await storage.write { store throws(StorageError) in
            for collection in ["Label", "LabelBox", "Note"] {
                for number in 0..<450 {
                    let document = Data(#"{"id":"\#(number)"}"#.utf8)
                    try store.put(
                        StoredRecord(key: Self.key("\(number)", collection), document: document)
                    )
                }
                for id in ["7", "not there"] {
                    let entry = try store.put(
                        OutboxEntry(key: Self.key(id, collection), operation: .delete)
                    )
                    try store.noteSent(entry.id, at: Date(timeIntervalSinceReferenceDate: 1))
                }
                try store.set(Data("1".utf8), forKey: "changes/\(collection)")
                try store.set(Data("1".utf8), forKey: "left/\(collection)/3")
            }
            try store.put(OutboxEntry(key: Self.key("new"), operation: .create))
            try Referrers(in: store).note(Self.key("1", "Note"), in: ["label": "new"], schema)
        }
    }

    @Test(
        "all of it and nothing else is removed, even if the process is killed meanwhile",
        arguments: Store.allCases
    )
    func whole(store: Store) async throws {
        for count in [0, 1, 2, 3, .max] {
            try await StoreFile.run(in: store) { file in
                try await fill(file.storage)
                let failing = FailingStorage(file.storage, afterWrites: count)
                try? await failing.removeCollection("Label")
                try await file.storage.removeCollection("Label")
                let (records, entries, names) = try await file.storage.read {
                    store throws(StorageError) in
                    var records: [String: Int] = [:]
                    for collection in ["Label", "LabelBox", "Note"] {
                        records[collection] = try store.count(in: collection)
                    }
                    return (records, try store.entries(), try store.keys(withPrefix: ""))
                }
                #expect(records == ["Label": 0, "LabelBox": 450, "Note": 450])
                #expect(Set(entries.map(\.key.collection)) == ["LabelBox", "Note"])
                #expect(entries.count == 4)
                #expect(names.filter { $0.contains("Label") && !$0.contains("LabelBox") } == [])
                #expect(names.filter { $0.hasPrefix("history/") }.count == 4)
                let own = ["changes/LabelBox", "changes/Note", "left/LabelBox/3", "left/Note/3"]
                #expect(Set(names).isSuperset(of: own))
                let report = try await file.storage.openingReport()
                #expect(report.undeclared == ["LabelBox": 450])
            }
        }
    }

    @Test("a collection whose entities all wait for their deletion is undeclared")
    func deleted() async throws {
        let storage = MemoryStorage()
        try await storage.prepare(EntitySchema(name: "Note"))
        try await storage.write { store throws(StorageError) in
            let document = Data(#"{"id":"7"}"#.utf8)
            var record = StoredRecord(key: Self.key("7"), document: document, base: document)
            record.state = .deleted
            try store.put(record)
        }
        #expect(try await storage.openingReport().undeclared == ["Label": 1])
    }

    @Test("a declared collection is not removed", arguments: Store.allCases)
    func declared(store: Store) async throws {
        try await StoreFile.run(in: store) { file in
            try await fill(file.storage)
            let error = await #expect(throws: StorageError.self) {
                try await file.storage.removeCollection("Note")
            }
            #expect(error?.code == .invalid)
            let count = try await file.storage.read { store throws(StorageError) in
                try store.count(in: "Note")
            }
            #expect(count == 450)
        }
    }

    @Test("a store that cannot list its keys removes nothing")
    func unsupported() async throws {
        let storage = CountingStorage(MemoryStorage())
        try await fill(storage)
        let error = await #expect(throws: StorageError.self) {
            try await storage.removeCollection("Label")
        }
        #expect(error?.code == .unsupported)
        let count = try await storage.read { store throws(StorageError) in
            try store.count(in: "Label")
        }
        #expect(count == 450)
    }
}
