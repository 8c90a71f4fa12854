import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample

/// Penpals and their letters on one client, with identities of either kind: the same code for both.
///
/// What is written waits until the synchronizer is asked.
struct PostOffice<Penpal: Entity, Letter: Entity> {
    let synchronizer: Synchronizer
    let penpals: RepositoryProxy<Penpal>
    let letters: RepositoryProxy<Letter>

    /// Creates a penpal; its identity as text.
    func createPenpal(_ title: String, mentor: String? = nil) async throws -> String {
        var members: [String: JSON] = ["_id": "", "title": .string(title)]
        members["mentor"] = mentor.map { .string($0) }
        let draft = try Penpal(jsonData: JSON.object(members).jsonData()).draft
        return try await penpals.create(draft).id.pathComponent
    }

    /// Writes a letter; its identity as text.
    func write(
        _ title: String,
        from sender: String,
        to readers: [String] = [],
        answering letter: String? = nil
    ) async throws -> String {
        var members: [String: JSON] = ["_id": "", "title": .string(title)]
        members["sender"] = .string(sender)
        members["readers"] = .array(readers.map { .string($0) })
        members["reply_to"] = letter.map { .string($0) }
        members["marks"] = ["first": .string(sender)]
        let draft = try Letter(jsonData: JSON.object(members).jsonData()).draft
        return try await letters.create(draft).id.pathComponent
    }

    /// Deletes a letter.
    func deleteLetter(_ id: String) async throws {
        if let id = try Letter.ID(text: id) { try await letters.delete(id: id) }
    }

    /// The letters in the store, as JSON.
    func stored() async throws -> [String] {
        try await letters.find(.all).map { try $0.jsonText() }.sorted()
    }
}

extension PostOffice {
    private init(
        _ storage: any Storage,
        _ penpals: some NetworkingRepository<Penpal>,
        _ letters: some NetworkingRepository<Letter>
    ) async throws {
        synchronizer = Synchronizer(
            storage: storage,
            clock: ManualClock(),
            backoff: Backoff(first: .seconds(10), jitter: { 1 })
        )
        try await synchronizer.register(RemoteCollection(penpals))
        try await synchronizer.register(RemoteCollection(letters))
        self.penpals = RepositoryProxy(
            remote: penpals,
            storage: storage,
            strategy: .offlineFirst
        )
        self.letters = RepositoryProxy(
            remote: letters,
            storage: storage,
            strategy: .offlineFirst
        )
    }
}

extension PostOffice<SyncSample.Penpal, SyncSample.Letter> {
    /// Opens a client to which identities are plain texts.
    static func plain(_ storage: any Storage, _ session: NetworkingSession) async throws -> Self {
        try await Self(
            storage,
            SyncSample.PenpalRepository(store: session),
            SyncSample.LetterRepository(store: session)
        )
    }
}

extension PostOffice<RepositorySyncTests.Penpal, RepositorySyncTests.Letter> {
    /// Opens a client to which identities have types of their own.
    static func typed(_ storage: any Storage, _ session: NetworkingSession) async throws -> Self {
        try await Self(
            storage,
            PenpalRepository(store: session),
            LetterRepository(store: session)
        )
    }
}

extension EntityIdentifier {
    /// The identity of a text, as whoever kept it as text makes one.
    init?(text: String) throws {
        guard let type = Self.self as? any JSONDecodable.Type,
            let id = try type.init(jsonData: JSON.string(text).jsonData()) as? Self
        else { return nil }
        self = id
    }
}

extension ExampleServer {
    /// A server that knows penpals and letters, and its address.
    static func startedForLetters() async throws -> (server: ExampleServer, url: String) {
        let server = ExampleServer()
        let url = try await server.start()
        await server.serve(
            "penpals",
            keys: ["title", "mentor"],
            required: "title",
            references: ["mentor": "penpals"]
        )
        await server.serve(
            "letters",
            keys: ["title", "sender", "readers", "reply_to", "marks"],
            required: "title",
            references: ["sender": "penpals", "readers": "penpals", "reply_to": "letters"]
        )
        return (server, url)
    }

    /// The requests that came: what they ask for, and their bodies.
    var lines: [String] {
        requests.map { "\($0.method) \($0.path)?\($0.query) \($0.text)" }
    }
}
