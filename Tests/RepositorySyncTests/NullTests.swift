import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// A property may be null or missing, and the two differ.
@Suite struct NullTests {
    // The trap: compared with the server's state, the two look equal, and nothing is sent.
    @Test("a replacement of a missing value by null is sent", arguments: Store.allCases)
    func nullAfterNothing(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            var ticket = try await world.tickets.create(Ticket.Draft(title: "x"))
            await world.synchronize()
            ticket.mood = .null
            try await world.update(ticket)
            #expect(await world.synchronize().acknowledged == 1)
            let sent = await world.server.requests.filter { $0.method == "PUT" }.map(\.text)
            #expect(sent.count == 1)
            #expect(sent.first?.contains(#""mood":null"#) == true)
        }
    }

    // The trap: a missing value becomes null, which is another value.
    @Test("a removed value is omitted, not sent as null", arguments: Store.allCases)
    func absentAfterValue(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            let draft = Ticket.Draft(title: "x", mood: .value("good"))
            var ticket = try await world.tickets.create(draft)
            await world.synchronize()
            // Another client changes something else, so that the two are merged.
            _ = try await world.tickets.patch(id: ticket.id, with: .init(title: .set("y")))
            ticket.mood = .absent
            await world.server.forgetRequests()
            try await world.update(ticket)
            #expect(await world.synchronize().merged == 1)
            let sent = await world.server.requests.filter { $0.method == "PUT" }.map(\.text)
            #expect(!sent.isEmpty)
            #expect(sent.last?.contains("mood") == false, "\(sent)")
        }
    }

    @Test("a replacement by the same value is not sent", arguments: Store.allCases)
    func same(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            let id = try await world.tickets.create(Ticket.Draft(title: "x", mood: .null)).id
            await world.synchronize()
            try await world.update(world.tickets.find(id: id))
            #expect(await world.synchronize().acknowledged == 1)
            #expect(await world.writes() == ["POST /tickets"])
        }
    }
}
