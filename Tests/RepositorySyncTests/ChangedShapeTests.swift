import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// An update of the app adds properties to entities, and the service lists only changes.
@Suite struct ChangedShapeTests {
    // The trap: unchanged entities never get the new property.
    @Test("everything is listed once when the properties of entities change")
    func newProperty() async throws {
        try await run { server, storage in
            _ = try await notes(of: First.self, storage, at: server.url)
            await server.server.forgetRequests()
            #expect(try await notes(of: First.self, storage, at: server.url) == ["a": nil])
            #expect(await server.queries == ["since=1"])

            await server.server.forgetRequests()
            #expect(try await notes(of: Second.self, storage, at: server.url) == ["a": "good"])
            #expect(try await notes(of: Second.self, storage, at: server.url) == ["a": "good"])
            #expect(await server.queries == ["", "since=1"])
        }
    }

    @Test("documents of an earlier version without them are listed once, too")
    func unknownShape() async throws {
        try await run { server, storage in
            _ = try await notes(of: Unsaid.self, storage, at: server.url)
            await server.server.forgetRequests()
            _ = try await notes(of: Unsaid.self, storage, at: server.url)
            #expect(try await notes(of: Second.self, storage, at: server.url) == ["a": "good"])
            #expect(await server.queries == ["since=1", ""])
        }
    }

    // The trap: documents with the former type of a property stay unreadable.
    @Test("everything is listed once when the version of entities changes")
    func newVersion() async throws {
        try await run { server, storage in
            _ = try await notes(of: Second.self, storage, at: server.url)
            await server.server.forgetRequests()
            for _ in 1...2 { _ = try await notes(of: Renumbered.self, storage, at: server.url) }
            #expect(await server.queries == ["", "since=1"])
        }
    }

    private func run(_ body: (NoteServer, any Storage) async throws -> Void) async throws {
        let server = ExampleServer()
        let url = try await server.start()
        await server.serve("notes", keys: ["text", "mood"], required: "text")
        await server.setListsChanges(true)
        do {
            var request = NetworkingRequest(method: .post, path: "notes")
            request.body = Data(#"{"text":"a","mood":"good"}"#.utf8)
            _ = try await NetworkingSession(url: url).send(request)
            try await body(NoteServer(server: server, url: url), MemoryStorage())
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// Synchronizes as a version of the app does, and returns its moods afterwards.
    private func notes<Shape: NoteShape>(
        of shape: Shape.Type,
        _ storage: any Storage,
        at url: String
    ) async throws -> [String: String?] {
        let synchronizer = Synchronizer(storage: storage, clock: ManualClock())
        let session = NetworkingSession(url: url)
        try await synchronizer.register(RemoteCollection(NoteRepository<Shape>(store: session)))
        #expect(await synchronizer.synchronize().isComplete)
        let records = try await storage.read { store throws(StorageError) in
            try store.records(in: "Note", matching: .all)
        }
        let found = try records.map { try Note<Shape>(jsonData: $0.document).members }
        return Dictionary(
            uniqueKeysWithValues: found.map { ($0["text"]?.string ?? "", $0["mood"]?.string) }
        )
    }
}

private struct NoteServer {
    let server: ExampleServer
    let url: String

    /// The queries of the listings that were requested.
    var queries: [String] {
        get async { await server.requests.filter { $0.method == "GET" }.map(\.query) }
    }
}

/// The properties of notes in a version of the app.
private protocol NoteShape: Sendable {
    static var keys: Set<String> { get }
    static var isSaid: Bool { get }
    static var version: Int? { get }
}

extension NoteShape {
    static var version: Int? { nil }
}

private enum First: NoteShape {
    static let keys: Set<String> = ["_id", "text"]
    static let isSaid = true
}

private enum Second: NoteShape {
    static let keys: Set<String> = ["_id", "text", "mood"]
    static let isSaid = true
}

/// The same properties as the second version, with another type.
private enum Renumbered: NoteShape {
    static let keys = Second.keys
    static let isSaid = true
    static let version: Int? = 2
}

/// The same properties as the first version, with a schema that does not declare them.
private enum Unsaid: NoteShape {
    static let keys = First.keys
    static let isSaid = false
}

/// A note as decoded by a version of the app.
private nonisolated struct Note<Shape: NoteShape>: Entity, MemberEncodable {
    struct Draft: EntityDraft, MemberEncodable {
        func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {}
    }

    typealias Patch = VoucherRepository.Entity.Patch
    typealias Fields = VoucherRepository.Entity.Fields

    let members: [String: JSON]

    var id: String { members["_id"]?.string ?? "" }
    var draft: Draft { Draft() }

    static var schema: EntitySchema {
        EntitySchema(
            name: "Note",
            identityKey: "_id",
            properties: Shape.isSaid ? Shape.keys : [],
            version: Shape.version
        )
    }

    init(dictionary: [String: Any]) throws(ConversionError) {
        let id = try DictionaryReader(dictionary).required("_id", as: String.self)
        members = ["_id": .string(id)]
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        members = try [String: JSON](from: &reader).filter { Shape.keys.contains($0.key) }
    }

    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        for (key, value) in members.sorted(by: { $0.key < $1.key }) { writer.member(key, value) }
    }
}

private struct NoteRepository<Shape: NoteShape>: CRUDNetworkingRepository {
    typealias Entity = Note<Shape>
    let store: any Networking
    let path = "notes"

    var conventions: Conventions {
        Conventions(
            tombstone: "deleted",
            changes: .init(parameter: "since", cursor: .header("Last-Change"))
        )
    }
}
