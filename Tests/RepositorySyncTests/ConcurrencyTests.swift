import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// Concurrent writers, readers, observers and synchronization.
@Suite struct ConcurrencyTests {
    private static let writers = 8
    private static let readers = 8
    private static let rounds = 6

    @Test(
        "both sides are equal after concurrent writes, reads, observation and synchronization"
    )
    func everything() async throws {
        try await World.run(in: .sqlite) { world in
            let messages = RepositoryProxy(
                remote: world.remote,
                synchronizer: world.synchronizer,
                strategy: .offlineFirst
            )
            let shared = try await world.known(Message(id: "", text: "shared"))
            let outcomes = world.synchronizer.outcomes()
            let isDone = Locked(false)
            var expected: [String: Int] = [:]
            try await withThrowingTaskGroup(of: Void.self) { background in
                for _ in 0..<Self.readers {
                    background.addTask { try await read(messages, until: isDone) }
                }
                background.addTask {
                    try await observe(messages, Criteria(Message.self) { $0.likes > 3 })
                }
                background.addTask { try await observe(messages, .all) }
                background.addTask {
                    while !isDone.withLock({ $0 }) {
                        let report = await world.synchronize()
                        #expect(report.rejected.isEmpty)
                    }
                }
                expected = try await write(messages, shared: shared)
                _ = try await messages.create(Message.Draft(text: "end", likes: 100))
                isDone.withLock { $0 = true }
                try await background.waitForAll()
            }
            _ = await world.settle()
            try await check(world, shared: shared, expected: expected)
            // Each creation that arrived was published once; the shared message is foreign.
            let told = try await world.told(outcomes).filter { $0.hasPrefix("create ") }
            #expect(told.allSatisfy { $0.hasSuffix(": acknowledged") })
            #expect(Set(told).count == told.count)
            let created = try [JSON](jsonData: await world.server.creations(of: "messages"))
            #expect(told.count == created.count - 1)
        }
    }

    /// Writes from several concurrent tasks; returns the likes of the remaining messages by text.
    private func write(
        _ messages: RepositoryProxy<Message>,
        shared: String
    ) async throws -> [String: Int] {
        try await withThrowingTaskGroup(of: [String: Int].self) { group in
            for writer in 0..<Self.writers {
                group.addTask {
                    var left: [String: Int] = [:]
                    for round in 0..<Self.rounds {
                        let text = "\(writer)-\(round)"
                        var message = try await messages.create(Message.Draft(text: text))
                        let likes = writer + round
                        message = try await messages.patch(
                            id: message.id,
                            with: Message.Patch(likes: .set(likes))
                        )
                        try await messages.patch(
                            id: shared,
                            with: Message.Patch(likes: .set(likes))
                        )
                        if round % 3 == 2 {
                            try await messages.delete(id: message.id)
                        } else {
                            left[text] = likes
                        }
                    }
                    return left
                }
            }
            return try await group.reduce(into: [:]) { all, left in
                all.merge(left) { first, _ in first }
            }
        }
    }

    /// Reads repeatedly: results always match the query, without duplicates.
    private func read(
        _ messages: RepositoryProxy<Message>,
        until isDone: Locked<Bool>
    ) async throws {
        while !isDone.withLock({ $0 }) {
            let found = try await messages.find { $0.likes > 3 }
            #expect(found.allSatisfy { $0.likes > 3 })
            #expect(Set(found.map(\.text)).count == found.count)
        }
    }

    /// Observes until the last write is seen: consecutive results differ.
    private func observe(
        _ messages: RepositoryProxy<Message>,
        _ criteria: Criteria
    ) async throws {
        var last: [Message]?
        for try await found in messages.observe(criteria) {
            #expect(found != last)
            #expect(Set(found.map(\.text)).count == found.count)
            last = found
            if found.contains(where: { $0.text == "end" }) { return }
        }
        Issue.record("the observation has ended by itself")
    }

    private func check(
        _ world: World,
        shared: String,
        expected: [String: Int]
    ) async throws {
        #expect(try await world.entries().isEmpty)
        let local = try await world.local()
        let remote = try await world.remote.find(.all)
        #expect(Set(local) == Set(remote))
        #expect(local.count == remote.count)
        var likes = Dictionary(local.map { ($0.text, $0.likes) }) { first, _ in first }
        let end = likes.removeValue(forKey: "end")
        #expect(end == 100)
        // Any of the writers may have been the last.
        let found = likes.removeValue(forKey: "shared")
        let last = try #require(found)
        #expect((Self.rounds - 1..<Self.rounds - 1 + Self.writers).contains(last))
        #expect(likes == expected)
        let created = try [Message](jsonData: await world.server.creations(of: "messages"))
        #expect(Set(created.map(\.text)).count == created.count)
        for message in local {
            #expect(try await world.record(message.id)?.state == .synchronized)
        }
    }
}
