import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// Long chains of new entities, each referring to the next or the previous one: the cost is linear.
@Suite struct ChainTests {
    enum Order: String, CaseIterable, CustomTestStringConvertible, Sendable {
        case forwards, backwards

        var testDescription: String { rawValue }

        func sorted(_ numbers: Range<Int>) -> [Int] {
            self == .forwards ? Array(numbers) : numbers.reversed()
        }
    }

    /// The maximum number of records and entries in memory for one entity, while it is prepared and
    /// settled.
    private static let bound = 40

    /// Writes a chain of new tickets; each refers to the one with the previous number.
    private func chain(_ count: Int, _ order: Order, in storage: any Storage) async throws {
        let documents = try order.sorted(0..<count).map { number in
            let before = number == 0 ? nil : ["x\(number - 1)"]
            let ticket = Ticket(id: "x\(number)", title: "\(number)", blockedBy: before)
            return (ticket.id, try ticket.jsonData())
        }
        try await storage.write { store throws(StorageError) in
            let outbox = Outbox(Ticket.schema, in: store)
            for (id, document) in documents { try outbox.create(document, id: id) }
        }
    }

    @Test(
        "a chain is sent, regardless of the order of its writes",
        arguments: Store.allCases,
        Order.allCases
    )
    func sent(store: Store, order: Order) async throws {
        try await World.runWithTickets(in: store) { world in
            let count = 150
            let storage = CountingStorage(world.storage)
            let synchronizer = Synchronizer(storage: storage, clock: world.clock)
            try await synchronizer.register(
                RemoteCollection(world.tickets, creationCheck: .idempotencyKey())
            )
            try await chain(count, order, in: world.storage)
            let report = await synchronizer.push()
            #expect(report.acknowledged == count)
            #expect(report.isComplete)
            #expect(storage.totalNumber < count * Self.bound)
            // They arrived in the order of their dependencies.
            let tickets = try await world.tickets.find(.all)
            #expect(tickets.map(\.title) == (0..<count).map { "\($0)" })
            #expect(
                tickets.map(\.blockedBy)
                    == [nil] + (1..<count).map { ["t\($0)"] }
            )
            #expect(Set(try await world.local(Ticket.self)) == Set(tickets))
        }
    }

    @Test(
        "an unsendable chain is examined once, including for cycles",
        arguments: Store.allCases,
        Order.allCases
    )
    func blocked(store: Store, order: Order) async throws {
        try await World.runWithTickets(in: store) { world in
            let count = 150
            let storage = CountingStorage(world.storage)
            let synchronizer = Synchronizer(storage: storage, clock: world.clock)
            try await synchronizer.register(
                RemoteCollection(world.tickets, creationCheck: .idempotencyKey())
            )
            try await chain(count, order, in: world.storage)
            await world.server.setFaults { request in
                request.method == "POST" ? .answer(ScriptedAnswer(422)) : nil
            }
            let report = await synchronizer.push()
            #expect(report.rejected.map(\.entry.key.id) == ["x0"])
            #expect(report.postponed == count - 1)
            #expect(storage.totalNumber < count * Self.bound)
        }
    }

    @Test("no metadata is left afterwards", arguments: Store.allCases)
    func notes(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            try await world.create(
                Ticket(id: "x1", title: "a", blockedBy: ["x0", "x2"], source: .ticket("t9"))
            )
            try await world.create(Ticket(id: "x2", title: "b", blockedBy: ["x0"]))
            try await world.create(Ticket(id: "x0", title: "c"))
            let targets = ["x0", "x1", "x2", "t9", "t1", "t2", "t3"]
            let before = try await noted(targets, world)
            #expect(before == ["x0", "x2", "t9"])
            _ = await world.synchronize()
            #expect(try await noted(targets, world).isEmpty)
        }
    }

    private func noted(_ ids: [String], _ world: World) async throws -> [String] {
        try await world.storage.read { store throws(StorageError) in
            var noted: [String] = []
            for id in ids where try store.value(forKey: "referrers/Ticket/\(id)") != nil {
                noted.append(id)
            }
            return noted
        }
    }
}
