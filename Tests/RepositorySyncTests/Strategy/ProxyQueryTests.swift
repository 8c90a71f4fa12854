import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// Queries of entities on both sides, evaluated by the local store, over real HTTP.
@Suite struct ProxyQueryTests {
    @Test("a query by a temporary identity asks the server for the new one")
    func temporaryIdentity() async throws {
        try await World.run { world in
            try await world.create(Conversation(id: "t1", title: "a"))
            await world.synchronize()
            let messages = RepositoryProxy(
                remote: world.remote,
                storage: world.storage,
                clock: world.clock
            )
            let reference = Field<String?>("conversation")
            _ = try await messages.find(limit: 5) { _ in reference == "t1" }
            let query = await world.server.requests.last?.query ?? ""
            #expect(query.contains("conversation=c1"), "\(query)")
        }
    }

    @Test(
        "references are followed before and after the server assigns identities",
        arguments: Store.allCases
    )
    func references(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            let projects = RepositoryProxy(
                remote: world.projects,
                synchronizer: world.synchronizer,
                strategy: .offlineFirst
            )
            let tickets = RepositoryProxy(
                remote: world.tickets,
                synchronizer: world.synchronizer,
                strategy: .offlineFirst
            )
            try await world.create(Project(id: "home", title: "Home"))
            try await world.create(Ticket(id: "x1", title: "a", project: "home"))
            try await world.create(Ticket(id: "x2", title: "b", blockedBy: ["x1"]))
            for _ in 0..<2 {
                let found = try await tickets.find {
                    $0.project.refers(to: Project.self) { $0.title == "Home" }
                }
                #expect(found.map(\.title) == ["a"])
                let busy = try await projects.find {
                    $0.id.isReferred(by: Ticket.self, in: { $0.project }) { $0.title == "a" }
                }
                #expect(busy.map(\.title) == ["Home"])
                let list = try await tickets.find(
                    with: Project.self,
                    by: .reference { $0.project },
                    orderedBy: { [$0.title.ascending] }
                )
                #expect(list.map { $0.related.map(\.title) } == [["Home"], []])
                let count = try await tickets.aggregate({ _ in .count }) {
                    $0.project.refers(to: Project.self) { _ in .always }
                }
                #expect(count == 1)
                // References are still found by the temporary identity.
                #expect(try await tickets.find { $0.project == "home" }.map(\.title) == ["a"])
                #expect(await world.synchronize().isComplete)
            }
        }
    }

    @Test(
        "references are followed while the server assigns identities",
        arguments: Store.allCases
    )
    func replacedMeanwhile(store: Store) async throws {
        for isOne in [false, true] {
            try await World.runWithTickets(in: store) { world in
                try await world.create(Project(id: "home", title: "Home"))
                try await world.create(Ticket(id: "x1", title: "a", project: "home"))
                let tickets = RepositoryProxy(
                    remote: world.tickets,
                    storage: InterruptedStorage(world.storage) { await world.synchronize() },
                    strategy: .offlineFirst,
                    clock: world.clock
                )
                if isOne {
                    let found = try await tickets.findOne { $0.project.title == "Home" }
                    #expect(found?.title == "a")
                } else {
                    let found = try await tickets.find { $0.project.title == "Home" }
                    #expect(found.map(\.title) == ["a"])
                }
                #expect(await world.writes().contains("POST /projects"))
            }
        }
    }

    @Test(
        "a condition that only a store can evaluate is not sent to a service",
        arguments: [Store.memory]
    )
    func refused(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            let error = try await repositoryError {
                _ = try await world.tickets.find {
                    $0.project.refers(to: Project.self) { $0.title == "Home" }
                }
            }
            #expect(error.code == .invalidRequest)
            #expect(error.message.contains("cannot be sent to a service"))
        }
    }

    @Test(
        "an offline write that violates uniqueness is rejected, and nothing is pending",
        arguments: Store.allCases
    )
    func unique(store: Store) async throws {
        try await World.run(in: store) { world in
            let labels = RepositoryProxy(
                remote: LabelRepository(store: world.session),
                storage: world.storage,
                strategy: .offlineFirst,
                clock: world.clock
            )
            let label = try await labels.create(Label.Draft(name: "new"))
            let error = try await repositoryError {
                try await labels.create(Label.Draft(name: "new"))
            }
            #expect(error.code == .conflict)
            try await labels.create(Label.Draft(name: "old"))
            let other = try await repositoryError {
                try await labels.patch(id: label.id, with: .init(name: .set("old")))
            }
            #expect(other.code == .conflict)
            #expect(try await labels.values(of: { $0.name }) == ["new", "old"])
        }
    }
}
