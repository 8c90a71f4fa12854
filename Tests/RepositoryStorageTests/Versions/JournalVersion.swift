import Foundation
import HTTPTypes
import Journal1
import Journal2
import Journal3
import Journal4
import RepositoryRuntime
import RepositoryTesting
import Testing

@testable import RepositoryLocal

/// A version of an app whose stores are recorded: its generated code, on any store.
struct JournalVersion: Sendable, CustomTestStringConvertible {
    let number: Int
    /// The schemas of authors and notes.
    let schemas: (authors: EntitySchema, notes: EntitySchema)
    /// The schema of labels; nil if they were removed.
    let labels: EntitySchema?
    private let collections: @Sendable (any Networking) -> [RemoteCollection]
    /// Decodes a document as an entity, and encodes it again.
    private let reading: @Sendable (Data) throws -> [String: JSON]

    var testDescription: String { "version \(number)" }

    private init<Note: Entity>(
        _ number: Int,
        _ authors: EntitySchema,
        _ notes: Note.Type,
        _ labels: EntitySchema? = nil,
        _ collections: @escaping @Sendable (any Networking) -> [RemoteCollection]
    ) {
        self.number = number
        self.collections = collections
        self.labels = labels
        schemas = (authors, Note.schema)
        reading = { try [String: JSON](jsonData: try Note(jsonData: $0).jsonData()) }
    }

    static let all = [
        JournalVersion(1, Journal1.Author.schema, Journal1.Note.self, Journal1.Label.schema) {
            [
                Journal1.AuthorRepository(store: $0).collection,
                Journal1.NoteRepository(store: $0).collection,
                Journal1.LabelRepository(store: $0).collection,
            ]
        },
        JournalVersion(2, Journal2.Author.schema, Journal2.Note.self, Journal2.Label.schema) {
            [
                Journal2.AuthorRepository(store: $0).collection,
                Journal2.NoteRepository(store: $0).collection,
                Journal2.LabelRepository(store: $0).collection,
            ]
        },
        JournalVersion(3, Journal3.Author.schema, Journal3.Page.self, Journal3.Label.schema) {
            [
                Journal3.AuthorRepository(store: $0).collection,
                Journal3.PageRepository(store: $0).collection,
                Journal3.LabelRepository(store: $0).collection,
            ]
        },
        JournalVersion(4, Journal4.Person.schema, Journal4.Leaf.self) {
            [
                Journal4.PersonRepository(store: $0).collection,
                Journal4.LeafRepository(store: $0).collection,
            ]
        },
    ]

    /// Opens a store as the app does.
    func open(_ storage: any Storage, _ network: ScriptedNetwork) async throws -> Synchronizer {
        let synchronizer = Synchronizer(storage: storage, backoff: Backoff(jitter: { 1 }))
        for collection in collections(network) { try await synchronizer.register(collection) }
        return synchronizer
    }

    /// Returns the notes that the app shows, by identity.
    func notes(in storage: any Storage) async throws -> [String: [String: JSON]] {
        let records = try await storage.read { store throws(StorageError) in
            try store.records(in: schemas.notes.name, matching: .all)
        }
        var notes: [String: [String: JSON]] = [:]
        for record in records { notes[record.key.id] = try reading(record.document) }
        return notes
    }

    /// The expected ``notes(in:)``.
    var expectedNotes: [String: [String: JSON]] {
        Dictionary(JournalNote.shown.map { ($0.id, $0.members(in: number)) }) { $1 }
    }

    /// Writes a new note.
    func create(_ note: JournalNote, in storage: any Storage) async throws {
        let (schema, members) = (schemas.notes, note.members(in: number))
        try await storage.write { store throws(StorageError) in
            let document = try DocumentMembers.write(members)
            try Outbox(schema, in: store).create(document, id: note.id)
        }
    }

    /// Writes as a user does: reads notes, changes some of them offline, and has a change rejected.
    func fill(_ storage: any Storage) async throws {
        _ = try await open(storage, ScriptedNetwork())
        let (schemas, labels, number) = (schemas, labels, number)
        try await storage.write { store throws(StorageError) in
            func data(_ members: [String: JSON]) throws(StorageError) -> Data {
                try DocumentMembers.write(members)
            }
            let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
            try Confirmations(schemas.authors, in: store, at: date)
                .put(try data(["id": "a1", "name": "Ada"]), id: "a1", entityTag: "\"1\"")
            let confirmed = Confirmations(schemas.notes, in: store, at: date)
            for note in JournalNote.confirmed {
                try confirmed.put(
                    try data(note.members(in: number)),
                    id: note.id,
                    entityTag: "\"1\""
                )
            }
            let (authors, notes) = (
                Outbox(schemas.authors, in: store), Outbox(schemas.notes, in: store)
            )
            try authors.create(try data(["id": "a2", "name": "Bob"]), id: "a2")
            try notes.create(try data(JournalNote.created.members(in: number)), id: "n3")
            try notes.patch(id: "n2", with: JournalNote.changes(text: "changed", in: number))
            try notes.patch(id: "n2", with: JournalNote.changes(stars: 5, in: number))
            try notes.delete(id: "n4")
            try notes.patch(id: "n5", with: JournalNote.changes(color: nil, in: number))
            if number <= 2 { try notes.patch(id: "n6", with: ["mood": "sad"]) }
            if let labels {
                try Confirmations(labels, in: store, at: date)
                    .put(try data(["id": "l1", "name": "old"]), id: "l1", entityTag: "\"1\"")
                try Outbox(labels, in: store).update(
                    try data(["id": "l1", "name": "new"]),
                    id: "l1"
                )
            }
            let key = RecordKey(collection: schemas.notes.name, id: "n5")
            for var entry in try store.entries(of: key) {
                entry.state = .rejected
                entry.failure = OutboxFailure(status: 422, message: "No color.", date: date)
                try store.put(entry)
            }
            try store.updateState(of: key)
        }
    }

    /// Sends the pending writes to a server with the confirmed notes, in the form of this version;
    /// returns all requested changes.
    func push(_ storage: any Storage) async throws -> (sent: [String], report: SyncReport) {
        let network = ScriptedNetwork()
        let number = number
        for note in JournalNote.confirmed {
            let path = "notes/\(note.id)"
            let document = try String(
                decoding: DocumentMembers.write(note.members(in: number)),
                as: UTF8.self
            )
            network.script(.get, path, .json(document, headers: [.eTag: "\"1\""]))
            network.script(.patch, path) { request in
                let changes = request.body.flatMap { try? [String: JSON](jsonData: $0) } ?? [:]
                let changed = note.members(in: number).merging(changes) { $1 }
                return .json(JSON.object(changed).description, headers: [.eTag: "\"2\""])
            }
            network.script(.delete, path, .response(204))
        }
        for path in ["authors", "notes"] {
            network.script(.post, path) { request in
                .json(String(decoding: request.body ?? Data(), as: UTF8.self), status: 201)
            }
        }
        network.script(.put, "labels/l1") { request in
            .json(String(decoding: request.body ?? Data(), as: UTF8.self))
        }
        let synchronizer = try await open(storage, network)
        let report = await synchronizer.push()
        let sent = network.requests.filter { $0.head.method != .get }.map { request in
            let body = String(decoding: request.body ?? Data(), as: UTF8.self)
            return "\(request.operation) \(body)"
        }
        return (sent, report)
    }
}
