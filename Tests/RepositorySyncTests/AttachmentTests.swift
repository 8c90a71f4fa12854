import ExampleServer
import Foundation
import RepositoryRuntime
import RepositorySQLite
import RepositoryTesting
import Testing

/// Files of entities, stored locally and sent by the synchronizer.
@Suite struct AttachmentTests {
    private let jpeg = Data((0..<100_000).map { UInt8($0 % 251) })

    @Test("a file is available immediately, and sent after its entity", arguments: Store.allCases)
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
            // It is still found by the temporary identity, and nothing is downloaded.
            let album = try await shelf.albums.find(id: id)
            #expect(album.cover?.hasPrefix("/albums/\(album.id)/cover") == true)
            #expect(await shelf.server.file("albums/\(album.id)/cover") == jpeg)
            #expect(try await shelf.cover(of: id) == jpeg)
            #expect(await shelf.requests("GET", "cover").isEmpty)
            #expect(try await shelf.world.synchronizer.pendingFiles().isEmpty)
            #expect(try shelf.names().count == 1)
        }
    }

    // The trap: an app that logs out deletes them without notice.
    @Test("the summary counts it until the server has it", arguments: Store.allCases)
    func counted(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let id = try await shelf.create()
            _ = await shelf.world.settle()
            var summaries = shelf.world.synchronizer.summaries().makeAsyncIterator()
            #expect(await summaries.next()?.isSynchronized == true)
            try await shelf.albums.attach(jpeg, as: .cover, to: id)
            let pending = SyncSummary(waiting: 0, rejected: 0, waitingFiles: 1)
            #expect(await summaries.next() == pending)
            #expect(try await shelf.world.synchronizer.summary() == pending)
            #expect(!pending.isSynchronized)
            await shelf.fail("PUT", 422)
            _ = await shelf.world.settle()
            while let summary = await summaries.next(), summary.rejectedFiles == 0 {}
            await shelf.fail("PUT", nil)
            let file = try #require(try await shelf.world.synchronizer.pendingFiles().first)
            try await shelf.world.synchronizer.retry(file)
            while let summary = await summaries.next(), summary != pending {}
            _ = await shelf.world.settle()
            while let summary = await summaries.next(), !summary.isSynchronized {}
            #expect(try await shelf.world.synchronizer.summary().isSynchronized)
        }
    }

    @Test("a copy of a file is attached, and the last one wins", arguments: Store.allCases)
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
        "a file is downloaded once, and again after a change",
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

    @Test("a file is detached locally and on the server", arguments: Store.allCases)
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
            // Files of an entity that was never sent are not sent.
            await shelf.fail("POST", 503)
            let other = try await shelf.create()
            try await shelf.albums.attach(jpeg, as: .cover, to: other)
            try await shelf.albums.detach(.cover, from: other)
            #expect(try await shelf.world.synchronizer.pendingFiles().isEmpty)
            #expect(try shelf.names().isEmpty)
        }
    }

    @Test(
        "a rejected file is kept, and can be retried or discarded",
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

    @Test("delays of a file increase with each failure", arguments: Store.allCases)
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

    @Test("a removed file is rejected, and others are sent", arguments: Store.allCases)
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

    @Test("files are deleted with their entities", arguments: Store.allCases)
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

    // The trap: there is no folder of files to tidy.
    @Test("a file to delete does not outlive its entity", arguments: Store.allCases)
    func detachedAndDeleted(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let id = try await shelf.create()
            _ = await shelf.world.settle()
            let album = try await shelf.albums.find(id: id).id
            try await shelf.put("theirs", to: "albums/\(album)/cover")
            await shelf.world.synchronize()
            try await shelf.albums.detach(.cover, from: album)
            try await shelf.albums.delete(id: album)
            _ = await shelf.world.settle()
            #expect(await shelf.world.synchronize().isComplete)
            #expect(try await shelf.world.synchronizer.pendingFiles().isEmpty)
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

    @Test("a missing entity has no files", arguments: Store.allCases)
    func unknown(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let error = await #expect(throws: RepositoryError.self) {
                try await shelf.albums.attach(jpeg, as: .cover, to: "nobody")
            }
            #expect(error?.code == .notFound)
            #expect(try shelf.names().isEmpty)
        }
    }

    @Test("the upload of a file reports progress")
    func progress() async throws {
        try await Shelf.run(in: .sqlite) { shelf in
            let id = try await shelf.create()
            _ = await shelf.world.settle()
            let seen = Locked<[Int]>([])
            let listening = shelf.world.synchronizer.progress()
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
