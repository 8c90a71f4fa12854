import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Ambiguous and transient failures: no write is lost, and none is carried out twice.
@Suite struct AmbiguityTests {
    /// The time during which a request may be repeated: longer than any machine stalls.
    private static let patience = Duration.seconds(86_400)
    static let checks: [RemoteCollection.CreationCheck] = [.idempotencyKey(), .comparison]
    static let faults: [(String, Fault)] = [
        ("cut before", .cutBefore), ("cut after", .cutAfter), ("truncated", .truncated),
        ("500", .answer(ScriptedAnswer(500))),
    ]

    @Test("an ambiguous creation is never duplicated", arguments: Store.allCases, checks)
    func createOnce(store: Store, check: RemoteCollection.CreationCheck) async throws {
        for (name, fault) in Self.faults {
            try await World.run(in: store, creationCheck: check) { world in
                await world.server.setFaults(FirstRequests("POST", fault).fault)
                // Another, equal entity that the server already has.
                try await world.create(Message(id: "t1", text: "same"))
                try await world.create(Message(id: "t2", text: "same"))
                let first = await world.synchronize()
                #expect(first.postponed > 0, "\(name)")
                #expect(try await world.local().count == 2, "\(name)")
                #expect(await world.settle() == 2 - first.acknowledged, "\(name)")
                let remote = try await world.remote.find(.all)
                #expect(remote.map(\.text) == ["same", "same"], "\(name)")
                #expect(try await Set(world.local()) == Set(remote), "\(name)")
                #expect(try await world.entries().isEmpty, "\(name)")
            }
        }
    }

    @Test(
        "an ambiguous creation stays so while the server does not reveal its outcome",
        arguments: Store.allCases,
        [503, 429, 401, 403]
    )
    func createIsStillAmbiguous(store: Store, status: Int) async throws {
        try await World.run(in: store) { world in
            let faults = FirstRequests("POST", .cutAfter, .answer(ScriptedAnswer(status)))
            await world.server.setFaults(faults.fault)
            try await world.create(Message(id: "t1", text: "first"))
            #expect(await world.synchronize().postponed == 1)
            world.clock.advance(by: .seconds(60))
            #expect(await world.synchronize().postponed == 1)
            try await world.patch("t1", ["text": "second"])
            #expect(await world.settle() == 2)
            #expect(try await world.remote.find(.all) == [Message(id: "m1", text: "second")])
        }
    }

    // The trap: a middleware that assumes that the server knows any key sends it twice.
    @Test(
        "a creation is retried within a request only if the server supports keys",
        arguments: checks
    )
    func createBelow(check: RemoteCollection.CreationCheck) async throws {
        let retry = RetryMiddleware.retry(
            totalTime: Self.patience,
            backoff: Backoff(first: .zero, longest: .zero)
        )
        let session: @Sendable (String) -> any Networking = { url in
            NetworkingSession(local: url).with(retry)
        }
        try await World.run(in: .memory, creationCheck: check, session: session) { world in
            await world.server.setFaults(FirstRequests("POST", .cutAfter).fault)
            try await world.create(Message(id: "t1", text: "hi"))
            let report = await world.synchronize()
            let count = await world.server.requests.count { $0.method == "POST" }
            #expect(count == (check == .comparison ? 1 : 2))
            #expect(report.acknowledged == (check == .comparison ? 0 : 1))
            #expect(await world.settle() == 1 - report.acknowledged)
            #expect(try await world.remote.find(.all) == [Message(id: "m1", text: "hi")])
        }
    }

    @Test("an ambiguous change is read back", arguments: Store.allCases, [true, false])
    func changes(store: Store, hasTags: Bool) async throws {
        for (name, fault) in Self.faults {
            try await World.run(in: store) { world in
                await world.server.setTags(hasTags)
                let ids = [
                    try await world.known(), try await world.known(), try await world.known(),
                ]
                let methods = ["PATCH", "PUT", "DELETE"].map { FirstRequests($0, fault) }
                await world.server.setFaults { request in
                    for method in methods {
                        if let fault = method.fault(request) { return fault }
                    }
                    return nil
                }
                try await world.patch(ids[0], ["likes": 5])
                try await world.update(Message(id: ids[1], text: "new", likes: 1))
                try await world.delete(ids[2])
                let first = await world.synchronize()
                #expect(first.postponed == 3, "\(name)")
                #expect(first.rejected.isEmpty && first.conflicts.isEmpty, "\(name)")
                #expect(await world.settle() == 3, "\(name)")
                let expected = [
                    Message(id: ids[0], text: "hi", likes: 5),
                    Message(id: ids[1], text: "new", likes: 1),
                ]
                #expect(try await world.remote.find(.all) == expected, "\(name)")
                #expect(try await world.local() == expected, "\(name)")
            }
        }
    }

    @Test(
        "writes found in flight at the start are resolved first",
        arguments: Store.allCases,
        checks
    )
    func foundInFlight(store: Store, check: RemoteCollection.CreationCheck) async throws {
        for hasArrived in [true, false] {
            try await World.run(in: store, creationCheck: check) { world in
                // A direct creation without a response.
                let message = Message(id: "t1", text: "hi")
                let key = UUID().uuidString
                if hasArrived {
                    var request = NetworkingRequest(method: .post, path: "messages")
                    request.body = try message.draft.jsonData()
                    let name = try #require(HTTPField.Name("Idempotency-Key"))
                    request.head.headerFields[name] = key
                    _ = try await world.session.send(request)
                }
                let document = try message.jsonData()
                try await world.storage.write { store throws(StorageError) in
                    try Outbox(Message.schema, in: store)
                        .keepAmbiguous(.create, document: document, id: "t1", idempotencyKey: key)
                }
                #expect(try await world.record("t1")?.state == .inFlight)
                #expect(await world.synchronize().acknowledged == 1)
                #expect(try await world.local() == [Message(id: "m1", text: "hi")])
                #expect(try await world.remote.find(.all).count == 1)
            }
        }
    }

    @Test("an unreachable server does not count as an attempt", arguments: Store.allCases)
    func unreachable(store: Store) async throws {
        let isAway = Locked(true)
        try await withClosedPort { closed in
            let session: @Sendable (String) -> any Networking = { url in
                let sessions = [NetworkingSession(local: url), NetworkingSession(local: closed)]
                return ChangingSession { sessions[isAway.withLock { $0 } ? 1 : 0] }
            }
            try await World.run(in: store, session: session) { world in
                try await world.create(Message(id: "t1", text: "a"))
                try await world.create(Message(id: "t2", text: "b"))
                let report = await world.synchronize()
                #expect(report.postponed == 2)
                // After the first attempt it is known.
                #expect(report.problems.count == 1)
                #expect(try await world.record("t1")?.state == .waiting)
                isAway.withLock { $0 = false }
                #expect(await world.synchronize().acknowledged == 2)
                #expect(try await world.remote.find(.all).map(\.text) == ["a", "b"])
            }
        }
    }

    // The trap: its key makes a creation look as if it could be sent twice.
    @Test(
        "a middleware retries a creation only if the server honors its key",
        arguments: [(nil, 1), ("Idempotency-Key", 3)]
    )
    func repeatingMiddleware(header: String?, count: Int) async throws {
        try await World.run { world in
            await world.disturb(.cutAfter, ["POST"])
            let retry = RetryMiddleware.retry(
                attempts: 3,
                totalTime: Self.patience,
                backoff: Backoff(first: .zero)
            )
            let messages = RepositoryProxy(
                remote: MessageRepository(store: world.session.with(retry)),
                storage: world.storage,
                idempotencyHeader: header,
                clock: world.clock
            )
            let result = try await messages.results.create(Message.Draft(text: "a"))
            #expect(result.editsWaiting == 1)
            #expect(await world.server.count(of: "POST") == count)
        }
    }

    @Test("a write that the server does not support is rejected")
    func notImplemented() async throws {
        try await World.run { world in
            let id = try await world.known()
            await world.disturb(.answer(ScriptedAnswer(501)))
            try await world.delete(id)
            #expect(await world.synchronize().rejected.map(\.entry.key.id) == [id])
        }
    }

    @Test("Retry-After is honored", arguments: Store.allCases, [429, 503])
    func retryAfter(store: Store, status: Int) async throws {
        try await World.run(in: store) { world in
            let fault = Fault.unavailable(status, retryAfter: 100)
            await world.server.setFaults(FirstRequests("POST", fault).fault)
            try await world.create(Message(id: "t1", text: "a"))
            #expect(await world.synchronize().postponed == 1)
            world.clock.advance(by: .seconds(90))
            await world.server.forgetRequests()
            #expect(await world.synchronize().postponed == 1)
            #expect(await world.server.requests.allSatisfy { !$0.path.hasSuffix("messages") })
            world.clock.advance(by: .seconds(20))
            #expect(await world.synchronize().acknowledged == 1)
        }
    }

    @Test(
        "Retry-After of a listing also delays writes",
        arguments: Store.allCases,
        [429, 503]
    )
    func retryAfterOfListing(store: Store, status: Int) async throws {
        try await World.run(in: store) { world in
            let fault = Fault.unavailable(status, retryAfter: 100)
            let first = FirstRequests("GET", fault)
            await world.server.setFaults { $0.path.hasSuffix("messages") ? first.fault($0) : nil }
            #expect(await world.synchronize().problemCount == 1)
            try await world.create(Message(id: "t1", text: "a"))
            world.clock.advance(by: .seconds(90))
            await world.server.forgetRequests()
            let report = await world.synchronize()
            #expect(report.postponed == 1)
            #expect(report.problems.map(\.collection) == ["Message"])
            #expect(await world.server.requests.allSatisfy { !$0.path.hasSuffix("messages") })
            world.clock.advance(by: .seconds(20))
            #expect(await world.synchronize().isComplete)
        }
    }

    @Test("delays increase up to the maximum")
    func backoff() {
        let backoff = Backoff(first: .seconds(1), longest: .seconds(60), jitter: { 0 })
        let waits = (1...9).map { backoff.delay(afterAttempts: $0) }
        #expect(waits == [0.5, 1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
        #expect(backoff.delay(afterAttempts: 1, retryAfter: .seconds(90)) == .seconds(90))
        #expect(backoff.delay(afterAttempts: .max) == .seconds(30))
    }

    // The trap: mistaken for a rejection, it gets another key when rewritten, and is created again.
    @Test(
        "a creation whose first request is still in progress is not rejected",
        arguments: Store.allCases
    )
    func stillAtWork(store: Store) async throws {
        try await World.run(in: store) { world in
            let atWork = Fault.answer(.json("{}", status: 409))
            await world.server.setFaults(FirstRequests("POST", .cutAfter, atWork, atWork).fault)
            try await world.create(Message(id: "t1", text: "once"))
            for _ in 0..<3 {
                await world.synchronize()
                world.clock.advance(by: .seconds(600))
                #expect(try await world.entries().map(\.state) == [.inFlight])
            }
            #expect(await world.synchronize().acknowledged == 1)
            #expect(try await world.remoteTexts() == ["once"])
            #expect(try await world.local() == world.remote.find(.all))
        }
    }
}

/// Uses another session for each request.
private struct ChangingSession: Networking {
    let session: @Sendable () -> NetworkingSession

    func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        try await session().send(request)
    }
}
