import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// New entities that refer to one another: none can be sent in full before the others.
@Suite struct CircularReferenceTests {
    @Test("one is sent without its reference, which is sent later", arguments: Store.allCases)
    func two(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            try await world.create(Project(id: "home", title: "Home", firstTicket: "x1"))
            try await world.create(Ticket(id: "x1", title: "a", project: "home"))
            #expect(await world.synchronize().isComplete)
            let project = Project(id: "p1", title: "Home", firstTicket: "t1")
            let ticket = Ticket(id: "t1", title: "a", project: "p1")
            #expect(try await world.projects.find(.all) == [project])
            #expect(try await world.tickets.find(.all) == [ticket])
            #expect(try await world.local(Project.self) == [project])
            #expect(try await world.local(Ticket.self) == [ticket])
            let expected = ["POST /projects", "POST /tickets", "PATCH /projects/p1"]
            #expect(await world.writes() == expected)
            #expect(try await world.entries().isEmpty)
        }
    }

    @Test("an entity may refer to itself, and several may form a cycle", arguments: Store.allCases)
    func ring(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            try await world.create(Ticket(id: "x1", title: "self", blockedBy: ["x1"]))
            try await world.create(Ticket(id: "x2", title: "a", blockedBy: ["x3", "x1"]))
            try await world.create(Ticket(id: "x3", title: "b", related: ["next": "x4"]))
            try await world.create(Ticket(id: "x4", title: "c", blockedBy: ["x2"]))
            #expect(await world.synchronize().isComplete)
            let found = try await world.tickets.find(.all)
            #expect(found.count == 4)
            #expect(await world.server.creationCount(of: "tickets") == 4)
            let ids = Dictionary(uniqueKeysWithValues: found.map { ($0.title, $0.id) })
            let byTitle = Dictionary(uniqueKeysWithValues: found.map { ($0.title, $0) })
            let own = try #require(ids["self"])
            #expect(byTitle["self"]?.blockedBy == [own])
            #expect(byTitle["a"]?.blockedBy == [try #require(ids["b"]), own])
            #expect(byTitle["b"]?.related == ["next": try #require(ids["c"])])
            #expect(byTitle["c"]?.blockedBy == [try #require(ids["a"])])
            #expect(Set(try await world.local(Ticket.self)) == Set(found))
        }
    }

    @Test(
        "entities that require one another are rejected, and kept",
        arguments: Store.allCases
    )
    func knot(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            try await world.create(Knot(id: "x1", title: "a", other: "x2"))
            try await world.create(Knot(id: "x2", title: "b", other: "x1"))
            // It is in no cycle, and waits for one that is.
            try await world.create(Knot(id: "x3", title: "c", other: "x1"))
            let report = await world.synchronize()
            #expect(report.rejected.map(\.entry.key.id) == ["x1", "x2"])
            #expect(report.postponed == 1)
            #expect(await world.writes().isEmpty)
            for write in try await world.rejected() {
                #expect(write.record?.state == .rejected)
                #expect(write.entry.failure?.message.contains("refer to one another") ?? false)
            }
            #expect(try await world.local(Knot.self).count == 3)
            // Changing one of the references resolves it.
            await world.server.serve("knots", keys: ["title", "other"], required: "title")
            try await world.update(Knot(id: "x2", title: "b", other: "k0"))
            try await world.storage.write { store throws(StorageError) in
                for write in try store.rejectedWrites() { try store.retry(rejected: write.id) }
            }
            #expect(await world.synchronize().isComplete)
            #expect(try await world.knots.find(.all).map(\.title) == ["b", "a", "c"])
        }
    }

    @Test("rejected or interrupted entities are not sent twice", arguments: Store.allCases)
    func disturbed(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            let faults = FirstRequests("POST", .cutAfter, .unavailable(), .cutBefore)
            await world.server.setFaults { faults.fault($0) }
            try await world.create(Project(id: "home", title: "Home", firstTicket: "x1"))
            try await world.create(Ticket(id: "x1", title: "a", project: "home"))
            _ = await world.settle()
            let project = Project(id: "p1", title: "Home", firstTicket: "t1")
            #expect(try await world.projects.find(.all) == [project])
            let ticket = Ticket(id: "t1", title: "a", project: "p1")
            #expect(try await world.tickets.find(.all) == [ticket])
            #expect(try await world.local(Project.self) == [project])
            #expect(await world.server.creationCount(of: "projects") == 1)
            #expect(await world.server.creationCount(of: "tickets") == 1)
            #expect(try await world.entries().isEmpty)
        }
    }
}

extension ExampleServer {
    /// Returns the number of documents ever created in a collection.
    fileprivate func creationCount(of collection: String) async -> Int {
        let all = try? [JSON](jsonData: await creations(of: collection))
        return all?.count ?? -1
    }
}
