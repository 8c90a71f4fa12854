import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Changes on both sides: each policy, with and without entity tags.
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

    @Test("merge combines the changes of both sides", arguments: Store.allCases, tags)
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
        "merge keeps the local value of a property changed on both sides, and reports it",
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
        "a write that overwrites the entire other change does not count as merged",
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

    @Test("an identical change on both sides is not sent", arguments: Store.allCases, tags)
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

    @Test("fail keeps both states", arguments: Store.allCases, tags)
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
        "retrying a conflict sends the local state",
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
        "discarding a conflict takes the server's state",
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

    @Test(
        "a deletion on the server meets a local change",
        arguments: Store.allCases,
        ConflictPolicy.allCases
    )
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

    @Test(
        "a change on the server meets a local deletion",
        arguments: Store.allCases,
        ConflictPolicy.allCases
    )
    func deletedHere(store: Store, policy: ConflictPolicy) async throws {
        try await run(store, policy, true) { world, id in
            try await world.delete(id)
            try await world.remote.patch(id: id, with: Message.Patch(text: .set("theirs")))
            let report = await world.synchronize()
            // The report names the change that the deletion conflicts with.
            let changes = report.conflicts.flatMap(\.properties)
            #expect(changes.map(\.key) == (policy == .clientWins ? [] : ["text"]))
            #expect(changes.allSatisfy { $0.local == .null && $0.remote == "theirs" })
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

    @Test("a deletion on both sides is finished", arguments: Store.allCases)
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

    // The trap: the missing entity counts as deleted by another client.
    @Test(
        "a write after a deletion without a response does not conflict with it",
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

    @Test("a 409 without a change on the server is a rejection", arguments: Store.allCases)
    func refusalThatIsNoConflict(store: Store) async throws {
        try await run(store, .merge, true) { world, id in
            try await world.patch(id, ["text": "taken"])
            await world.server.script("PATCH", "/messages/\(id)", .json("{}", status: 409))
            let report = await world.synchronize()
            #expect(report.rejected.map(\.entry.failure?.status) == [409])
        }
    }

    // The trap: it stays pending, and no report contains the reason.
    @Test("a write to a constantly changing entity is postponed and reported")
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
                    == ["The entity changes on the server before each attempt to write it."]
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

    /// Expects that both sides have these, and nothing is pending.
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
