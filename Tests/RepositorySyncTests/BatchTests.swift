import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Many creations in one request: POST path/collection.
@Suite struct BatchTests {
    /// Tickets on a service that supports batches.
    private struct TicketBatchRepository: CRUDNetworkingRepository, SynchronizableRepository {
        typealias Entity = Ticket
        let store: any Networking
        let path = "tickets"
    }

    @Test(
        "creations are batched in chunks, and matched by position",
        arguments: Store.allCases
    )
    func together(store: Store) async throws {
        try await run(store, batchSize: 4) { world in
            for number in 1...10 {
                try await world.create(Message(id: "t\(number)", text: "\(number)"))
            }
            #expect(await world.synchronize().acknowledged == 10)
            let writes = await world.writes()
            #expect(writes == Array(repeating: "POST /messages/collection", count: 3))
            let expected = (1...10).map { Message(id: "m\($0)", text: "\($0)") }
            #expect(try await world.local() == expected)
            #expect(try await world.remote.find(.all) == expected)
        }
    }

    // The trap: each one that refers to another one of the run is sent separately.
    @Test(
        "creations that refer to others of the run are batched after them",
        arguments: Store.allCases
    )
    func references(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            let remote = TicketBatchRepository(store: world.session)
            try await world.synchronizer.register(
                RemoteCollection(remote, creationCheck: .idempotencyKey())
            )
            for number in 1...4 {
                try await world.create(Ticket(id: "a\(number)", title: "\(number)"))
                try await world.create(
                    Ticket(id: "b\(number)", title: "later", blockedBy: ["a\(number)"])
                )
            }
            #expect(await world.synchronize().acknowledged == 8)
            let writes = await world.writes()
            #expect(writes == Array(repeating: "POST /tickets/collection", count: 2))
            let blocked = try await world.tickets.find(.all).compactMap(\.blockedBy?.first)
            #expect(Set(blocked).count == 4 && blocked.allSatisfy { $0.hasPrefix("t") })
        }
    }

    // The trap: each device sends it under a key of its own.
    @Test(
        "a creation of a batch without a response is carried out once by two devices",
        arguments: Store.allCases
    )
    func twoDevices(store: Store) async throws {
        try await run(store) { world in
            try await world.create(Message(id: "t1", text: "a"))
            try await world.create(Message(id: "t2", text: "b"))
            let faults = FirstRequests("POST", .cutBefore, .cutBefore, .cutBefore)
            await world.server.setFaults(faults.fault)
            await world.synchronize()
            let second = try await Device(store, session: world.session)
            let data = try await world.synchronizer.exportPendingWrites()
            try await second.synchronizer.importPendingWrites(data)
            second.clock.advance(by: .seconds(600))
            await second.synchronize()
            for _ in 0..<3 {
                world.clock.advance(by: .seconds(600))
                await world.synchronize()
                second.clock.advance(by: .seconds(600))
                await second.synchronize()
            }
            #expect(try await world.remote.find(.all).map(\.text) == ["a", "b"])
            #expect(try await second.texts() == ["a", "b"])
            #expect(try await world.entries().isEmpty)
            #expect(try await second.entries().isEmpty)
        }
    }

    // The trap: the failed attempt counts as sent, so each creation is sent separately from then
    // on.
    @Test(
        "creations are still batched after a refused connection",
        arguments: Store.allCases
    )
    func refusedConnection(store: Store) async throws {
        try await run(store) { world in
            for number in 1...5 {
                try await world.create(Message(id: "t\(number)", text: "\(number)"))
            }
            try await withClosedPort { url in
                let unreachable = BatchMessageRepository(store: NetworkingSession(local: url))
                try await world.synchronizer.register(RemoteCollection(unreachable))
                for _ in 0..<2 {
                    #expect(await world.synchronizer.push().postponed == 5)
                    world.clock.advance(by: .seconds(600))
                }
            }
            let reachable = BatchMessageRepository(store: world.session)
            try await world.synchronizer.register(RemoteCollection(reachable))
            #expect(await world.synchronizer.push().acknowledged == 5)
            let requests = await world.server.requests.map { "\($0.method) \($0.path)" }
            #expect(requests == ["POST /messages/collection"])
        }
    }

    @Test("failed elements of a batch stay pending, others do not", arguments: Store.allCases)
    func partialFailure(store: Store) async throws {
        try await run(store) { world in
            let answer = #"[{"_id":"m7","text":"a"},{"error":"no"},{"_id":"m9","text":"c"}]"#
            await world.server.script("POST", "/messages/collection", .json(answer))
            await world.server.script("POST", "/messages", .json("{}", status: 422))
            for text in ["a", "b", "c"] {
                try await world.create(Message(id: "t-\(text)", text: text))
            }
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 2)
            // It was then sent separately, and has its own response.
            #expect(report.rejected.map(\.entry.key.id) == ["t-b"])
            #expect(try await world.local().map(\.id) == ["m7", "t-b", "m9"])
        }
    }

    @Test("an invalid entity is rejected, and the others are sent", arguments: Store.allCases)
    func unwritableElement(store: Store) async throws {
        try await run(store) { world in
            for text in ["a", "b", "c"] {
                try await world.create(Message(id: "t-\(text)", text: text))
            }
            // As stored by another version.
            let document = Data(#"{"_id":"t-b","text":7}"#.utf8)
            try await world.storage.write { store throws(StorageError) in
                _ = try Outbox(Message.schema, in: store).update(document, id: "t-b")
            }
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 2)
            #expect(await world.writes() == ["POST /messages/collection"])
            #expect(try await world.remoteTexts() == ["a", "c"])
            let write = try #require(report.rejected.first)
            #expect(report.rejected.count == 1)
            #expect(write.entry.key.id == "t-b")
            #expect(write.entry.failure?.message.contains("not a valid entity") == true)
            #expect(write.record?.state == .rejected)
            #expect(try await world.rejected() == [write])
        }
    }

    @Test("a created entity that cannot be decoded is not created again", arguments: Store.allCases)
    func unreadableElement(store: Store) async throws {
        try await run(store) { world in
            let answer = #"[{"_id":"m7","text":7},{"_id":"m8","text":"b"},{"_id":"m9"}]"#
            await world.server.script("POST", "/messages/collection", .json(answer))
            for text in ["a", "b", "c", "d"] {
                try await world.create(Message(id: "t-\(text)", text: text))
            }
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 1)
            // The response is too short, and it is unknown which entities it contains.
            #expect(try await world.entries().map(\.state) == [.inFlight, .inFlight, .inFlight])
            #expect(await world.writes() == ["POST /messages/collection"])
        }
    }

    @Test("a batch rejected as a whole is sent one by one", arguments: Store.allCases)
    func refusedBatch(store: Store) async throws {
        try await run(store) { world in
            for text in ["a", "", "c"] {
                try await world.create(Message(id: "t-\(text)", text: text))
            }
            let report = await world.synchronize()
            #expect(report.acknowledged == 2)
            #expect(report.rejected.map(\.entry.key.id) == ["t-"])
            #expect(try await world.remote.find(.all).map(\.text) == ["a", "c"])
        }
    }

    // The trap: elements missing in the response shift the positions of later ones.
    @Test("an unordered or incomplete response is matched by content")
    func otherPlaces() async throws {
        let all = ["a": "m1", "b": "m2", "c": "m3"]
        for answered in [["c", "b", "a"], ["a", "c"], ["c"], []] {
            try await run(.memory) { world in
                let elements = answered.map { text in
                    #"{"_id":"\#(all[text] ?? "")","text":"\#(text)"}"#
                }
                let answer = "[\(elements.joined(separator: ","))]"
                await world.server.script("POST", "/messages/collection", .json(answer))
                for text in ["a", "b", "c"] {
                    try await world.create(Message(id: "t-\(text)", text: text))
                }
                #expect(await world.synchronizer.push().acknowledged == answered.count)
                let local = try await world.local().map { "\($0.id) \($0.text)" }
                let expected = ["a", "b", "c"].map { text in
                    answered.contains(text) ? "\(all[text] ?? "") \(text)" : "t-\(text) \(text)"
                }
                #expect(local.sorted() == expected.sorted())
                let drafts = ["a", "b", "c"].map { Message.Draft(text: $0) }
                await world.server.script("POST", "/messages/collection", .json(answer))
                let repository = BatchMessageRepository(store: world.session)
                let results = await repository.create(all: drafts).map { try? $0.get().id }
                let ids = ["a", "b", "c"].map { answered.contains($0) ? all[$0] : nil }
                #expect(results == ids)
            }
        }
    }

    // The trap: a server that creates one after the other, without a rollback.
    @Test(
        "entities created by a rejected batch are found in one listing, and not duplicated",
        arguments: [400, 403, 404, 409, 413, 422]
    )
    func halfRefusedBatch(status: Int) async throws {
        try await run(.memory) { world in
            for text in ["a", "b", "", "d"] {
                try await world.create(Message(id: "t-\(text)", text: text))
            }
            for text in ["a", "b"] { _ = try await world.remote.create(Message.Draft(text: text)) }
            await world.server.forgetRequests()
            let answer = ScriptedAnswer.json(#"{"error":"text"}"#, status: status)
            await world.server.script("POST", "/messages/collection", answer)
            #expect(await world.synchronizer.push().rejected.count == 1)
            #expect(try await world.remote.find(.all).map(\.text) == ["a", "b", "d"])
            #expect(try await world.local().map(\.text).sorted() == ["", "a", "b", "d"])
            let requests = await world.server.requests
            // The second is that of this test.
            #expect(requests.count { $0.method == "GET" } == 2)
            #expect(await world.writes().count == 3)
        }
    }

    @Test("an ambiguous batch is never duplicated", arguments: Store.allCases)
    func ambiguousBatch(store: Store) async throws {
        for fault in [Fault.cutBefore, .cutAfter, .truncated] {
            try await run(store) { world in
                await world.server.setFaults(FirstRequests("POST", fault).fault)
                for number in 1...3 {
                    try await world.create(Message(id: "t\(number)", text: "same"))
                }
                #expect(await world.synchronize().postponed == 3)
                #expect(await world.settle() == 3)
                let remote = try await world.remote.find(.all)
                #expect(remote.map(\.text) == ["same", "same", "same"])
                #expect(try await Set(world.local()) == Set(remote))
            }
        }
    }

    @Test("a repository creates several entities by itself")
    func repository() async throws {
        try await World.run { world in
            let repository = BatchMessageRepository(store: world.session)
            let drafts = (1...5).map { Message.Draft(text: "\($0)") }
            let results = await repository.create(all: drafts, batchSize: 2)
            let texts = results.map { (try? $0.get().text) ?? "" }
            #expect(texts == ["1", "2", "3", "4", "5"])
            #expect(await world.writes().count == 3)
            await world.server.script(
                "POST",
                "/messages/collection",
                .json(#"[{"_id":"x","text":"1"},null]"#),
                .json("{}", status: 500)
            )
            let mixed = await repository.create(all: drafts, batchSize: 3)
            #expect(mixed.map { (try? $0.get().id) ?? "" } == ["x", "", "", "", ""])
            await world.server.forgetRequests()
        }
    }

    private func run(
        _ store: Store,
        batchSize: Int = 25,
        _ body: (World) async throws -> Void
    ) async throws {
        try await World.run(in: store) { world in
            try await world.synchronizer.register(
                RemoteCollection(
                    BatchMessageRepository(store: world.session),
                    creationCheck: .idempotencyKey(),
                    batchSize: batchSize
                )
            )
            try await body(world)
        }
    }
}
