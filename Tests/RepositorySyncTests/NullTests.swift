import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// A property may be null and absent, and the two are two values.
@Suite struct NullTests {
    // The trap: set against what the server has, the two look the same, and nothing is sent.
    @Test("a replacement of nothing by null is sent", arguments: Store.allCases)
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

    @Test("a replacement by what is there is not", arguments: Store.allCases)
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
