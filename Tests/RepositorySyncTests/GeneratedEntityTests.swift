import ExampleServer
import Foundation
import Messages
import RepositoryRuntime
import RepositorySQLite
import Testing

/// Generated entities are stored and synchronized without changes.
@Suite struct GeneratedEntityTests {
    @Test("the example's message, whose identity is `_id`", arguments: Store.allCases)
    func message(store: Store) async throws {
        typealias Message = Messages.Message
        #expect(Message.schema.identityKey == "_id")
        try await World.run(in: store) { world in
            let messages = Messages.MessageRepository(store: world.session)
            try await world.synchronizer.register(RemoteCollection(messages))
            try await world.create(Message(id: "t1", text: "hi", likes: 2))
            #expect(await world.synchronize().acknowledged == 1)
            let created = Message(id: "m1", text: "hi", likes: 2)
            #expect(try await world.local(Message.self) == [created])
            #expect(try await messages.find(.all) == [created])
            // Its identity is found in a listing, so it is not stored twice.
            _ = try await messages.patch(id: "m1", with: Message.Patch(text: .set("ho")))
            #expect(await world.synchronize().isComplete)
            let changed = Message(id: "m1", text: "ho", likes: 2)
            #expect(try await world.local(Message.self) == [changed])
            try await world.delete("m1")
            #expect(await world.synchronize().isComplete)
            #expect(try await messages.find(.all).isEmpty)
        }
    }

    @Test(
        "references in arrays and objects get the server's identities, too",
        arguments: Store.allCases
    )
    func references(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            // Referring entities come before their targets.
            let last = Ticket(
                id: "x3",
                title: "c",
                project: "home",
                blockedBy: ["x1", "x2"],
                related: ["same": "x2"]
            )
            try await world.create(last)
            try await world.create(Ticket(id: "x1", title: "a"))
            try await world.create(Ticket(id: "x2", title: "b", blockedBy: ["x1"]))
            try await world.create(Project(id: "home", title: "Home"))
            let report = await world.synchronize()
            #expect(report.acknowledged == 4)
            #expect(report.isComplete)
            let expected = [
                Ticket(id: "t1", title: "a"),
                Ticket(id: "t2", title: "b", blockedBy: ["t1"]),
                Ticket(
                    id: "t3",
                    title: "c",
                    project: "p1",
                    blockedBy: ["t1", "t2"],
                    related: ["same": "t2"]
                ),
            ]
            #expect(try await world.tickets.find(.all).sorted { $0.title < $1.title } == expected)
            #expect(
                try await world.local(Ticket.self).sorted { $0.title < $1.title } == expected
            )
        }
    }
}
