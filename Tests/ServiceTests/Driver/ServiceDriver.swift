import Foundation
import RepositoryRuntime
import RepositorySQLite
import Testing

/// What can be done with any service.
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

/// Drives a repository of generated code through all that it offers, whatever its service.
///
/// It looks at what became of it with another client, and compares each property.
struct ServiceDriver<S: Subject>: DrivenService {
    /// The way to the service.
    let line: Line
    let witness: any Witness

    init(_ subject: S.Type, _ session: NetworkingSession, _ witness: any Witness) {
        line = Line(session)
        self.witness = witness
    }

    /// The keys that the service has, and the schema does not know, with what must stay there.
    private var unknown: [String: JSON] { witness.hasWaysOfItsOwn ? S.unknown : [:] }

    // MARK: - What is compared

    /// Compares an entity, and what the service holds, with what both are to have.
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

    /// Compares what is here with what the service holds: the same entities, with the same values.
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

    /// What the service has made is here as it made it.
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

    /// What a client writes, without null: some services say it of what is not there, and some do not.
    private static func written(_ members: [String: JSON]) -> [String: JSON] {
        members.filter { !S.made.contains($0.key) && !$0.value.isNull }
    }

    func members(of entity: S.Entity) throws -> [String: JSON] {
        try [String: JSON](jsonData: entity.jsonData())
    }

    /// The identity as it stands in paths.
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

    /// Leaves nothing behind of what was there.
    func clear() async throws {
        for id in try await witness.all().keys { try await witness.delete(id) }
        #expect(try await witness.all().isEmpty)
    }
}
