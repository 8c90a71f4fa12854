import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// The client or the service may assign the identity of an entity.
@Suite struct EitherIdentityTests {
    // The trap: the temporary number is sent.
    @Test("a temporary number is not sent")
    func number() async throws {
        try await World.run { world in
            let created = #"{"id":7,"title":"a"}"#
            await world.server.script("POST", "/coins", .json(created, status: 201))
            try await world.synchronizer.register(
                RemoteCollection(CoinRepository(store: world.session))
            )
            try await world.create(Coin(id: -1, title: "a"))
            #expect(await world.synchronizer.push().acknowledged == 1)
            let bodies = await world.server.requests.filter { $0.method == "POST" }.map(\.text)
            #expect(bodies == [#"{"title":"a"}"#])
            let known = try await world.local(Coin.self)
            #expect(known == [Coin(id: 7, title: "a")])
        }
    }

    // The trap: it is searched for under its local identity, which the service never saw.
    @Test("a creation without a response is recognized under the service's identity")
    func lostCreation() async throws {
        try await World.run { world in
            let created = #"{"id":"s1","title":"a"}"#
            await world.server.script("POST", "/stamps", .json(created, status: 201))
            await world.server.script("GET", "/stamps", .json("[\(created)]"))
            await world.disturb(.cutAfter, ["POST"])
            let stamps = try await StampRepository(store: world.session)
                .offline(with: world.synchronizer)
            try await stamps.create(Stamp.Draft(title: "a"))
            await world.disturb(nil)
            _ = await world.settle()
            #expect(await world.server.count(of: "POST") == 1)
            let known = try await world.local(Stamp.self)
            #expect(known == [Stamp(id: "s1", title: "a")])
        }
    }

    @Test("a creation with the client's identity is searched for under it")
    func ownIdentity() async throws {
        try await World.run { world in
            let created = #"{"id":"mine","title":"A"}"#
            await world.server.script("POST", "/stamps", .json(created, status: 201))
            await world.server.script("GET", "/stamps", .json("[\(created)]"))
            await world.server.script("GET", "/stamps/mine", .json(created))
            await world.disturb(.cutAfter, ["POST"])
            let stamps = try await StampRepository(store: world.session)
                .offline(with: world.synchronizer)
            try await stamps.create(Stamp.Draft(id: "mine", title: "a"))
            await world.disturb(nil)
            _ = await world.settle()
            #expect(await world.server.count(of: "POST") == 1)
            let known = try await world.local(Stamp.self)
            #expect(known == [Stamp(id: "mine", title: "A")])
        }
    }

    @Test("one with the client's identity is also searched for after a batch")
    func batch() async throws {
        try await World.run { world in
            let five = #"{"id":5,"title":"b"}"#
            await world.server.script("POST", "/coins/collection", .json("{}", status: 422))
            let answer = ScriptedAnswer.json(#"{"id":9,"title":"a"}"#, status: 201)
            await world.server.script("POST", "/coins", answer)
            await world.server.script("GET", "/coins", .json("[\(five)]"))
            await world.server.script("GET", "/coins/5", .json(five))
            try await world.synchronizer.register(
                RemoteCollection(BatchCoinRepository(store: world.session))
            )
            try await world.create(Coin(id: -1, title: "a"))
            try await world.create(Coin(id: 5, title: "b"))
            #expect(await world.synchronizer.push().acknowledged == 2)
            let sent = await world.server.requests.filter { $0.method == "POST" }.map(\.text)
            #expect(sent.dropFirst() == [#"{"title":"a"}"#])
            let known = try await world.local(Coin.self)
            #expect(Set(known) == [Coin(id: 9, title: "a"), Coin(id: 5, title: "b")])
        }
    }
}

/// Coins of a service that supports batches.
private struct BatchCoinRepository: CRUDNetworkingRepository, SynchronizableRepository {
    typealias Entity = Coin
    let store: any Networking
    let path = "coins"
}
