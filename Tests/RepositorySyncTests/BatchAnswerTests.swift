import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Responses to creations in a batch.
@Suite struct BatchAnswerTests {
    /// Entities on a service that supports batches.
    private struct BatchRepository<Entity: RepositoryRuntime.Entity>: CRUDNetworkingRepository,
        SynchronizableRepository
    {
        let store: any Networking
        let path: String
    }

    // The trap: null means "not included", and erases the content sent.
    @Test("null for a property that responses omit erases nothing", arguments: Store.allCases)
    func unreturned(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.synchronizer.register(
                RemoteCollection(
                    BatchRepository<Sketch>(store: world.session, path: "sketches")
                )
            )
            let elements = ["a", "b"].map { #"{"id":"s-\#($0)","title":"\#($0)","content":null}"# }
            let answer = "[\(elements.joined(separator: ","))]"
            await world.server.script("POST", "/sketches/collection", .json(answer, status: 201))
            for title in ["a", "b"] {
                try await world.create(Sketch(id: "t-\(title)", title: title, content: "mine"))
            }
            #expect(await world.synchronizer.push().acknowledged == 2)
            let stored = try await world.local(Sketch.self)
            #expect(stored == ["a", "b"].map { Sketch(id: "s-\($0)", title: $0, content: "mine") })
        }
    }

    @Test("a null that may mean an omitted property is read back", arguments: Store.allCases)
    func doubtful(store: Store) async throws {
        try await run(store) { world in
            var elements: [String] = []
            for text in ["a", "b"] {
                let draft = Message.Draft(text: text, labels: ["x"])
                let id = try await world.remote.create(draft).id
                elements.append(#"{"_id":"\#(id)","text":"\#(text)","labels":null}"#)
                try await world.create(Message(id: "t-\(text)", text: text, labels: ["x"]))
            }
            let answer = "[\(elements.joined(separator: ","))]"
            await world.server.script("POST", "/messages/collection", .json(answer, status: 201))
            #expect(await world.synchronizer.push().acknowledged == 2)
            #expect(try await world.local().map(\.labels) == [["x"], ["x"]])
            #expect(try await world.local() == world.remote.find(.all))
        }
    }

    // The trap: an undecodable element counts as a rejection, and each entity is created again
    // separately.
    @Test(
        "an entity returned in another form is not created again",
        arguments: Store.allCases,
        [#"["m1","m2"]"#, "[1,2]", #"[{"status":201},{"status":201}]"#, #"[{"errors":[]},{}]"#]
    )
    func otherForm(store: Store, answer: String) async throws {
        try await run(store) { world in
            for text in ["a", "b"] {
                _ = try await world.remote.create(Message.Draft(text: text))
                try await world.create(Message(id: "t-\(text)", text: text))
            }
            await world.server.script("POST", "/messages/collection", .json(answer, status: 201))
            await world.server.forgetRequests()
            #expect(await world.synchronizer.push().postponed == 2)
            #expect(await world.settle() == 2)
            #expect(await world.writes() == ["POST /messages/collection"])
            #expect(try await world.remoteTexts() == ["a", "b"])
            #expect(try await world.local() == world.remote.find(.all))
        }
    }

    // The trap: the known state of the other one is lost, and the new one is never created.
    @Test("an existing entity is not matched with the batch", arguments: Store.allCases)
    func existing(store: Store) async throws {
        try await run(store) { world in
            let known = try await world.known(Message(id: "", text: "hi", labels: ["x"]))
            let created = try await world.remote.create(Message.Draft(text: "b")).id
            let answer = """
                [{"_id":"\(known)","text":"hi","likes":0,"labels":["x"]},\
                {"_id":"\(created)","text":"b","likes":0}]
                """
            await world.server.script("POST", "/messages/collection", .json(answer))
            for text in ["a", "b"] { try await world.create(Message(id: "t-\(text)", text: text)) }
            #expect(await world.settle() == 2)
            #expect(try await world.remoteTexts() == ["hi", "b", "a"])
            #expect(try await Set(world.local()) == Set(world.remote.find(.all)))
        }
    }

    // The trap: it is sent with the key of the batch, which no service knows.
    @Test("a creation that is sent after its batch has its own key", arguments: Store.allCases)
    func key(store: Store) async throws {
        try await run(store) { world in
            let busy = Fault.answer(ScriptedAnswer(429))
            await world.server.setFaults(FirstRequests("POST", busy, .cutAfter, .cutAfter).fault)
            for text in ["a", "b"] { try await world.create(Message(id: "t-\(text)", text: text)) }
            for _ in 0..<2 {
                #expect(await world.synchronizer.push().postponed == 2)
                world.clock.advance(by: .seconds(600))
            }
            // The service does not list created entities immediately.
            await world.server.script("GET", "/messages", .json("[]"))
            #expect(await world.synchronizer.push().acknowledged == 2)
            let created = try [Message](jsonData: await world.server.creations(of: "messages"))
            #expect(created.map(\.text) == ["a", "b"])
        }
    }

    // The trap: the outcome of a batch cannot be resolved, but that of each creation can be by its
    // key.
    @Test("without a listing, creations are sent separately with keys", arguments: Store.allCases)
    func unlisted(store: Store) async throws {
        try await run(store, listing: .none) { world in
            await world.server.setFaults(FirstRequests("POST", .cutAfter, .cutAfter).fault)
            for text in ["a", "b"] { try await world.create(Message(id: "t-\(text)", text: text)) }
            #expect(await world.synchronize().postponed == 2)
            #expect(await world.settle() == 2)
            #expect(try await world.rejected().isEmpty)
            #expect(try await world.remoteTexts() == ["a", "b"])
        }
    }

    // The trap: a reference to an entity that the server knew is not recorded, and sent unchanged.
    @Test(
        "references in a batch follow a recreated entity",
        arguments: Store.allCases
    )
    func references(store: Store) async throws {
        try await run(store) { world in
            try await world.create(Conversation(id: "talk", title: "Talk"))
            await world.synchronize()
            // The messages must wait, and the conversation must not.
            let busy = FirstRequests("GET", .unavailable(429, retryAfter: 100))
            await world.server.setFaults { $0.path == "/messages" ? busy.fault($0) : nil }
            #expect(await world.synchronize().problemCount == 1)
            for text in ["a", "b"] {
                try await world.create(Message(id: "t-\(text)", text: text, conversation: "c1"))
            }
            try await world.remoteConversations.delete(id: "c1")
            try await world.update(Conversation(id: "c1", title: "Again"))
            await world.synchronizer.push()
            world.clock.advance(by: .seconds(600))
            await world.server.forgetRequests()
            #expect(await world.synchronizer.push().acknowledged == 2)
            #expect(await world.writes() == ["POST /messages/collection"])
            #expect(try await world.remote.find(.all).map(\.conversation) == ["c2", "c2"])
            #expect(try await world.local().map(\.conversation) == ["c2", "c2"])
        }
    }

    // The trap: in the order of a hash table, each process sends them in another one.
    @Test("batches are sent in the order of registration of their collections")
    func order() async throws {
        try await World.run { world in
            try await expect(at: "tickets", in: world) { Ticket(id: $0, title: "a") }
            try await expect(at: "projects", in: world) { Project(id: $0, title: "a") }
            try await expect(at: "badges", in: world) { Badge(id: $0, title: "a") }
            try await expect(at: "sketches", in: world) { Sketch(id: $0, title: "a") }
            await world.synchronizer.push()
            let paths = ["tickets", "projects", "badges", "sketches"]
            #expect(await world.writes() == paths.map { "POST /\($0)/collection" })
        }
    }

    /// Registers a collection whose service is busy, and creates two entities.
    private func expect<Value: Entity>(
        at path: String,
        in world: World,
        _ entity: (String) -> Value
    ) async throws {
        let repository = BatchRepository<Value>(store: world.session, path: path)
        try await world.synchronizer.register(RemoteCollection(repository))
        await world.server.script("POST", "/\(path)/collection", ScriptedAnswer(429))
        for id in ["t1", "t2"] { try await world.create(entity(id)) }
    }

    private func run(
        _ store: Store,
        listing: RemoteCollection.Listing = .whole,
        _ body: (World) async throws -> Void
    ) async throws {
        try await World.run(in: store) { world in
            try await world.synchronizer.register(
                RemoteCollection(
                    BatchMessageRepository(store: world.session),
                    creationCheck: .idempotencyKey(),
                    listing: listing
                )
            )
            try await body(world)
        }
    }
}
