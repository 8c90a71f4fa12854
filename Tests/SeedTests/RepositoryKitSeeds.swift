import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// The features of RepositoryKit in this project.
@Suite struct RepositoryKitSeeds {
    @Test("RepositoryKit: an entity has an identity, and converts from and to dictionaries")
    func entity() throws {
        let remark = try Remark(dictionary: ["_id": "7", "text": "hi", "likes": 2])
        let identifiable: any Identifiable<String> = remark
        #expect(identifiable.id == "7")
        #expect(remark.dictionary["text"] as? String == "hi")
        #expect(try Remark(dictionary: remark.dictionary) == remark)
        let error = #expect(throws: ConversionError.self) {
            try Remark(dictionary: ["_id": "7", "text": 3])
        }
        #expect("\(error as Any)".contains("text"))
    }

    @Test("RepositoryKit: a networking repository has a path and a store")
    func repository() async throws {
        let network = ScriptedNetwork()
        network.script(.get, "elsewhere", .json("[]"))
        let repository: any NetworkingRepository<Remark> = RemarkRepository(
            store: network,
            path: "elsewhere"
        )
        #expect(repository.path == "elsewhere")
        #expect(repository.store is ScriptedNetwork)
        #expect(try await RemarkRepository(store: network, path: "elsewhere").find().isEmpty)
        #expect(network.requests.map(\.operation) == ["GET /elsewhere"])
    }

    @Test("RepositoryKit: a session has a URL, and any Networking can replace it")
    func networking() async throws {
        try await SeedWorld.run { world in
            _ = try await world.remote.create(Remark.Draft(text: "hi"))
            let network = ScriptedNetwork()
            network.script(.get, "messages", .json(#"[{"_id":"1","text":"told"}]"#))
            let stores: [any Networking] = [NetworkingSession(url: world.url), network]
            var texts: [[String]] = []
            for store in stores {
                texts.append(try await RemarkRepository(store: store).find().map(\.text))
            }
            #expect(texts == [["hi"], ["told"]])
        }
    }

    @Test("RepositoryKit: CRUD is POST path, GET path and path/:id, PUT and DELETE path/:id")
    func crud() async throws {
        try await SeedWorld.run { world in
            let repository: any CRUDRepository<Remark> = world.remote
            var remark = try await repository.create(Remark.Draft(text: "one"))
            remark.likes = 4
            #expect(try await repository.update(remark).likes == 4)
            #expect(try await repository.find(id: remark.id) == remark)
            #expect(try await repository.find() == [remark])
            try await repository.delete(id: remark.id)
            #expect(try await world.remoteRemarks().isEmpty)
            let item = "/messages/\(remark.id)"
            #expect(
                await world.requests() == [
                    "POST /messages", "PUT \(item)", "GET \(item)", "GET /messages",
                    "DELETE \(item)",
                ]
            )
        }
    }

    private struct DictionaryRemarks: CRUDNetworkingDictionaryRepository {
        typealias Entity = Remark
        let store: any Networking
        let path = "messages"
    }

    @Test("RepositoryKit: the dictionary variant creates and updates from dictionaries")
    func dictionaries() async throws {
        try await SeedWorld.run { world in
            let repository = DictionaryRemarks(store: NetworkingSession(url: world.url))
            let created = try await repository.create(["text": "Here goes a message!!!"])
            #expect(created.text == "Here goes a message!!!")
            let updated = try await repository.update(id: created.id, with: ["text": "another"])
            #expect(updated == Remark(id: created.id, text: "another"))
            #expect(try await repository.find(id: created.id) == updated)
            try await repository.delete(id: created.id)
            #expect(try await world.remoteRemarks().isEmpty)
        }
    }

    private struct KeptRemarks: CRUDNetworkingStorageRepository {
        typealias Entity = Remark
        let networking: RemarkRepository
        let storage: any Storage
    }

    @Test("RepositoryKit: a repository keeps networking and storage in sync")
    func inStep() async throws {
        try await SeedWorld.run { world in
            let remarks = KeptRemarks(networking: world.remote, storage: world.storage)
            var first = try await remarks.create(Remark.Draft(text: "one", likes: 1))
            let second = try await remarks.create(Remark.Draft(text: "two", likes: 2))
            first.likes = 5
            try await remarks.update(first)
            try await remarks.delete(id: second.id)
            #expect(try await remarks.stored { $0.likes > 1 } == [first])
            #expect(try await world.remoteRemarks() == [first])
            try await world.withoutServer {
                let before = try await remarks.stored()
                #expect(before == [first])
                await #expect(throws: RepositoryError.self) {
                    try await remarks.create(Remark.Draft(text: "three"))
                }
                let after = try await remarks.stored()
                #expect(after == [first])
            }
        }
    }

    @Test(
        "RepositoryKit: pending entities are sent to path/collection, and returned in order"
    )
    func synchronizable() async throws {
        try await SeedWorld.run { world in
            let remarks = world.remarks(.offlineFirst)
            let texts = (1...5).map { "text \($0)" }
            try await world.withoutServer {
                try await remarks.create(texts.map { Remark.Draft(text: $0) })
            }
            await world.server.forgetRequests()
            let report = await world.synchronizer.synchronize()
            #expect(report.isComplete)
            #expect(report.acknowledged == 5)
            let posts = await world.server.requests.filter { $0.method == "POST" }
            #expect(posts.map(\.path) == ["/messages/collection"])
            let sent = try [JSON](jsonData: try #require(posts.first).body)
            #expect(sent.map { $0["text"]?.string } == texts)
            let stored = try await remarks.find()
            #expect(stored.map(\.text) == texts)
            #expect(try await world.remoteRemarks() == stored)
        }
    }

    @Test("RepositoryKit: PATCH path/:id sends the difference, which the caller need not track")
    func patchable() async throws {
        try await SeedWorld.run { world in
            let id = try await world.remote.create(Remark.Draft(text: "old", likes: 3)).id
            await world.synchronizer.synchronize()
            let remarks = world.remarks(.offlineFirst)
            try await world.withoutServer {
                try await remarks.patch(id: id, with: Remark.Patch(likes: .set(9)))
                try await remarks.patch(id: id, with: Remark.Patch(text: .set("new")))
                try await remarks.patch(id: id, with: Remark.Patch(likes: .set(3)))
            }
            await world.server.forgetRequests()
            #expect(await world.synchronizer.synchronize().isComplete)
            let patches = await world.server.requests.filter { $0.method == "PATCH" }
            #expect(patches.map(\.path) == ["/messages/\(id)"])
            // The likes are the server's: the store knows what it has confirmed.
            #expect(patches.map(\.text) == [#"{"text":"new"}"#])
            #expect(try await world.remoteRemarks() == [Remark(id: id, text: "new", likes: 3)])
        }
    }

    @Test("RepositoryKit: search(id).then(delete) is written with async and await")
    func composition() async throws {
        try await SeedWorld.run { world in
            let remarks = world.remote
            let id = try await remarks.create(Remark.Draft(text: "soon gone")).id
            try await remarks.delete(remarks.find(id: id))
            #expect(try await world.remoteRemarks().isEmpty)
        }
    }
}
