import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import SyncSample
import Testing

/// Regression tests for defects of other systems of this kind.
@Suite struct KnownDefectTests {
    @Test(
        "a 400 or 409 after an offline write is reported and kept",
        arguments: Store.allCases,
        [400, 409, 422, 403]
    )
    func refusalIsKept(store: Store, status: Int) async throws {
        try await World.run(in: store) { world in
            let body = #"{"title":"no"}"#
            await world.server.script("POST", "/messages", .json(body, status: status))
            try await world.create(Message(id: "t1", text: "hi"))
            let report = await world.synchronize()
            #expect(report.rejected.map(\.entry.failure?.status) == [status])
            let kept = try await world.rejected()
            #expect(kept.map(\.entry.failure?.body) == [Data(body.utf8)])
            #expect(try await world.local().map(\.text) == ["hi"])
            #expect(try await world.record("t1")?.state == .rejected)
            // It is not sent again automatically.
            await world.server.forgetRequests()
            await world.synchronize()
            #expect(await world.writes().isEmpty)
        }
    }

    @Test("a rejected write is edited and sent again", arguments: Store.allCases)
    func editAndRetry(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.create(Message(id: "t1", text: ""))
            #expect(await world.synchronize().rejected.count == 1)
            try await world.update(Message(id: "t1", text: "now with text"))
            let report = await world.synchronize()
            #expect(report.acknowledged == 1)
            #expect(try await world.local() == [Message(id: "m1", text: "now with text")])
            #expect(try await world.remote.find(.all) == world.local())
        }
    }

    @Test("a rejected write is sent again unchanged", arguments: Store.allCases)
    func retry(store: Store) async throws {
        try await World.run(in: store) { world in
            await world.server.setFaults(
                FirstRequests("POST", .answer(ScriptedAnswer(403))).fault
            )
            try await world.create(Message(id: "t1", text: "hi"))
            await world.synchronize()
            let id = try #require(try await world.rejected().first?.id)
            try await world.storage.write { store throws(StorageError) in
                try store.retry(rejected: id)
            }
            #expect(await world.synchronize().acknowledged == 1)
            #expect(try await world.remote.find(.all).map(\.text) == ["hi"])
        }
    }

    @Test(
        "a rejected write is discarded, and the server's state is restored",
        arguments: Store.allCases
    )
    func discard(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            try await world.create(Message(id: "t1", text: ""))
            try await world.patch(id, ["text": ""])
            #expect(await world.synchronize().rejected.count == 2)
            let ids = try await world.rejected().map(\.id)
            try await world.storage.write { store throws(StorageError) in
                for id in ids { try store.discard(rejected: id) }
            }
            #expect(try await world.local() == [Message(id: id, text: "hi", likes: 1)])
            #expect(try await world.entries().isEmpty)
        }
    }

    @Test(
        "rejected writes are found with the server's response, even after a restart",
        arguments: Store.allCases
    )
    func rejectedWrites(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            try await world.create(Message(id: "t1", text: "", likes: 4))
            try await world.patch(id, ["text": ""])
            try await world.create(Conversation(id: "t2", title: ""))
            await world.synchronize()
            let synchronizer = Synchronizer(storage: world.storage)
            let writes = try await synchronizer.rejectedWrites()
            #expect(
                try writes.map { try $0.entity(as: Message.self) }
                    == [
                        Message(id: "t1", text: "", likes: 4),
                        Message(id: id, text: "", likes: 1),
                        nil,
                    ]
            )
            #expect(
                try writes.compactMap { try $0.entity(as: Conversation.self) }.map(\.title) == [""]
            )
            for write in writes {
                #expect(try write.answer(as: JSON.self)?["status"] == 422)
            }
            #expect(try await synchronizer.rejectedWrites(limit: 1).map(\.id) == [writes[0].id])

            for write in [writes[0], writes[2]] { try await synchronizer.discard(write) }
            try await synchronizer.retry(writes[1])
            #expect(try await synchronizer.rejectedWrites().isEmpty)
            #expect(try await world.local() == [Message(id: id, text: "", likes: 1)])
            #expect(try await world.entries().map(\.state) == [.waiting])
            // Neither is rejected any longer: once is enough.
            try await synchronizer.discard(writes[1])
            try await synchronizer.retry(writes[0])
            #expect(try await world.entries().map(\.state) == [.waiting])
        }
    }

    @Test("a 404 does not block the queue", arguments: Store.allCases)
    func notFoundBlocksNothing(store: Store) async throws {
        try await World.run(in: store, conflicts: .serverWins) { world in
            let id = try await world.known()
            try await world.patch(id, ["likes": 2])
            try await world.create(Message(id: "t1", text: "next"))
            try await world.remote.delete(id: id)
            let report = await world.synchronize()
            #expect(report.superseded == 1)
            #expect(report.acknowledged == 1)
            #expect(try await world.remote.find(.all).map(\.text) == ["next"])
        }
    }

    @Test("a poisoned write blocks only its own entity", arguments: Store.allCases, [500, 503])
    func poisonedEntry(store: Store, status: Int) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            await world.server.script("PATCH", "/messages/\(id)", .json("{}", status: status))
            try await world.patch(id, ["likes": 2])
            try await world.create(Message(id: "t1", text: "next"))
            let report = await world.synchronize()
            #expect(report.acknowledged == 1)
            #expect(report.postponed == 1)
            #expect(try await world.remote.find(.all).map(\.text) == ["hi", "next"])
            #expect(
                try await world.record(id).map { try Message(jsonData: $0.document).likes } == 2
            )
        }
    }

    @Test("two equal creations remain two entities", arguments: Store.allCases)
    func equalCreates(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.create(Message(id: "t1", text: "same"))
            try await world.create(Message(id: "t2", text: "same"))
            #expect(await world.synchronize().acknowledged == 2)
            #expect(try await world.local().map(\.id) == ["m1", "m2"])
            #expect(try await world.remote.find(.all).count == 2)
        }
    }

    @Test("an expired token is not stored with the intent", arguments: Store.allCases)
    func tokenIsOfToday(store: Store) async throws {
        let token = Locked("old")
        let session: @Sendable (String) -> any Networking = { url in
            TokenSession(session: NetworkingSession(local: url), token: token)
        }
        try await World.run(in: store, session: session) { world in
            await world.server.setFaults { request in
                let isNew = request.headers["authorization"] == "Bearer new"
                return isNew ? nil : .answer(ScriptedAnswer(401))
            }
            try await world.create(Message(id: "t1", text: "hi"))
            let refused = await world.synchronize()
            // The client is rejected, not the write.
            #expect(refused.rejected.isEmpty)
            #expect(refused.postponed == 1)
            #expect(!refused.problems.isEmpty)
            token.withLock { $0 = "new" }
            #expect(await world.synchronize().acknowledged == 1)
            #expect(try await world.local().map(\.id) == ["m1"])
        }
    }

    @Test("a row created during a synchronization survives it", arguments: Store.allCases)
    func rowCreatedMeanwhile(store: Store) async throws {
        let storage = Locked<(any Storage)?>(nil)
        let clock = Locked<(any SyncClock)?>(nil)
        let session: @Sendable (String) -> any Networking = { url in
            MeanwhileSession(session: NetworkingSession(local: url)) { request in
                guard request.head.method == .get, request.head.path == "messages",
                    let storage = storage.withLock({ $0 }), let clock = clock.withLock({ $0 })
                else { return }
                // After the server has listed: one is written locally, another confirmed by another
                // request.
                let message = Message(id: "t1", text: "meanwhile")
                let confirmed = Message(id: "m9", text: "confirmed meanwhile")
                try? await storage.write { store throws(StorageError) in
                    guard let document = try? message.jsonData(),
                        let other = try? confirmed.jsonData()
                    else { return }
                    try Outbox(Message.schema, in: store).create(document, id: "t1")
                    try Confirmations(Message.schema, in: store, at: clock.now)
                        .put(other, id: "m9")
                }
            }
        }
        try await World.run(in: store, session: session) { world in
            let id = try await world.known()
            storage.withLock { $0 = world.storage }
            clock.withLock { $0 = world.clock }
            let report = await world.synchronize()
            #expect(report.removed == 0)
            #expect(try await Set(world.local().map(\.id)) == [id, "t1", "m9"])
        }
    }

    @Test("entities on page two are not deleted", arguments: Store.allCases)
    func pageTwoStays(store: Store) async throws {
        try await World.run(in: store) { world in
            for number in 1...3 {
                _ = try await world.remote.create(Message.Draft(text: "\(number)"))
            }
            await world.synchronize()
            let page = #"[{"_id":"m1","text":"1","likes":0}]"#
            // A further page that fails; a greater total count; a truncated body; and an undeclared
            // partial list.
            let answers: [ScriptedAnswer] = [
                .json(page),
                .json(page, headers: ["Link": #"</gone>; rel="next""#]),
                .json(page, headers: ["X-Total-Count": "3"]),
                .truncated(page, announcing: 4000),
                .json(#"[{"_id":"m1","text":"1"},{"_id":"m2"}]"#),
            ]
            for answer in answers {
                await world.server.script("GET", "/messages", answer)
                let report = await world.synchronize()
                #expect(report.removed == 0)
                #expect(try await world.local().map(\.id) == ["m1", "m2", "m3"])
            }
        }
    }

    @Test(
        "all pages are read, and only deleted entities are removed",
        arguments: Store.allCases
    )
    func pages(store: Store) async throws {
        try await World.run(in: store, listing: .pages(of: 2)) { world in
            for number in 1...5 {
                _ = try await world.remote.create(Message.Draft(text: "\(number)"))
            }
            #expect(await world.synchronize().pulled == 5)
            try await world.remote.delete(id: "m2")
            let report = await world.synchronize()
            #expect(report.removed == 1)
            #expect(try await world.local().map(\.id) == ["m1", "m3", "m4", "m5"])
            // Entities missing from an incomplete list are fetched.
            await world.server.script("GET", "/messages", .json("[]"))
            #expect(await world.synchronize().removed == 0)
        }
    }

    @Test("offline deletions are sent", arguments: Store.allCases)
    func deletionsAreSent(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            try await world.delete(id)
            #expect(try await world.local().isEmpty)
            #expect(await world.synchronize().acknowledged == 1)
            #expect(try await world.remote.find(.all).isEmpty)
            #expect(try await world.local().isEmpty)
            #expect(try await world.record(id) == nil)
        }
    }

    @Test("array edits are patched", arguments: Store.allCases)
    func arraysArePatched(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known(Message(id: "", text: "hi", labels: ["a", "b"]))
            try await world.patch(id, ["labels": ["a", "c"]])
            await world.server.forgetRequests()
            await world.synchronize()
            let sent = await world.server.requests.first { $0.method == "PATCH" }
            #expect(sent?.text == #"{"labels":["a","c"]}"#)
            #expect(try await world.remote.find(id: id).labels == ["a", "c"])
        }
    }

    @Test("a patch without changes is not sent", arguments: Store.allCases)
    func emptyDifference(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            try await world.patch(id, ["likes": 1.0])
            await world.server.forgetRequests()
            #expect(await world.synchronize().acknowledged == 1)
            #expect(await world.writes().isEmpty)
            #expect(try await world.record(id)?.state == .synchronized)
        }
    }
}

/// Sends each request with the current token.
private struct TokenSession: Networking {
    let session: NetworkingSession
    let token: Locked<String>

    func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        var request = request
        request.head.headerFields[.authorization] = "Bearer \(token.withLock { $0 })"
        return try await session.send(request)
    }
}
