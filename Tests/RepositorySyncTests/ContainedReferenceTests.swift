import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// References in nested values and unions get the server's identities, too.
@Suite struct ContainedReferenceTests {
    private func ticket(_ id: String, project: String, other: String) -> Ticket {
        Ticket(
            id: id,
            title: "last",
            causes: [
                .ticket(TicketCause(ticket: other)),
                // The same text, but not a reference.
                .weather(WeatherCause(ticket: "x1")),
            ],
            source: .ticket(other),
            remarks: [
                "x1": Remark(
                    text: "x1",
                    about: project,
                    answers: [Remark(text: "home", about: project)]
                )
            ]
        )
    }

    @Test("when they are created after their targets", arguments: Store.allCases)
    func creation(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            // It is first in the outbox, and must wait for both.
            try await world.create(ticket("x2", project: "home", other: "x1"))
            try await world.create(Ticket(id: "x1", title: "first"))
            try await world.create(Project(id: "home", title: "Home"))
            #expect(await world.synchronize().isComplete)
            let writes = await world.writes()
            #expect(writes == ["POST /tickets", "POST /projects", "POST /tickets"])
            let expected = ticket("t2", project: "p1", other: "t1")
            #expect(try await world.tickets.find(.all).last == expected)
            #expect(Set(try await world.local(Ticket.self)).contains(expected))
        }
    }

    @Test("in pending edits and in stored entities", arguments: Store.allCases)
    func edits(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            let known = try await world.tickets.create(.init(title: "last"))
            await world.synchronize()
            try await world.create(Project(id: "home", title: "Home"))
            try await world.create(Ticket(id: "x1", title: "first"))
            let changed = ticket(known.id, project: "home", other: "x1")
            let changes = try [String: JSON](jsonData: changed.draft.jsonData())
            try await world.storage.write { store throws(StorageError) in
                _ = try Outbox(Ticket.schema, in: store).patch(id: known.id, with: changes)
            }
            // The edit cannot be sent with the others, and is sent later.
            await world.server.setFaults { request in
                request.method == "PATCH" ? .answer(ScriptedAnswer(503)) : nil
            }
            #expect(await world.synchronize().postponed == 1)
            let expected = ticket(known.id, project: "p1", other: "t2")
            #expect(try await world.local(Ticket.self).contains(expected))
            let waiting = try #require(try await world.entries().first?.changed)
            #expect(waiting["source"] == "t2")
            #expect(waiting["remarks"]?["x1"]?["about"] == "p1")
            await world.server.setFaults(nil)
            _ = await world.settle()
            #expect(try await world.tickets.find(id: known.id) == expected)
        }
    }

    @Test("new entities that refer to each other in nested values", arguments: Store.allCases)
    func ring(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            try await world.create(Project(id: "home", title: "Home", firstTicket: "x1"))
            try await world.create(
                Ticket(id: "x1", title: "a", remarks: ["r": Remark(text: "r", about: "home")])
            )
            #expect(await world.synchronize().isComplete)
            let tickets = try await world.tickets.find(.all)
            #expect(tickets.map { $0.remarks?["r"]?.about } == ["p1"])
            #expect(try await world.projects.find(.all).map(\.firstTicket) == ["t1"])
            #expect(try await world.local(Ticket.self) == tickets)
        }
    }
}
