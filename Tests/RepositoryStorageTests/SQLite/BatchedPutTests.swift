import Foundation
import RepositoryRuntime
import Testing

@testable import RepositorySQLite

/// Writes of one transaction are combined into few statements, without a visible difference.
@Suite struct BatchedPutTests {
    private func entry(_ number: Int, id: UUID? = nil) -> OutboxEntry {
        OutboxEntry(id: id, key: RecordKey(note: "\(number)"), operation: .create)
    }

    @Test func entriesOfABatchHaveThePlacesThatTheyWereGiven() async throws {
        let folder = try TemporaryFolder()
        let storage = try folder.store()
        // More than one statement, and an incomplete one; every seventh has a foreign identity.
        let put = try await storage.write { store throws(StorageError) in
            var put: [OutboxEntry] = []
            for number in 0..<(RowBatch.capacity * 3 + 5) {
                let id = number % 7 == 3 ? UUID() : nil
                put.append(try store.put(entry(number, id: id)))
            }
            return put
        }
        let found = try await storage.read { store throws(StorageError) in try store.entries() }
        #expect(found == put)
        #expect(Set(found.map(\.sequence)).count == put.count)
        let one = put[20]
        #expect(
            try await storage.read { store throws(StorageError) in try store.entry(one.id) } == one
        )
        try storage.close()
    }

    @Test func anEntryThatIsPutAgainInABatchKeepsItsPlace() async throws {
        let folder = try TemporaryFolder()
        let storage = try folder.store()
        let (first, again, last) = try await storage.write { store throws(StorageError) in
            var put: [OutboxEntry] = []
            for number in 0..<6 { put.append(try store.put(entry(number))) }
            var changed = put[3]
            changed.sequence = 0
            changed.attempts = 2
            let again = try store.put(changed)
            // The previous one is buffered, and so is this one.
            let last = try store.put(entry(7))
            try store.remove(entry: last.id)
            return (put[3], again, try store.put(entry(8)))
        }
        #expect(again.sequence == first.sequence)
        let found = try await storage.read { store throws(StorageError) in try store.entries() }
        #expect(found.map(\.attempts) == [0, 0, 0, 2, 0, 0, 0])
        // That of the removed one is not reused.
        #expect(found.last == last)
        #expect(last.sequence == first.sequence + 4)
        try storage.close()
    }

    @Test func recordsOfABatchAreSeenWithinIt() async throws {
        let folder = try TemporaryFolder()
        let storage = try folder.store()
        let ids = try await storage.write { store throws(StorageError) in
            for number in 0..<(RowBatch.capacity * 2 + 3) {
                let key = RecordKey(note: "\(number)")
                try store.put(StoredRecord(key: key, document: Data(#"{"n":0}"#.utf8)))
                let other = RecordKey(collection: "Other", id: "\(number)")
                if number % 5 == 0 {
                    try store.put(StoredRecord(key: other, document: Data("{}".utf8)))
                }
            }
            // It replaces the first, after the others were added.
            let first = RecordKey(note: "0")
            try store.put(StoredRecord(key: first, document: Data(#"{"n":1}"#.utf8)))
            #expect(try store.record(first)?.document == Data(#"{"n":1}"#.utf8))
            #expect(try store.count(in: "Other") == 7)
            return try store.records(in: "Note", matching: .all).map(\.key.id)
        }
        #expect(ids == (0..<(RowBatch.capacity * 2 + 3)).map { "\($0)" })
        try storage.close()
    }

    @Test func aRefusedDocumentLeavesTheOthersOfItsBatch() async throws {
        let folder = try TemporaryFolder()
        let storage = try folder.store()
        try await storage.write { store throws(StorageError) in
            for number in 0..<5 {
                let document = number == 2 ? "[]" : "{}"
                let key = RecordKey(note: "\(number)")
                let record = StoredRecord(key: key, document: Data(document.utf8))
                do throws(StorageError) {
                    try store.put(record)
                    #expect(number != 2)
                } catch {
                    #expect(error.code == .invalid && number == 2)
                }
            }
        }
        #expect(try await storage.ids() == ["0", "1", "3", "4"])
        try storage.close()
    }

    @Test func largeAndEmptyValuesStandBesideSmallOnes() async throws {
        let folder = try TemporaryFolder()
        let storage = try folder.store()
        let text = String(repeating: "é", count: 50_000)
        let records = (0..<40).map { number in
            StoredRecord(
                key: RecordKey(note: "\(number)"),
                document: Data(#"{"text":"\#(number % 3 == 0 ? text : "")"}"#.utf8),
                base: number % 2 == 0 ? Data() : nil,
                entityTag: number % 4 == 0 ? "" : nil
            )
        }
        try await storage.write { store throws(StorageError) in
            for record in records { try store.put(record) }
        }
        let found = try await storage.read { store throws(StorageError) in
            try store.records(in: "Note", matching: .all)
        }
        #expect(found == records)
        try storage.close()
    }

    @Test func aKeyOfAnEntryIsKeptWhereItIsNotTheIdentity() async throws {
        let folder = try TemporaryFolder()
        let storage = try folder.store()
        var own = entry(2)
        own.idempotencyKey = "own"
        var given = own
        given.idempotencyKey = own.id.uuidString
        #expect(given == OutboxEntry(id: own.id, key: own.key, operation: .create))
        let put = [entry(1), own, entry(3)]
        try await storage.write { store throws(StorageError) in
            for entry in put { try store.put(entry) }
        }
        let found = try await storage.read { store throws(StorageError) in try store.entries() }
        #expect(found.map(\.idempotencyKey) == put.map(\.idempotencyKey))
        #expect(found.map(\.idempotencyKey)[1] == "own")
        try storage.close()
    }

    @Test func identitiesOfEntriesAreUUIDsInTheOrderInWhichTheyWereMade() {
        let texts = (0..<1000).map { entry($0).id.uuidString }
        #expect(texts == texts.sorted())
        #expect(Set(texts).count == texts.count)
        for text in texts {
            let characters = Array(text)
            #expect(characters[14] == "7")
            #expect("89AB".contains(characters[19]))
        }
    }

    @Test func keysThatAreEqualInOtherBytesFillTheColumn() async throws {
        let folder = try TemporaryFolder()
        let storage = try folder.store()
        let schema = EntitySchema(
            name: "Note",
            indexed: [IndexedProperty("\u{212A}", .text), IndexedProperty("text", .text)]
        )
        try await storage.prepare(schema)
        try await storage.put("1", #"{"K":"a","t\u0065xt":"b"}"#)
        try await storage.put("2", #"{"text":"b"}"#)
        #expect(try await storage.ids(Criteria(filter: Field<String>("\u{212A}") == "a")) == ["1"])
        #expect(
            try await storage.ids(Criteria(filter: Field<String>("text") == "b")) == ["1", "2"]
        )
        try storage.close()
    }
}
