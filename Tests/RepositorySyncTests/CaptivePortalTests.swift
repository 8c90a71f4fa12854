import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// A page in place of the service's responses, as in a network that requires a login.
@Suite struct CaptivePortalTests {
    /// The page; with a type that a service in PHP would also give any text.
    private static let page = ScriptedAnswer(
        200,
        headers: ["Content-Type": "text/html; charset=utf-8"],
        body: Data("\n<!DOCTYPE html><title>Log in</title>".utf8)
    )

    private static func isWrite(_ request: ReceivedRequest) -> Bool { request.method != "GET" }

    // The trap: any success of a deletion counts, and a listing of changes never restores it.
    @Test("a deletion stays pending", arguments: Store.allCases, [false, true])
    func deletion(store: Store, pagesForAll: Bool) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            try await world.delete(id)
            await world.server.setFaults { request in
                pagesForAll || Self.isWrite(request) ? .answer(Self.page) : nil
            }
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 0 && report.postponed == 1)
            await world.server.setFaults(nil)
            #expect(await world.settle() == 1)
            #expect(try await world.remoteTexts().isEmpty)
            #expect(try await world.local().isEmpty)
        }
    }

    @Test("a direct deletion fails with an unknown outcome, and is resolved later")
    func directDeletion() async throws {
        try await World.run { world in
            let id = try await world.known()
            await world.server.setFaults { Self.isWrite($0) ? .answer(Self.page) : nil }
            let error = try await repositoryError { try await world.remote.delete(id: id) }
            #expect(error.code == .unreadableResponse && error.isAmbiguous)
            try await world.messages(.remoteFirst).delete(id: id)
            #expect(try await world.entries().map(\.state) == [.inFlight])
            await world.server.setFaults(nil)
            #expect(await world.settle() == 1)
            #expect(try await world.remoteTexts().isEmpty)
        }
    }

    @Test("a service that responds to a deletion with a page is understood, if it can be read")
    func pageOfService() async throws {
        try await World.run { world in
            let id = try await world.known()
            try await world.delete(id)
            // Like `Fault.failsAfter`, with a success.
            await world.server.setFaults { request in
                request.method == "GET" && request.path == "/messages/\(id)"
                    ? .answer(ScriptedAnswer(404))
                    : Self.isWrite(request) ? .answer(Self.page) : nil
            }
            #expect(await world.synchronizer.push().acknowledged == 1)
            #expect(try await world.entries().isEmpty)
        }
    }

    @Test("a page counts for a deletion if the service cannot be read", arguments: [405, 403, 501])
    func unreadable(status: Int) async throws {
        try await World.run { world in
            let id = try await world.known()
            try await world.delete(id)
            let isSent = Locked(false)
            await world.server.setFaults { request in
                if Self.isWrite(request) {
                    isSent.withLock { $0 = true }
                    return .answer(Self.page)
                }
                return isSent.withLock { $0 } ? .answer(ScriptedAnswer(status)) : nil
            }
            #expect(await world.synchronizer.push().acknowledged == 1)
        }
    }

    @Test("a direct deletion that a service answers with a page is verified by a read")
    func verifiedDeletion() async throws {
        try await World.run { world in
            let id = try await world.known()
            await world.server.setFaults { request in
                .answer(Self.isWrite(request) ? Self.page : ScriptedAnswer(404))
            }
            try await world.remote.delete(id: id)
        }
    }

    @Test(
        "a page is recognized by its markup",
        arguments: ["text/html", "application/xhtml+xml; charset=utf-8", nil],
        ["<html>", "\u{FEFF}<!DOCTYPE html>", " \r\n<p>"]
    )
    func markup(type: String?, text: String) async throws {
        try await World.run { world in
            let id = try await world.known()
            let page = ScriptedAnswer(
                200,
                headers: type.map { ["Content-Type": $0] } ?? [:],
                body: Data(text.utf8)
            )
            await world.server.setFaults { Self.isWrite($0) ? .answer(page) : nil }
            let error = try await repositoryError { try await world.remote.delete(id: id) }
            #expect(error.code == .unreadableResponse)
        }
    }

    // The trap: text without markup, which PHP sends as HTML.
    @Test("a text declared as HTML is a success")
    func text() async throws {
        try await World.run { world in
            let id = try await world.known()
            try await world.delete(id)
            var answer = Self.page
            answer.body = Data("deleted".utf8)
            await world.server.setFaults { [answer] in Self.isWrite($0) ? .answer(answer) : nil }
            #expect(await world.synchronizer.push().acknowledged == 1)
        }
    }

    @Test("a file stays pending, and the page is not taken for one", arguments: Store.allCases)
    func files(store: Store) async throws {
        try await Shelf.run(in: store) { (shelf) async throws in
            let id = try await shelf.create()
            _ = await shelf.world.settle()
            let album = try await shelf.albums.find(id: id).id
            await shelf.server.setFaults { request in
                request.path.hasSuffix("/cover") ? .answer(Self.page) : nil
            }
            try await shelf.albums.attach(Data("precious".utf8), as: .cover, to: album)
            let report = await shelf.world.synchronize()
            #expect(report.uploaded == 0 && report.postponedFiles == 1)
            await shelf.server.setFaults(nil)
            _ = await shelf.world.settle()
            let path = "albums/\(album)/cover"
            #expect(await shelf.server.file(path) == Data("precious".utf8))

            try await shelf.put("newer", to: path)
            await shelf.world.synchronize()
            await shelf.server.setFaults { request in
                request.path.hasSuffix("/cover") ? .answer(Self.page) : nil
            }
            let error = try await repositoryError { _ = try await shelf.cover(of: album) }
            #expect(error.code == .unreadableResponse)
            var image = Self.page
            image.body = Data("newer".utf8)
            await shelf.server.setFaults { [image] request in
                request.path.hasSuffix("/cover") ? .answer(image) : nil
            }
            #expect(try await shelf.cover(of: album) == Data("newer".utf8))
        }
    }

    @Test(
        "a file whose type may begin with markup can be read",
        arguments: ["image/svg+xml", "Text/HTML; charset=utf-8", "application/octet-stream"]
    )
    func markupFiles(type: String) async throws {
        try await Shelf.run(in: .memory) { (shelf) async throws in
            let id = try await shelf.create()
            _ = await shelf.world.settle()
            let album = try await shelf.albums.find(id: id).id
            try await shelf.put("theirs", to: "albums/\(album)/cover")
            await shelf.world.synchronize()
            await shelf.server.setFaults { request in
                request.path.hasSuffix("/cover") ? .answer(Self.page) : nil
            }
            let property = FileProperty<Album>("cover", mediaType: type)
            let place = try #require(try await shelf.albums.file(property, of: album))
            #expect(try Data(contentsOf: place) == Self.page.body)
        }
    }
}
