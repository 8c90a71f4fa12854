import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// A client with albums, each with a cover.
struct Shelf {
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

    /// Returns the bytes of a cover, as shown by the client.
    func cover(of id: String) async throws -> Data? {
        try await albums.file(.cover, of: id).map { try Data(contentsOf: $0) }
    }

    /// Returns the names of the files next to the store.
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

extension Shelf {
    func requests(_ method: String, _ end: String) async -> [String] {
        await server.requests.filter { $0.method == method && $0.path.hasSuffix("/\(end)") }.map(
            \.path
        )
    }

    /// Uploads a file to the server, as another client does.
    func put(_ text: String, to path: String) async throws {
        var request = NetworkingRequest(method: .put, path: path)
        request.body = Data(text.utf8)
        _ = try await world.session.send(request)
    }
}
