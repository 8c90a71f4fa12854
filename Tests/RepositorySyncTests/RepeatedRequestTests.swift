import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// A request that is duplicated in transit, for example by a proxy, with the second response
/// returned.
@Suite struct RepeatedRequestTests {
    // The trap: the server rejects the second one, because the first has changed the version.
    @Test(
        "a write after a change that arrives twice is kept",
        arguments: UnansweredWriteTests.policies
    )
    func laterChange(policy: ConflictPolicy) async throws {
        let proxy = RepeatingProxy("PATCH")
        try await World.run(conflicts: policy, session: proxy.session) { world in
            let id = try await world.known()
            try await world.patch(id, ["likes": 5])
            proxy.arm { try? await world.patch(id, ["likes": 6]) }
            _ = await world.settle()
            #expect(!proxy.isArmed)
            #expect(try await world.remote.find(.all).map(\.likes) == [6])
            #expect(try await world.local().map(\.likes) == [6])
            #expect(try await world.entries().isEmpty)
        }
    }

    // The trap: when the server can be read again, the deletion meets a state that only looks
    // foreign.
    @Test(
        "a change that arrives twice, followed by a failing read, does not prevent a deletion",
        arguments: UnansweredWriteTests.policies
    )
    func unreadable(policy: ConflictPolicy) async throws {
        let proxy = RepeatingProxy("PATCH")
        try await World.run(conflicts: policy, session: proxy.session) { world in
            let id = try await world.known()
            // The version is known from the response.
            try await world.patch(id, ["likes": 4])
            _ = await world.settle()
            try await world.patch(id, ["likes": 5])
            await world.server.setFaults(FirstRequests("GET", .cutBefore).fault)
            proxy.arm {}
            await world.synchronize()
            #expect(!proxy.isArmed)
            try await world.delete(id)
            _ = await world.settle()
            #expect(try await world.remote.find(.all).isEmpty)
            #expect(try await world.local().isEmpty)
            #expect(try await world.entries().isEmpty)
        }
    }

    // The trap: a service that compares the bytes of two requests with the same key.
    @Test("a direct creation without a response is repeated byte for byte")
    func sameBytes() async throws {
        try await World.run { world in
            let messages = RepositoryProxy(
                remote: world.remote,
                synchronizer: world.synchronizer,
                strategy: Strategy(.remoteFirst)
            )
            await world.disturb(.cutAfter, ["POST"])
            try await messages.create(Message.Draft(text: "once", likes: 3))
            await world.disturb(nil)
            #expect(await world.settle() <= 1)
            let sent = await world.server.requests.filter { $0.method == "POST" }
            #expect(sent.count > 1)
            #expect(Set(sent.map(\.body)).count == 1)
            #expect(Set(sent.map { $0.headers["idempotency-key"] }).count == 1)
            #expect(try await world.remoteTexts() == ["once"])
        }
    }
}

/// Sends one request of a method twice.
private final class RepeatingProxy: Sendable {
    private let method: String
    private let meanwhile = Locked<(@Sendable () async -> Void)?>(nil)

    init(_ method: String) {
        self.method = method
    }

    /// Whether a request is still to be sent twice.
    var isArmed: Bool { meanwhile.withLock { $0 != nil } }

    /// Sends the next request twice, and runs code in between.
    func arm(_ meanwhile: @escaping @Sendable () async -> Void) {
        self.meanwhile.withLock { $0 = meanwhile }
    }

    /// Creates the session of a client.
    func session(_ url: String) -> any Networking {
        Session(base: NetworkingSession(local: url), proxy: self)
    }

    private struct Session: Networking {
        let base: NetworkingSession
        let proxy: RepeatingProxy

        func send(
            _ request: NetworkingRequest
        ) async throws(NetworkingError) -> NetworkingResponse {
            if request.head.method.rawValue == proxy.method, let meanwhile = proxy.take() {
                _ = try await base.send(request)
                await meanwhile()
            }
            return try await base.send(request)
        }
    }

    private func take() -> (@Sendable () async -> Void)? {
        meanwhile.withLock { meanwhile in
            defer { meanwhile = nil }
            return meanwhile
        }
    }
}
