import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Both sides change: each policy, with entity tags and without.
@Suite struct ConflictTests {
    static let tags = [true, false]

    @Test("serverWins takes the server's state", arguments: Store.allCases, tags)
    func serverWins(store: Store, hasTags: Bool) async throws {
        try await run(store, .serverWins, hasTags) { world, id in
            try await world.patch(id, ["text": "mine"])
            try await world.remote.patch(id: id, with: Message.Patch(text: .set("theirs")))
            let report = await world.synchronize()
            #expect(report.superseded == 1)
            #expect(report.conflicts.map(\.resolution) == [.server])
            #expect(report.conflicts.first?.properties.map(\.local) == ["mine"])
            #expect(report.conflicts.first?.properties.map(\.remote) == ["theirs"])
            try await expect(world, [Message(id: id, text: "theirs", likes: 1)])
        }
    }

    @Test("clientWins sends the local state again", arguments: Store.allCases, tags)
    func clientWins(store: Store, hasTags: Bool) async throws {
        try await run(store, .clientWins, hasTags) { world, id in
            try await world.update(Message(id: id, text: "mine", likes: 1))
            try await world.remote.patch(
                id: id,
                with: Message.Patch(text: .set("theirs"), likes: .set(9))
            )
            await world.synchronize()
            try await expect(world, [Message(id: id, text: "mine", likes: 1)])
        }
    }

    @Test("merge joins what each side has changed", arguments: Store.allCases, tags)
    func merge(store: Store, hasTags: Bool) async throws {
        try await run(store, .merge, hasTags) { world, id in
            try await world.update(Message(id: id, text: "mine", likes: 1))
            try await world.remote.patch(
                id: id,
                with: Message.Patch(likes: .set(9), labels: .set(["new"]))
            )
            let report = await world.synchronize()
            #expect(report.conflicts.isEmpty)
            #expect(report.merged == 1)
            #expect(report.acknowledged == 0)
            try await expect(world, [Message(id: id, text: "mine", likes: 9, labels: ["new"])])
        }
    }

    @Test(
        "merge keeps the local value of a property that both have changed, and says so",
        arguments: Store.allCases,
        tags
    )
    func mergeOfOneProperty(store: Store, hasTags: Bool) async throws {
        try await run(store, .merge, hasTags) { world, id in
            try await world.patch(id, ["text": "mine", "likes": 2])
            try await world.remote.patch(
                id: id,
                with: Message.Patch(text: .set("theirs"), labels: .set(["new"]))
            )
            let report = await world.synchronize()
            #expect(report.conflicts.map(\.resolution) == [.local])
            let properties = try #require(report.conflicts.first?.properties)
            #expect(properties.map(\.key) == ["text"])
            #expect(properties.map(\.base) == ["hi"])
            #expect(properties.map(\.remote) == ["theirs"])
            #expect(report.merged == 1)
            #expect(report.acknowledged == 0)
            try await expect(world, [Message(id: id, text: "mine", likes: 2, labels: ["new"])])
        }
    }

    @Test(
        "a write that leaves nothing of the other change is no merged one",
        arguments: Store.allCases,
        tags
    )
    func nothingLeftOfTheOther(store: Store, hasTags: Bool) async throws {
        try await run(store, .merge, hasTags) { world, id in
            try await world.patch(id, ["text": "mine"])
            try await world.remote.patch(id: id, with: Message.Patch(text: .set("theirs")))
            let report = await world.synchronize()
            #expect(report.conflicts.map(\.resolution) == [.local])
            #expect(report.acknowledged == 1)
            #expect(report.merged == 0)
            try await expect(world, [Message(id: id, text: "mine", likes: 1)])
        }
    }

    @Test("a change that both sides made is none to send", arguments: Store.allCases, tags)
    func sameChange(store: Store, hasTags: Bool) async throws {
        try await run(store, .merge, hasTags) { world, id in
            try await world.patch(id, ["text": "same"])
            try await world.remote.patch(id: id, with: Message.Patch(text: .set("same")))
            let report = await world.synchronize()
            #expect(report.conflicts.isEmpty)
            #expect(report.merged == 1)
            try await expect(world, [Message(id: id, text: "same", likes: 1)])
        }
    }

    @Test("fail keeps both sides in hand", arguments: Store.allCases, tags)
    func fail(store: Store, hasTags: Bool) async throws {
        try await run(store, .fail, hasTags) { world, id in
            try await world.patch(id, ["text": "mine"])
            try await world.remote.patch(id: id, with: Message.Patch(text: .set("theirs")))
            let report = await world.synchronize()
            #expect(report.conflicts.map(\.resolution) == [.open])
            let write = try #require(report.rejected.first)
            let (record, body) = (
                try #require(write.record), try #require(write.entry.failure?.body)
            )
            #expect(record.state == .conflicted)
            #expect(try Message(jsonData: record.document).text == "mine")
            #expect(try Message(jsonData: record.base ?? Data()).text == "hi")
            #expect(try Message(jsonData: body).text == "theirs")
            // The user decides: their text with another number.
            try await world.update(Message(id: id, text: "ours", likes: 3))
            #expect(await world.synchronize().acknowledged == 1)
            try await expect(world, [Message(id: id, text: "ours", likes: 3)])
        }
    }

    @Test(
        "a conflict that is retried sends the local side",
        arguments: Store.allCases,
        [true, false]
    )
    func failAndRetry(store: Store, isGone: Bool) async throws {
        try await run(store, .fail, true) { world, id in
            try await world.patch(id, ["text": "mine"])
            if isGone {
                try await world.remote.delete(id: id)
            } else {
                try await world.remote.patch(id: id, with: Message.Patch(text: .set("theirs")))
            }
            let write = try #require(await world.synchronize().rejected.first)
            try await world.storage.write { store throws(StorageError) in
                try store.retry(rejected: write.id)
            }
            #expect(await world.synchronize().acknowledged == 1)
            try await expect(world, [Message(id: isGone ? "m2" : id, text: "mine", likes: 1)])
        }
    }

    @Test(
        "a conflict that is discarded takes the server's side",
        arguments: Store.allCases,
        [true, false]
    )
    func failAndDiscard(store: Store, isGone: Bool) async throws {
        try await run(store, .fail, true) { world, id in
            try await world.patch(id, ["text": "mine"])
            if isGone {
                try await world.remote.delete(id: id)
            } else {
                try await world.remote.patch(id: id, with: Message.Patch(text: .set("theirs")))
            }
            let write = try #require(await world.synchronize().rejected.first)
            try await world.storage.write { store throws(StorageError) in
                try store.discard(rejected: write.id)
            }
            let theirs = Message(id: id, text: "theirs", likes: 1)
            try await expect(world, isGone ? [] : [theirs])
        }
    }

    @Test("a deletion there and a change here", arguments: Store.allCases, ConflictPolicy.allCases)
    func deletedThere(store: Store, policy: ConflictPolicy) async throws {
        try await run(store, policy, true) { world, id in
            try await world.patch(id, ["text": "mine"])
            try await world.remote.delete(id: id)
            let report = await world.synchronize()
            #expect(report.conflicts.count == 1)
            switch policy {
            case .serverWins: try await expect(world, [])
            case .clientWins, .merge:
                try await expect(world, [Message(id: "m2", text: "mine", likes: 1)])
            case .fail:
                #expect(report.rejected.count == 1)
                #expect(try await world.local().map(\.text) == ["mine"])
            }
        }
    }

    @Test("a change there and a deletion here", arguments: Store.allCases, ConflictPolicy.allCases)
    func deletedHere(store: Store, policy: ConflictPolicy) async throws {
        try await run(store, policy, true) { world, id in
            try await world.delete(id)
            try await world.remote.patch(id: id, with: Message.Patch(text: .set("theirs")))
            let report = await world.synchronize()
            // Whoever deleted it is told by which change.
            let changes = report.conflicts.flatMap(\.properties)
            #expect(changes.map(\.key) == (policy == .clientWins ? [] : ["text"]))
            #expect(changes.allSatisfy { $0.local == nil && $0.remote == "theirs" })
            switch policy {
            case .serverWins, .merge:
                #expect(report.superseded == 1)
                #expect(report.conflicts.map(\.resolution) == [.server])
                try await expect(world, [Message(id: id, text: "theirs", likes: 1)])
            case .clientWins: try await expect(world, [])
            case .fail:
                #expect(report.rejected.count == 1)
                #expect(report.conflicts.map(\.resolution) == [.open])
                #expect(try await world.remote.find(.all).map(\.text) == ["theirs"])
            }
        }
    }

    @Test("a deletion on both sides is done", arguments: Store.allCases)
    func deletedOnBoth(store: Store) async throws {
        try await run(store, .fail, true) { world, id in
            try await world.delete(id)
            try await world.remote.delete(id: id)
            let report = await world.synchronize()
            #expect(report.acknowledged == 1)
            #expect(report.isComplete)
            try await expect(world, [])
        }
    }

    // The trap: that the entity is gone is taken for a deletion by somebody else.
    @Test(
        "what is written after a deletion without an answer is no conflict with it",
        arguments: ConflictPolicy.allCases,
        [true, false]
    )
    func writtenAfterDeletion(policy: ConflictPolicy, isCreated: Bool) async throws {
        try await run(.sqlite, policy, true) { world, id in
            try await world.delete(id)
            await world.server.setFaults(FirstRequests("DELETE", .cutAfter).fault)
            await world.synchronize()
            #expect(try await world.entries().map(\.state) == [.inFlight])
            let again = Message(id: id, text: "again")
            try await isCreated ? world.create(again) : world.update(again)
            var conflicts: [SyncConflict] = []
            for _ in 0..<5 {
                world.clock.advance(by: .seconds(600))
                conflicts += await world.synchronizer.synchronize().conflicts
            }
            #expect(conflicts.isEmpty)
            #expect(try await world.entries().isEmpty)
            #expect(try await world.remoteTexts() == ["again"])
            #expect(try await world.local() == world.remote.find(.all))
        }
    }

    @Test("a 409 without any change there is a refusal", arguments: Store.allCases)
    func refusalThatIsNoConflict(store: Store) async throws {
        try await run(store, .merge, true) { world, id in
            try await world.patch(id, ["text": "taken"])
            await world.server.script("PATCH", "/messages/\(id)", .json("{}", status: 409))
            let report = await world.synchronize()
            #expect(report.rejected.map(\.entry.failure?.status) == [409])
        }
    }

    // The trap: it waits, and no report says why.
    @Test("a write to what changes all the time waits, and the report says so")
    func changingAllTheTime() async throws {
        try await run(.memory, .merge, true) { world, id in
            let states = (10..<30).map { number in
                ScriptedAnswer.json(
                    #"{"_id":"\#(id)","text":"hi","likes":\#(number)}"#,
                    headers: ["ETag": "\"\(number)\""]
                )
            }
            await world.server.script("GET", "/messages/\(id)", states)
            await world.server.script("PATCH", "/messages/\(id)", .json("{}", status: 412))
            try await world.patch(id, ["text": "mine"])
            let report = await world.synchronizer.push()
            #expect(report.postponed == 1)
            #expect(
                report.problems.map(\.message)
                    == ["The entity changes on the server with each attempt to write it."]
            )
        }
    }

    private func run(
        _ store: Store,
        _ policy: ConflictPolicy,
        _ hasTags: Bool,
        _ body: (World, String) async throws -> Void
    ) async throws {
        try await World.run(in: store, conflicts: policy) { world in
            await world.server.setTags(hasTags)
            let id = try await world.known()
            try await body(world, id)
        }
    }

    /// Both sides have these, and nothing waits.
    private func expect(
        _ world: World,
        _ messages: [Message],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let (local, remote) = try await (world.local(), world.remote.find(.all))
        #expect(local == messages, sourceLocation: sourceLocation)
        #expect(remote == messages, sourceLocation: sourceLocation)
        #expect(try await world.entries().isEmpty, sourceLocation: sourceLocation)
    }
}
