import ExampleServer
import Foundation
import RepositoryRuntime
import RepositorySQLite
import RepositoryTesting
import Testing

/// Files of entities, kept beside the store and sent by the synchronizer.
@Suite struct AttachmentTests {
    /// A client with albums, each of which has a cover.
    fileprivate struct Shelf {
        let world: World
        let albums: RepositoryProxy<Album>

        var server: ExampleServer { world.server }

        static func run(
            in store: Store,
            _ body: (Shelf) async throws -> Void
        ) async throws {
            try await World.run(in: store) { world in
                await world.server.serve(
                    "albums",
                    keys: ["title", "cover"],
                    required: "title",
                    files: ["cover"]
                )
                let albums = try await AlbumRepository(store: world.session)
                    .offline(with: world.synchronizer)
                try await body(Shelf(world: world, albums: albums))
            }
        }

        /// The bytes of a cover as the client shows them.
        func cover(of id: String) async throws -> Data? {
            try await albums.file(.cover, of: id).map { try Data(contentsOf: $0) }
        }

        /// The names of the files beside the store.
        func names() throws -> [String] {
            let folder = try #require(world.storage.attachments)
            let found = try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            return (found ?? []).filter { $0 != "incoming" }
        }

        func create(_ title: String = "Blue") async throws -> String {
            try await albums.create(Album.Draft(title: title)).id
        }

        func fail(_ method: String, _ status: Int?) async {
            guard let status else { return await server.setFaults(nil) }
            await server.setFaults { request in
                request.method == method && request.path.hasPrefix("/albums")
                    ? .answer(ScriptedAnswer(status)) : nil
            }
        }
    }

    private let jpeg = Data((0..<100_000).map { UInt8($0 % 251) })

    @Test("a file is here at once, and sent once the entity is there", arguments: Store.allCases)
    func attached(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            await shelf.fail("POST", 503)
            let id = try await shelf.create()
            try await shelf.albums.attach(jpeg, as: .cover, to: id)
            #expect(try await shelf.cover(of: id) == jpeg)
            let report = await shelf.world.synchronize()
            #expect(report.uploaded == 0)
            #expect(report.postponedFiles == 1)
            #expect(!report.isComplete)
            await shelf.fail("POST", nil)
            _ = await shelf.world.settle()
            // The temporary identity still finds it, and nothing is downloaded.
            let album = try await shelf.albums.find(id: id)
            #expect(album.cover?.hasPrefix("/albums/\(album.id)/cover") == true)
            #expect(await shelf.server.file("albums/\(album.id)/cover") == jpeg)
            #expect(try await shelf.cover(of: id) == jpeg)
            #expect(await shelf.requests("GET", "cover").isEmpty)
            #expect(try await shelf.world.synchronizer.pendingFiles().isEmpty)
            #expect(try shelf.names().count == 1)
        }
    }

    @Test("a copy of a file is attached, and the last one counts", arguments: Store.allCases)
    func replaced(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let id = try await shelf.create()
            let source = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jpeg")
            try Data("first".utf8).write(to: source)
            try await shelf.albums.attach(contentsOf: source, as: .cover, to: id)
            try FileManager.default.removeItem(at: source)
            #expect(try shelf.names().allSatisfy { $0.hasSuffix(".jpeg") })
            try await shelf.albums.attach(Data("second".utf8), as: .cover, to: id)
            _ = await shelf.world.settle()
            let current = try await shelf.albums.find(id: id).id
            #expect(await shelf.server.file("albums/\(current)/cover") == Data("second".utf8))
            #expect(try shelf.names().count == 1)
            #expect(try await shelf.cover(of: id) == Data("second".utf8))
        }
    }

    @Test(
        "a file of the server is downloaded once, and again when it has changed",
        arguments: Store.allCases
    )
    func downloaded(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let id = try await shelf.create()
            _ = await shelf.world.settle()
            let current = try await shelf.albums.find(id: id).id
            #expect(try await shelf.cover(of: current) == nil)
            for text in ["one", "two"] {
                try await shelf.put(text, to: "albums/\(current)/cover")
                await shelf.world.synchronize()
                #expect(try await shelf.cover(of: current) == Data(text.utf8))
                #expect(try await shelf.cover(of: current) == Data(text.utf8))
            }
            #expect(await shelf.requests("GET", "cover").count == 2)
            #expect(try shelf.names().count == 1)
            await shelf.server.stop()
            #expect(try await shelf.cover(of: current) == Data("two".utf8))
        }
    }

    @Test("a file is detached here and on the server", arguments: Store.allCases)
    func detached(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let id = try await shelf.create()
            try await shelf.albums.attach(jpeg, as: .cover, to: id)
            _ = await shelf.world.settle()
            try await shelf.albums.detach(.cover, from: id)
            #expect(try await shelf.cover(of: id) == nil)
            #expect(try shelf.names().isEmpty)
            _ = await shelf.world.settle()
            let album = try await shelf.albums.find(id: id)
            #expect(album.cover == nil)
            #expect(await shelf.server.file("albums/\(album.id)/cover") == nil)
            // Of an entity that was never sent, nothing is.
            await shelf.fail("POST", 503)
            let other = try await shelf.create()
            try await shelf.albums.attach(jpeg, as: .cover, to: other)
            try await shelf.albums.detach(.cover, from: other)
            #expect(try await shelf.world.synchronizer.pendingFiles().isEmpty)
            #expect(try shelf.names().isEmpty)
        }
    }

    @Test(
        "what the server rejects is kept, and can be sent again or given up",
        arguments: Store.allCases
    )
    func rejected(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let id = try await shelf.create()
            _ = await shelf.world.settle()
            await shelf.fail("PUT", 413)
            try await shelf.albums.attach(jpeg, as: .cover, to: id)
            var report = await shelf.world.synchronize()
            #expect(report.rejectedFiles == 1)
            report = await shelf.world.synchronize()
            #expect(report.rejectedFiles == 1)
            #expect(await shelf.requests("PUT", "cover").count == 1)
            var file = try #require(try await shelf.world.synchronizer.pendingFiles().first)
            #expect(file.isRejected)
            #expect(file.failure?.status == 413)
            #expect(try await shelf.cover(of: id) == jpeg)
            try await shelf.world.synchronizer.retry(file)
            await shelf.world.synchronize()
            #expect(await shelf.requests("PUT", "cover").count == 2)
            file = try #require(try await shelf.world.synchronizer.pendingFiles().first)
            try await shelf.world.synchronizer.discard(file)
            #expect(try await shelf.world.synchronizer.pendingFiles().isEmpty)
            #expect(try shelf.names().isEmpty)
            #expect(await shelf.world.synchronize().isComplete)
        }
    }

    @Test("a file waits longer after each failure", arguments: Store.allCases)
    func postponed(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let id = try await shelf.create()
            _ = await shelf.world.settle()
            await shelf.fail("PUT", 500)
            try await shelf.albums.attach(jpeg, as: .cover, to: id)
            #expect(await shelf.world.synchronize().postponedFiles == 1)
            let file = try #require(try await shelf.world.synchronizer.pendingFiles().first)
            #expect(file.attempts >= 1)
            #expect(file.notBefore.map { $0 > shelf.world.clock.now } == true)
            await shelf.fail("PUT", nil)
            _ = await shelf.world.settle()
            #expect(await shelf.server.file("albums/\(file.key.id)/cover") == jpeg)
        }
    }

    @Test("a file that has vanished is rejected, and the rest goes on", arguments: Store.allCases)
    func vanished(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let (first, second) = (try await shelf.create("A"), try await shelf.create("B"))
            try await shelf.albums.attach(jpeg, as: .cover, to: first)
            for name in try shelf.names() {
                let folder = try #require(shelf.world.storage.attachments)
                try FileManager.default.removeItem(at: folder.url.appending(path: name))
            }
            let lost = await #expect(throws: RepositoryError.self) {
                _ = try await shelf.albums.file(.cover, of: first)
            }
            #expect(lost?.code == .file)
            try await shelf.albums.attach(jpeg, as: .cover, to: second)
            _ = await shelf.world.settle()
            let file = try #require(try await shelf.world.synchronizer.pendingFiles().first)
            #expect(file.isRejected)
            let other = try await shelf.albums.find(id: second).id
            #expect(await shelf.server.file("albums/\(other)/cover") == jpeg)
        }
    }

    @Test("a file that was replaced or given up is not sent", arguments: Store.allCases)
    func replacedWhileSending(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let (first, second) = (try await shelf.create("A"), try await shelf.create("B"))
            _ = await shelf.world.settle()
            let ids = try await [shelf.albums.find(id: first).id, shelf.albums.find(id: second).id]
            try await shelf.put("kept", to: "albums/\(ids[1])/cover")
            // While the first file is on its way, the second one is given up, and the first one replaced.
            let world = shelf.world
            let albums = shelf.albums
            let isDone = Locked(false)
            await shelf.server.setFaults { request in
                request.path.hasSuffix("/cover") ? .answer(ScriptedAnswer(503)) : nil
            }
            try await albums.attach(Data("old".utf8), as: .cover, to: ids[0])
            world.clock.advance(by: .seconds(1))
            try await albums.detach(.cover, from: ids[1])
            await shelf.world.synchronize()
            await shelf.fail("PUT", nil)
            let networking = MeanwhileUpload(base: world.session) {
                guard !isDone.withLock({ done in defer { done = true }; return done }) else { return }
                let files = try? await world.synchronizer.pendingFiles()
                for file in files ?? [] where file.isDeletion {
                    try? await world.synchronizer.discard(file)
                }
                try? await albums.attach(Data("new".utf8), as: .cover, to: ids[0])
            }
            _ = try await AlbumRepository(store: networking).offline(with: world.synchronizer)
            _ = await world.settle()
            _ = await world.settle()
            #expect(await shelf.server.file("albums/\(ids[0])/cover") == Data("new".utf8))
            #expect(await shelf.server.file("albums/\(ids[1])/cover") == Data("kept".utf8))
            #expect(try shelf.names().count == 1)
        }
    }

    @Test("requests for files have the header fields of the API", arguments: Store.allCases)
    func headers(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let id = try await shelf.create()
            try await shelf.albums.attach(jpeg, as: .cover, to: id)
            _ = await shelf.world.settle()
            let request = await shelf.server.requests.last { $0.path.hasSuffix("/cover") }
            #expect(request?.headers["content-type"] == "image/jpeg")
            #expect(request?.headers["accept"] == "*/*")
            #expect(request?.body == jpeg)
        }
    }

    @Test("a new entity under an identity that was given before has no file", arguments: Store.allCases)
    func reusedIdentity(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let id = try await shelf.create()
            _ = await shelf.world.settle()
            let current = try await shelf.albums.find(id: id).id
            await shelf.fail("PUT", 503)
            try await shelf.albums.attach(jpeg, as: .cover, to: current)
            await shelf.world.synchronize()
            try await shelf.albums.delete(id: current)
            try await shelf.world.create(Album(id: current, title: "Another"))
            #expect(try await shelf.world.synchronizer.pendingFiles().isEmpty)
            #expect(try await shelf.cover(of: current) == nil)
        }
    }

    @Test("two who ask for a file at once get the same bytes", arguments: Store.allCases)
    func askedTwice(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let id = try await shelf.create()
            _ = await shelf.world.settle()
            let current = try await shelf.albums.find(id: id).id
            try await shelf.put("one", to: "albums/\(current)/cover")
            await shelf.world.synchronize()
            let albums = shelf.albums
            async let first = albums.file(.cover, of: current)
            async let second = albums.file(.cover, of: current)
            for place in try await [first, second] {
                let place = try #require(place)
                #expect(try Data(contentsOf: place) == Data("one".utf8))
            }
            #expect(try shelf.names().count == 1)
        }
    }

    @Test("files follow a property with another name", arguments: Store.allCases)
    func renamedProperty(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let key = RecordKey(collection: "Album", id: "a1")
            let document = Data(#"{"_id":"a1","title":"Blue"}"#.utf8)
            try await shelf.world.storage.write { store throws(StorageError) in
                try store.put(StoredRecord(key: key, document: document, base: document))
                try PendingFile(
                    id: "1",
                    key: key,
                    property: "picture",
                    path: "picture",
                    mediaType: "image/png",
                    name: "a.png",
                    date: Date(timeIntervalSinceReferenceDate: 0)
                ).put(in: store)
            }
            var schema = Album.schema
            schema.former = ["cover": [FormerProperty("picture")]]
            try await shelf.world.storage.prepare(schema, normalized: { $0 })
            let file = try #require(try await shelf.world.synchronizer.pendingFiles().first)
            #expect(file.property == "cover")
            #expect(file.path == "cover")
        }
    }

    @Test("files go with their entities", arguments: Store.allCases)
    func deleted(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let (first, second) = (try await shelf.create("A"), try await shelf.create("B"))
            try await shelf.albums.attach(jpeg, as: .cover, to: first)
            try await shelf.albums.attach(jpeg, as: .cover, to: second)
            _ = await shelf.world.settle()
            let other = try await shelf.albums.find(id: second).id
            try await shelf.albums.delete(id: first)
            try await AlbumRepository(store: shelf.world.session).delete(id: other)
            _ = await shelf.world.settle()
            await shelf.world.synchronize()
            #expect(try shelf.names().isEmpty)
        }
    }

    @Test("a wipe removes the files, too", arguments: Store.allCases)
    func wiped(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let id = try await shelf.create()
            try await shelf.albums.attach(jpeg, as: .cover, to: id)
            let folder = try #require(shelf.world.storage.attachments)
            #expect(FileManager.default.fileExists(atPath: folder.url.path))
            try await shelf.world.storage.wipe()
            #expect(!FileManager.default.fileExists(atPath: folder.url.path))
        }
    }

    @Test("an entity that is not stored has no files", arguments: Store.allCases)
    func unknown(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let error = await #expect(throws: RepositoryError.self) {
                try await shelf.albums.attach(jpeg, as: .cover, to: "nobody")
            }
            #expect(error?.code == .notFound)
            #expect(try shelf.names().isEmpty)
        }
    }

    @Test("progress tells how far a file is")
    func progress() async throws {
        try await Shelf.run(in: .sqlite) { shelf in
            let id = try await shelf.create()
            _ = await shelf.world.settle()
            let seen = Locked<[Int]>([])
            let listening = await shelf.world.synchronizer.progress()
            let listener = Task {
                for await progress in listening {
                    if case .sendingFile(_, "cover", let sent, 100_000) = progress {
                        seen.withLock { $0.append(sent) }
                    }
                    if case .ended = progress { break }
                }
            }
            try await shelf.albums.attach(jpeg, as: .cover, to: id)
            await shelf.world.synchronize()
            await listener.value
            #expect(seen.withLock { $0 }.allSatisfy { $0 <= 100_000 })
        }
    }
}

extension AttachmentTests.Shelf {
    fileprivate func requests(_ method: String, _ end: String) async -> [String] {
        await server.requests.filter { $0.method == method && $0.path.hasSuffix("/\(end)") }.map(
            \.path
        )
    }

    /// Puts a file on the server, as another client does.
    fileprivate func put(_ text: String, to path: String) async throws {
        var request = NetworkingRequest(method: .put, path: path)
        request.body = Data(text.utf8)
        _ = try await world.session.send(request)
    }
}

/// Does something before the first file is sent.
private struct MeanwhileUpload: Networking {
    let base: NetworkingSession
    let meanwhile: @Sendable () async -> Void

    var sendsBodySources: Bool { base.sendsBodySources }

    func send(_ request: NetworkingRequest) async throws(NetworkingError) -> NetworkingResponse {
        if request.operation.hasPrefix("PUT"), request.operation.hasSuffix("/cover") {
            await meanwhile()
        }
        return try await base.send(request)
    }
}
