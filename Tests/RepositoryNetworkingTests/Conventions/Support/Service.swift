import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// Runs a body with a scripted server, and the notes on it.
func withService(
    _ conventions: Conventions,
    path: String = "notes",
    _ body: (ExampleServer, NoteRepository) async throws -> Void
) async throws {
    try await withExampleServer { server, url in
        let session = NetworkingSession(url: url)
        try await body(
            server,
            NoteRepository(store: session, path: path, conventions: conventions)
        )
    }
}

/// Returns the error of a failing body.
func failure(_ body: () async throws -> Void) async throws -> RepositoryError {
    try #require(await #expect(throws: RepositoryError.self) { try await body() })
}

extension ExampleServer {
    /// The received requests, without header fields and bodies.
    var lines: [String] {
        requests.map { request in
            let query = request.query.isEmpty ? "" : "?\(request.query)"
            return "\(request.method) \(request.path)\(query)"
        }
    }

    /// The body of the last request.
    var lastBody: JSON {
        get throws { try JSON(jsonData: requests.last?.body ?? Data()) }
    }

    /// Returns a header field of all requests with a method, in order.
    func headers(_ name: String, of method: String) -> [String?] {
        requests.filter { $0.method == method }.map { $0.headers[name] }
    }
}

/// A client with a store in memory that synchronizes one collection.
struct Device {
    let storage = MemoryStorage()
    private let clock = ManualClock()
    private let synchronizer: Synchronizer
    private let schema: EntitySchema

    /// Creates a client of a collection, synchronized together with others.
    init(_ collection: RemoteCollection, and others: RemoteCollection...) async throws {
        schema = collection.schema
        synchronizer = Synchronizer(storage: storage, clock: clock)
        for collection in [collection] + others { try await synchronizer.register(collection) }
    }

    /// Synchronizes after some time.
    func synchronize(after wait: Duration = .seconds(3600)) async -> SyncReport {
        clock.advance(by: wait)
        return await synchronizer.synchronize()
    }

    /// Stores an entity that the server had long ago.
    func keep(_ entity: some Entity) async throws {
        let (schema, id, document) = (schema, entity.id.pathComponent, try entity.jsonData())
        try await storage.write { store throws(StorageError) in
            let then = Date(timeIntervalSince1970: 0)
            try Confirmations(schema, in: store, at: then).put(document, id: id)
        }
    }

    func create(_ entity: some Entity) async throws {
        let (schema, id, document) = (schema, entity.id.pathComponent, try entity.jsonData())
        try await storage.write { store throws(StorageError) in
            _ = try Outbox(schema, in: store).create(document, id: id)
        }
    }

    func update(_ entity: some Entity) async throws {
        let (schema, id, document) = (schema, entity.id.pathComponent, try entity.jsonData())
        try await storage.write { store throws(StorageError) in
            _ = try Outbox(schema, in: store).update(document, id: id)
        }
    }

    func patch(_ id: String, _ changes: [String: JSON]) async throws {
        let schema = schema
        try await storage.write { store throws(StorageError) in
            _ = try Outbox(schema, in: store).patch(id: id, with: changes)
        }
    }

    /// Returns the entities in the store, in order of creation.
    func entities<Value: Entity>(_ type: Value.Type = Note.self) async throws -> [Value] {
        let name = schema.name
        return try await storage.read { store throws(StorageError) in
            try store.records(in: name, matching: .all)
        }.map { try Value(jsonData: $0.document) }
    }
}
