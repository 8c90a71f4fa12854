import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// The client may give the identity of an entity, or leave it to the service.
@Suite struct EitherIdentityTests {
    // The trap: the number that stands here until the service has given one is sent.
    @Test("a number that stands for one of the service is not sent")
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

    // The trap: it is looked for under the identity that it has here, which the service never saw.
    @Test("a creation without an answer is recognized under the identity that the service gave")
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

    @Test("a creation under the client's identity is looked for there")
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

    @Test("one under the client's identity is looked for there also behind a batch with others")
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

/// Coins of a service that creates many at once.
private struct BatchCoinRepository: CRUDNetworkingRepository, SynchronizableRepository {
    typealias Entity = Coin
    let store: any Networking
    let path = "coins"
}
