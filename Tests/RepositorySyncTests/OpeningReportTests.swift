import Foundation
import RepositoryTesting
import Testing

@testable import RepositoryLocal

/// The report on opening a store.
@Suite struct OpeningReportTests {
    private struct TooLarge: Error {}

    /// Notes with an amount in cents, which was in euros under another key.
    private static let cents = EntitySchema(
        name: "Note",
        indexed: [IndexedProperty("cents", .integer), IndexedProperty("title", .text)],
        former: [
            "cents": [
                FormerProperty(
                    "euros",
                    from: ValueCodec<Int>(),
                    to: ValueCodec<Int>(),
                    by: { value in
                        guard value < 100 else { throw TooLarge() }
                        return value * 100
                    }
                )
            ]
        ],
        properties: ["cents", "title"],
        compoundIndexes: [["title", "cents"]],
        searched: ["title"]
    )

    private func open(_ schema: EntitySchema, in storage: any Storage) async throws {
        try await storage.prepare(schema) { (members) throws(JSONError) in
            guard members["cents"] != nil else {
                throw JSONError(code: .missingKey, expected: "cents", found: "nothing", offset: 0)
            }
            return members
        }
    }

    /// Writes notes as the earlier version does, and an entity of a removed type.
    private func fill(_ storage: any Storage) async throws {
        try await storage.write { store throws(StorageError) in
            for (id, euros) in [("1", 5), ("2", 1000), ("3", 7)] {
                let key = RecordKey(collection: "Note", id: id)
                let document = Data(#"{"id":"\#(id)","euros":\#(euros),"title":"a"}"#.utf8)
                try store.put(StoredRecord(key: key, document: document))
            }
            let key = RecordKey(collection: "Note", id: "3")
            try store.put(OutboxEntry(key: key, operation: .patch, changed: ["euros": 7]))
            let gone = RecordKey(collection: "Draft", id: "1")
            try store.put(StoredRecord(key: gone, document: Data(#"{"id":"1"}"#.utf8)))
        }
    }

    @Test(
        "conversions, kept documents, created indexes and undeclared collections are reported",
        arguments: Store.allCases
    )
    func report(store: Store) async throws {
        try await StoreFile.run(in: store) { world in
            try await fill(world.storage)
            try await open(Self.cents, in: world.storage)
            try await open(EntitySchema(name: "Tag"), in: world.storage)
            let report = try await world.storage.openingReport()
            var note = OpeningReport.Collection(name: "Note")
            note.convertedDocuments = 2
            note.convertedWrites = 1
            note.keptDocuments = ["2"]
            var indexes = ""
            if store == .sqlite {
                note.madeIndexes = [
                    .property("cents"), .property("title"), .words(["title"]),
                    .compound(["title", "cents"]),
                ]
                indexes =
                    "; index of cents created; index of title created"
                    + "; full-text index of title created"
                    + "; index of title and cents created"
            }
            var tag = OpeningReport.Collection(name: "Tag")
            tag.isCreated = true
            #expect(
                report == OpeningReport(collections: [note, tag], undeclared: ["Draft": 1])
            )
            #expect(
                report.description == """
                    Note: 2 documents and 1 pending write converted; 1 document left unchanged (2)\(indexes)
                    Tag: created
                    Draft: 1 document, not declared by any schema
                    """
            )
            #expect(!note.isUnchanged && report["Note"] == note && report["Draft"] == nil)
        }
    }

    @Test("a reopened store is unchanged, except for unconvertible documents")
    func again() async throws {
        try await StoreFile.run(in: .sqlite) { world in
            try await fill(world.storage)
            try await open(Self.cents, in: world.storage)
            let again = try world.reopened()
            try await open(Self.cents, in: again)
            var note = OpeningReport.Collection(name: "Note")
            note.keptDocuments = ["2"]
            #expect(try await again.openingReport().collections == [note])
            #expect(note.isUnchanged)
            var schema = Self.cents
            (schema.indexed, schema.compoundIndexes) = ([schema.indexed[0]], [])
            let changed = try world.reopened()
            try await open(schema, in: changed)
            note.droppedIndexes = [.compound(["title", "cents"]), .property("title")]
            #expect(try await changed.openingReport().collections == [note])
        }
    }

    // The trap: a page that another process has migrated meanwhile is examined twice.
    @Test("concurrent migrations report each document once", arguments: Store.allCases)
    func once(store: Store) async throws {
        try await StoreFile.run(in: store) { world in
            try await world.storage.write { store throws(StorageError) in
                for number in 0..<500 {
                    let key = RecordKey(collection: "Note", id: "\(number)")
                    let euros = number.isMultiple(of: 100) ? 1000 : 5
                    let document = Data(#"{"id":"\#(number)","euros":\#(euros)}"#.utf8)
                    try store.put(StoredRecord(key: key, document: document))
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { try await open(Self.cents, in: world.storage) } }
                try await group.waitForAll()
            }
            let note = try #require(try await world.storage.openingReport()["Note"])
            #expect(note.convertedDocuments == 495)
            #expect(note.keptDocuments == ["0", "100", "200", "300", "400"])
        }
    }

    @Test("a custom store without a log reports nothing")
    func noLog() async throws {
        try await StoreFile.run(in: .memory) { world in
            let storage = FailingStorage(world.storage, afterWrites: .max)
            try await open(Self.cents, in: storage)
            #expect(try await storage.openingReport() == OpeningReport())
        }
    }
}
