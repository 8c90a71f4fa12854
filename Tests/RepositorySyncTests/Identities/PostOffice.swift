import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample

/// Pen pals and their letters on one client, with typed or plain identities: the same code for
/// both.
///
/// Writes stay pending until the synchronizer is called.
struct PostOffice<Penpal: Entity, Letter: Entity> {
    let synchronizer: Synchronizer
    let penpals: RepositoryProxy<Penpal>
    let letters: RepositoryProxy<Letter>

    /// Creates a pen pal; returns its identity as text.
    func createPenpal(_ title: String, mentor: String? = nil) async throws -> String {
        var members: [String: JSON] = ["_id": "", "title": .string(title)]
        members["mentor"] = mentor.map { .string($0) }
        let draft = try Penpal(jsonData: JSON.object(members).jsonData()).draft
        return try await penpals.create(draft).id.pathComponent
    }

    /// Writes a letter; returns its identity as text.
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

    /// Returns the letters in the store as JSON.
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
    /// Opens a client with plain string identities.
    static func plain(_ storage: any Storage, _ session: NetworkingSession) async throws -> Self {
        try await Self(
            storage,
            SyncSample.PenpalRepository(store: session),
            SyncSample.LetterRepository(store: session)
        )
    }
}

extension PostOffice<RepositorySyncTests.Penpal, RepositorySyncTests.Letter> {
    /// Opens a client with typed identities.
    static func typed(_ storage: any Storage, _ session: NetworkingSession) async throws -> Self {
        try await Self(
            storage,
            PenpalRepository(store: session),
            LetterRepository(store: session)
        )
    }
}

extension EntityIdentifier {
    /// Creates an identity from text, as an app does that stores it as text.
    init?(text: String) throws {
        guard let type = Self.self as? any JSONDecodable.Type,
            let id = try type.init(jsonData: JSON.string(text).jsonData()) as? Self
        else { return nil }
        self = id
    }
}

extension ExampleServer {
    /// Starts a server for pen pals and letters; returns it with its URL.
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

    /// The received requests, with their bodies.
    var lines: [String] {
        requests.map { "\($0.method) \($0.path)?\($0.query) \($0.text)" }
    }
}
