import Foundation
import RepositoryRuntime
import RepositorySQLite
import Testing

/// Operations for any service.
protocol DrivenService: Sendable {
    func operations() async throws
    func listing() async throws
    func offline() async throws
    func conflict(replaces: Bool) async throws
    func stale() async throws
    func lostAnswer(_ lose: () async -> Void) async throws
    func deletionBehindLostAnswer(_ lose: () async -> Void, _ mend: () async -> Void) async throws
    func notFound() async throws -> ServiceFailure?
}

/// Uses all features of a generated repository, with any service.
///
/// It checks the result with another client, comparing each property.
struct ServiceDriver<S: Subject>: DrivenService {
    /// The connection to the service.
    let line: Line
    let witness: any Witness

    init(_ subject: S.Type, _ session: NetworkingSession, _ witness: any Witness) {
        line = Line(session)
        self.witness = witness
    }

    /// The keys that the schema does not declare, with values that must not change.
    private var unknown: [String: JSON] { witness.hasWaysOfItsOwn ? S.unknown : [:] }

    // MARK: - What is compared

    /// Compares an entity, and the service's version of it, with the expected content.
    func check(
        _ entity: S.Entity,
        _ content: Content,
        _ comment: String = "",
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let (own, wanted) = (try members(of: entity), S.members(content))
        #expect(Self.written(own) == wanted, "\(S.name) \(comment)", sourceLocation: location)
        let id = try text(of: entity)
        let held = try #require(
            try await witness.all()[id],
            "\(S.name) \(comment)",
            sourceLocation: location
        )
        let whole = wanted.merging(unknown) { $1 }
        #expect(Self.written(held) == whole, "\(S.name) \(comment)", sourceLocation: location)
        try checkMade(own, held, comment, location)
    }

    /// Compares the local entities with those of the service.
    func checkSame(
        _ entities: [S.Entity],
        _ comment: String = "",
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let held = try await witness.all()
        let here = try entities.map { (try text(of: $0), try members(of: $0)) }
        #expect(
            Set(here.map(\.0)) == Set(held.keys),
            "\(S.name) \(comment)",
            sourceLocation: location
        )
        #expect(here.count == held.count, "\(S.name) \(comment)", sourceLocation: location)
        for (id, own) in here {
            let theirs = held[id] ?? [:]
            let known = Self.written(theirs).filter { unknown[$0.key] == nil }
            #expect(Self.written(own) == known, "\(S.name) \(comment)", sourceLocation: location)
            try checkMade(own, theirs, comment, location)
        }
    }

    /// Expects that values set by the service are unchanged locally.
    private func checkMade(
        _ own: [String: JSON],
        _ held: [String: JSON],
        _ comment: String,
        _ location: SourceLocation
    ) throws {
        for (key, value) in own where S.made.subtracting(S.moving).contains(key) {
            let theirs = held[key]
            #expect(isSame(value, theirs), "\(S.name): \(key) \(comment)", sourceLocation: location)
        }
    }

    /// Returns the body sent by a client, without null: services differ in returning null for
    /// missing
    /// values.
    private static func written(_ members: [String: JSON]) -> [String: JSON] {
        members.filter { !S.made.contains($0.key) && !$0.value.isNull }
    }

    func members(of entity: S.Entity) throws -> [String: JSON] {
        try [String: JSON](jsonData: entity.jsonData())
    }

    /// Returns the identity in paths.
    func text(of entity: S.Entity) throws -> String {
        let id = try #require(try members(of: entity)[S.Entity.schema.identityKey])
        return try id.string ?? id.jsonText()
    }

    // MARK: - Tools

    func withRepository(
        _ body: (RepositoryProxy<S.Entity>, Synchronizer) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "services-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = try SQLiteStorage(url: folder.appending(path: "data.sqlite"))
        let synchronizer = Synchronizer(storage: storage, backoff: Backoff(first: .zero))
        _ = try await S.repository(line)
        try await body(try await S.plain(line).offline(with: synchronizer), synchronizer)
        try storage.close()
    }

    /// Deletes all entities.
    func clear() async throws {
        for id in try await witness.all().keys { try await witness.delete(id) }
        #expect(try await witness.all().isEmpty)
    }
}
