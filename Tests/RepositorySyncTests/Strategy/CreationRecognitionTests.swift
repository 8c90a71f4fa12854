import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// A listed result of a creation without a response is recognized: changing it under the server's
/// identity does not create it again.
@Suite struct CreationRecognitionTests {
    /// The operation on the listed entity.
    enum Act: String, CaseIterable {
        case patch, update, delete, deleteBatch, updateBatch
    }

    @Test(arguments: Act.allCases, Store.allCases)
    func whatWasFoundIsChangedOnce(act: Act, store: Store) async throws {
        try await run(store, .remoteFirst) { world, messages in
            let found = try #require(try await messages.find().first)
            #expect(found.id == "m1")
            #expect(try await world.local() == [found])
            try await self.perform(act, found, by: messages)
            try await self.check(act, world)
        }
    }

    // The identity comes from elsewhere: it is unknown to the local store.
    @Test(arguments: Act.allCases, Store.allCases)
    func whatIsKnownFromElsewhereIsChangedOnce(act: Act, store: Store) async throws {
        for rule in [Strategy.Rule.remoteFirst, .localFirst] {
            try await run(store, rule) { world, messages in
                let found = try #require(try await world.remote.find(.all).first)
                try await self.perform(act, found, by: messages)
                try await self.check(act, world)
            }
        }
    }

    @Test func theTemporaryIdentityIsStillGood() async throws {
        try await run(.memory, .remoteFirst) { world, messages in
            let local = try #require(try await world.local().first)
            _ = try await messages.find()
            try await messages.patch(id: local.id, with: .init(likes: .set(9)))
            _ = await world.settle()
            #expect(
                try await world.remote.find(.all) == [Message(id: "m1", text: "new", likes: 9)]
            )
        }
    }

    @Test func oneOfTwoEqualOnesIsStillToCome() async throws {
        try await run(.memory, .remoteFirst) { world, messages in
            await world.disturb(.cutBefore, ["POST"])
            _ = try await messages.create(.init(text: "new"))
            await world.disturb(nil)
            let listed = try await messages.find()
            #expect(listed.count == 2)
            // A run that the creation has requested may be listing the entities.
            world.clock.advance(by: .seconds(1))
            try await messages.delete(id: "m1")
            _ = await world.settle()
            let (remote, local) = (try await world.remote.find(.all), try await world.local())
            #expect(remote.map(\.id) == ["m2"], "\(remote), \(local)")
            #expect(local == remote)
        }
    }

    @Test func anUnknownEntityThatCannotBeReadIsNotWritten() async throws {
        try await run(.memory, .localFirst) { world, messages in
            await world.disturb(.answer(ScriptedAnswer(503)), ["GET"])
            let error = try await repositoryError { try await messages.delete(id: "m1") }
            #expect(error.status == 503)
            await world.disturb(nil)
            _ = await world.settle()
            #expect(try await world.remote.find(.all).map(\.id) == ["m1"])
        }
    }

    // The trap: the synchronizer is sending the creation, and gets the response only after the
    // listing.
    @Test func whatIsBeingSentIsSettledOnce() async throws {
        let messages = Locked<RepositoryProxy<Message>?>(nil)
        let session: @Sendable (String) -> any Networking = { url in
            MeanwhileSession(session: NetworkingSession(local: url)) { request in
                guard request.head.method == .post else { return }
                _ = try? await messages.withLock { $0 }?.find()
            }
        }
        try await World.run(creationCheck: .comparison, session: session) { world in
            messages.withLock { $0 = world.direct(.remoteFirst) }
            let outcomes = world.synchronizer.outcomes()
            try await world.create(Message(id: "t1", text: "new"))
            _ = await world.settle()
            #expect(try await world.local() == [Message(id: "m1", text: "new")])
            #expect(try await world.remote.find(.all).map(\.id) == ["m1"])
            #expect(try await world.entries().isEmpty)
            let told = try await world.told(outcomes)
            #expect(told == ["create t1 -> m1: acknowledged"])
        }
    }

    // The trap: the entity that was deleted meanwhile is no longer known, and looks like the result.
    @Test("an entity that is deleted while it is listed is not the result of a creation")
    func deletedMeanwhile() async throws {
        let act = Locked<(@Sendable () async throws -> Void)?>(nil)
        let session: @Sendable (String) -> any Networking = { url in
            MeanwhileSession(session: NetworkingSession(local: url)) { request in
                guard request.head.method == .get else { return }
                let next = act.withLock { act in
                    defer { act = nil }
                    return act
                }
                try await next?()
            }
        }
        try await World.run(creationCheck: .comparison, session: session) { world in
            try await world.remote.create(.init(text: "new"))
            await world.synchronize()
            try await world.create(Message(id: "t1", text: "new"))
            await world.disturb(.cutBefore, ["POST"])
            #expect(await world.synchronizer.push().postponed == 1)
            await world.disturb(nil)
            act.withLock { act in
                act = {
                    world.clock.advance(by: .seconds(1))
                    try await world.direct(.remoteFirst).delete(id: "m1")
                }
            }
            _ = await world.settle()
            #expect(try await world.remote.find(.all).map(\.id) == ["m2"])
            #expect(try await world.local().map(\.id) == ["m2"])
        }
    }

    // MARK: - How

    /// Runs a body after the server has carried out a creation whose response was lost.
    private func run(
        _ store: Store,
        _ rule: Strategy.Rule,
        _ body: (World, RepositoryProxy<Message>) async throws -> Void
    ) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            let messages = RepositoryProxy(
                remote: world.remote,
                synchronizer: world.synchronizer,
                strategy: Strategy(rule)
            )
            await world.disturb(.cutAfter, ["POST"])
            try await world.messages(.remoteFirst).create(.init(text: "new"))
            await world.disturb(nil)
            #expect(try await world.entries().map(\.state) == [.inFlight])
            #expect(try await world.remote.find(.all).map(\.id) == ["m1"])
            try await body(world, messages)
        }
    }

    private func perform(
        _ act: Act,
        _ message: Message,
        by messages: RepositoryProxy<Message>
    ) async throws {
        var changed = message
        changed.likes = 9
        switch act {
        case .patch: try await messages.patch(id: message.id, with: .init(likes: .set(9)))
        case .update: try await messages.update(changed)
        case .delete: try await messages.delete(id: message.id)
        case .deleteBatch: try await messages.delete(ids: [message.id, "unknown"])
        case .updateBatch: try await messages.update([changed, changed])
        }
    }

    private func check(_ act: Act, _ world: World) async throws {
        _ = await world.settle()
        let isDeleted = [.delete, .deleteBatch].contains(act)
        let expected = isDeleted ? [] : [Message(id: "m1", text: "new", likes: 9)]
        #expect(try await world.remote.find(.all) == expected)
        #expect(try await world.local() == expected)
        #expect(try await world.entries().isEmpty)
    }
}
