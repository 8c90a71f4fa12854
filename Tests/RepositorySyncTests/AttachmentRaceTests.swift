import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// Files that change while others are sent, and entities that change meanwhile.
@Suite struct AttachmentRaceTests {
    private let jpeg = Data((0..<100_000).map { UInt8($0 % 251) })

    @Test("a replaced or discarded file is not sent", arguments: Store.allCases)
    func replacedWhileSending(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let (first, second) = (try await shelf.create("A"), try await shelf.create("B"))
            _ = await shelf.world.settle()
            let ids = try await [shelf.albums.find(id: first).id, shelf.albums.find(id: second).id]
            try await shelf.put("kept", to: "albums/\(ids[1])/cover")
            // While the first file is in flight, the second one is discarded, and the first one
            // replaced.
            let world = shelf.world
            let albums = shelf.albums
            let isArmed = Locked(false)
            let networking = MeanwhileUpload(base: world.session) {
                guard
                    isArmed.withLock({ armed in
                        defer { armed = false }; return armed
                    })
                else { return }
                let files = try? await world.synchronizer.pendingFiles()
                for file in files ?? [] where file.isDeletion {
                    try? await world.synchronizer.discard(file)
                }
                try? await albums.attach(Data("new".utf8), as: .cover, to: ids[0])
            }
            _ = try await AlbumRepository(store: networking).offline(with: world.synchronizer)
            await shelf.server.setFaults { request in
                request.path.hasSuffix("/cover") ? .answer(ScriptedAnswer(503)) : nil
            }
            try await albums.attach(Data("old".utf8), as: .cover, to: ids[0])
            world.clock.advance(by: .seconds(1))
            try await albums.detach(.cover, from: ids[1])
            await shelf.world.synchronize()
            isArmed.withLock { $0 = true }
            await shelf.fail("PUT", nil)
            _ = await world.settle()
            _ = await world.settle()
            #expect(await shelf.server.file("albums/\(ids[0])/cover") == Data("new".utf8))
            #expect(await shelf.server.file("albums/\(ids[1])/cover") == Data("kept".utf8))
            #expect(try shelf.names().count == 1)
        }
    }

    // The trap: the state after the upload becomes the base of a write that has not seen it.
    @Test(
        "another client's change is a conflict, although a file was sent after it",
        arguments: Store.allCases,
        [ConflictPolicy.serverWins, .fail, .merge]
    )
    func changedBeforeUpload(store: Store, policy: ConflictPolicy) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let (world, albums) = (shelf.world, shelf.albums)
            let temporary = try await shelf.create("A")
            _ = await world.settle()
            let id = try await albums.find(id: temporary).id
            let isArmed = Locked(true)
            let networking = MeanwhileUpload(base: world.session) {
                guard
                    isArmed.withLock({ armed in
                        defer { armed = false }; return armed
                    })
                else { return }
                _ = try? await albums.patch(id: id, with: Album.Patch(title: .set("mine")))
            }
            let remote = AlbumRepository(store: networking)
            try await world.synchronizer.register(RemoteCollection(remote, conflicts: policy))
            _ = try await AlbumRepository(store: world.session)
                .update(Album(id: id, title: "theirs"))
            try await albums.attach(jpeg, as: .cover, to: id)
            _ = await world.settle()
            _ = await world.settle()
            #expect(await shelf.server.file("albums/\(id)/cover") == jpeg)
            let title = try await AlbumRepository(store: world.session).find(id: id).title
            #expect(title == (policy == .merge ? "mine" : "theirs"))
            #expect(try await world.rejected().count == (policy == .fail ? 1 : 0))
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

    // The trap: nobody sees the file or can discard it.
    @Test("a pending file of a removed property is rejected", arguments: Store.allCases)
    func removedProperty(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let id = try await shelf.create()
            _ = await shelf.world.settle()
            let current = try await shelf.albums.find(id: id).id
            try await shelf.albums.attach(jpeg, as: .cover, to: current)
            var later = Album.schema
            later.files = []
            try await shelf.world.storage.prepare(later) { $0 }
            let synchronizer = shelf.world.synchronizer
            let file = try #require(try await synchronizer.pendingFiles().first)
            #expect(file.isRejected && file.failure?.message.contains("'cover'") == true)
            try await synchronizer.discard(file)
            #expect(try await synchronizer.pendingFiles().isEmpty)
        }
    }

    @Test(
        "a new entity with a reused identity has no file",
        arguments: Store.allCases
    )
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

    // The trap: the creation gets the identity of an entity with a pending file.
    @Test("a file survives a creation that leads to its entity", arguments: Store.allCases)
    func foundEntity(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let id = try await shelf.create()
            _ = await shelf.world.settle()
            let album = try await shelf.albums.find(id: id)
            await shelf.fail("PUT", 503)
            try await shelf.albums.attach(jpeg, as: .cover, to: album.id)
            await shelf.world.synchronize()
            await shelf.server.script("POST", "/albums", .json(try album.jsonText()))
            try await shelf.world.create(Album(id: "new", title: album.title))
            // The run that the creation requests may send it first.
            await shelf.world.synchronizer.push()
            #expect(try await shelf.world.synchronizer.summary().waiting == 0)
            #expect(try await shelf.world.synchronizer.pendingFiles().map(\.key.id) == [album.id])
            #expect(try await shelf.cover(of: album.id) == jpeg)
        }
    }

    @Test(
        "an entity that is created directly with a reused identity has no file",
        arguments: Store.allCases
    )
    func reusedDirectly(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let id = try await shelf.create()
            _ = await shelf.world.settle()
            let current = try await shelf.albums.find(id: id).id
            await shelf.fail("PUT", 503)
            try await shelf.albums.attach(jpeg, as: .cover, to: current)
            await shelf.world.synchronize()
            let remote = AlbumRepository(store: shelf.world.session)
            try await remote.delete(id: current)
            let another = Album(id: current, title: "Another")
            await shelf.server.script("POST", "/albums", .json(try another.jsonText(), status: 201))
            let direct = RepositoryProxy(
                remote: remote,
                synchronizer: shelf.world.synchronizer,
                strategy: Strategy(.remoteFirst)
            )
            #expect(try await direct.create(Album.Draft(title: "Another")).id == current)
            #expect(try await shelf.world.synchronizer.pendingFiles().isEmpty)
        }
    }

    @Test("two concurrent requests for a file get the same bytes", arguments: Store.allCases)
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

    @Test("files follow a renamed property", arguments: Store.allCases)
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
}

/// Runs code before the first file is sent.
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
