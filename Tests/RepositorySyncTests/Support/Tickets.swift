import ExampleServer
import Foundation
import RepositoryRuntime

// Generated entities that refer to one another, on both sides.
extension World {
    var tickets: TicketRepository { TicketRepository(store: session) }
    var projects: ProjectRepository { ProjectRepository(store: session) }
    var knots: KnotRepository { KnotRepository(store: session) }

    /// Runs a body with a client and a server for tickets, their projects, and knots.
    static func runWithTickets(
        in store: Store,
        _ body: (World) async throws -> Void
    ) async throws {
        try await run(in: store) { world in
            await world.server.serve(
                "tickets",
                keys: [
                    "title", "project", "blocked_by", "related", "causes", "source", "remarks",
                    "mood",
                ],
                required: "title",
                references: ["project": "projects", "blocked_by": "tickets", "related": "tickets"]
            )
            await world.server.serve(
                "projects",
                keys: ["title", "first_ticket"],
                required: "title",
                references: ["first_ticket": "tickets"]
            )
            await world.server.serve(
                "knots",
                keys: ["title", "other"],
                required: "title",
                references: ["other": "knots"]
            )
            try await world.synchronizer.register(RemoteCollection(world.projects))
            try await world.synchronizer.register(RemoteCollection(world.tickets))
            try await world.synchronizer.register(RemoteCollection(world.knots))
            try await body(world)
        }
    }

    /// Returns the entities that queries find, in order of creation.
    func local<Value: Entity>(_ type: Value.Type) async throws -> [Value] {
        try await storage.read { store throws(StorageError) in
            try store.records(in: Value.schema.name, matching: .all)
        }.map { try Value(jsonData: $0.document) }
    }
}
