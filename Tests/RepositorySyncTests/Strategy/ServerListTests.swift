import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Lists of the server with pending writes applied, over real HTTP.
@Suite struct ServerListTests {
    private static let rule = Strategy.Rule.remoteFirst
    private static let popular = Criteria(Message.self) { $0.likes > 3 }

    @Test(
        "entities that no longer match leave, and matching ones are added",
        arguments: Store.allCases
    )
    func membership(store: Store) async throws {
        try await World.run(in: store) { world in
            let leaving = try await world.known(Message(id: "", text: "leaving", likes: 5))
            let coming = try await world.known(Message(id: "", text: "coming", likes: 1))
            let gone = try await world.known(Message(id: "", text: "gone", likes: 6))
            _ = try await world.known(Message(id: "", text: "staying", likes: 7))
            _ = try await world.known(Message(id: "", text: "other", likes: 2))
            try await world.patch(leaving, ["likes": 0])
            try await world.patch(coming, ["likes": 9])
            try await world.delete(gone)
            try await world.create(Message(id: "new", text: "new", likes: 4))
            try await world.create(Message(id: "no", text: "no match", likes: 3))
            let found = try await world.messages(Self.rule).results.find(Self.popular)
            #expect(found.origin == .remote)
            #expect(Set(found.value.map(\.text)) == ["staying", "coming", "new"])
            #expect(found.editsWaiting == 4)
            // The same as the store's own result.
            let stored = try await world.messages(.localOnly).find(Self.popular)
            #expect(Set(found.value) == Set(stored))
        }
    }

    @Test("edits and creations are in the order of the query", arguments: Store.allCases)
    func order(store: Store) async throws {
        try await World.run(in: store) { world in
            var ids: [String] = []
            for likes in [10, 20, 30] {
                ids.append(
                    try await world.known(Message(id: "", text: "\(likes)", likes: likes))
                )
            }
            try await world.patch(ids[0], ["likes": 35])
            try await world.create(Message(id: "new", text: "25", likes: 25))
            let messages = world.messages(Self.rule)
            let descending = try await messages.find(orderedBy: { [$0.likes.descending] }) { _ in
                .always
            }
            #expect(descending.map(\.likes) == [35, 30, 25, 20])
            let ascending = try await messages.find(
                limit: 5,
                orderedBy: { [$0.likes.ascending] }
            ) { _ in .always }
            #expect(ascending.map(\.likes) == [20, 25, 30, 35])
        }
    }

    @Test("local creations are added to an empty list", arguments: Store.allCases)
    func empty(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = world.messages(Self.rule)
            #expect(try await messages.find(Self.popular).isEmpty)
            try await world.create(Message(id: "new", text: "new", likes: 4))
            let found = try await messages.results.find(Self.popular)
            #expect(found.origin == .remote)
            #expect(found.value.map(\.text) == ["new"])
            #expect(found.editsWaiting == 1)
            #expect(try await messages.findOne(Self.popular)?.text == "new")
            #expect(try await messages.find(["text": "new"]).count == 1)
            #expect(try await messages.find { $0.likes > 4 }.isEmpty)
        }
    }

    @Test("entities that sort outside of a full page are left out", arguments: Store.allCases)
    func parts(store: Store) async throws {
        try await World.run(in: store) { world in
            for likes in stride(from: 10, through: 60, by: 10) {
                _ = try await world.known(Message(id: "", text: "\(likes)", likes: likes))
            }
            for likes in [5, 15, 35, 65] {
                try await world.create(Message(id: "t\(likes)", text: "new", likes: likes))
            }
            let messages = world.messages(Self.rule)
            func part(_ limit: Int, _ offset: Int) async throws -> [Int] {
                try await messages.find(
                    limit: limit,
                    offset: offset,
                    orderedBy: { [$0.likes.ascending] },
                    where: { _ in .always }
                ).map(\.likes)
            }
            #expect(try await part(2, 0) == [5, 10])
            #expect(try await part(4, 0) == [5, 10, 15, 20])
            #expect(try await part(2, 2) == [30, 35])
            // The last part is not full, so entities that sort after it are included.
            #expect(try await part(4, 4) == [50, 60, 65])
            #expect(try await part(3, 6) == [])
            #expect(try await part(20, 0) == [5, 10, 15, 20, 30, 35, 40, 50, 60, 65])
            // Without an order, new entities come last.
            let unordered = try await messages.find(Criteria(filter: .always, limit: 6))
            #expect(unordered.map(\.likes) == [10, 20, 30, 40, 50, 60])
            let last = try await messages.find(Criteria(filter: .always, limit: 6, offset: 3))
            #expect(last.map(\.likes) == [40, 50, 60, 5, 15, 35])
        }
    }

    @Test("the first entity is the first of those that remain", arguments: Store.allCases)
    func first(store: Store) async throws {
        try await World.run(in: store) { world in
            var ids: [String] = []
            for likes in [10, 20, 30] {
                ids.append(
                    try await world.known(Message(id: "", text: "\(likes)", likes: likes))
                )
            }
            let messages = world.messages(Self.rule)
            func first() async throws -> Int? {
                try await messages.findOne(orderedBy: { [$0.likes.ascending] }) { $0.likes > 3 }?
                    .likes
            }
            #expect(try await first() == 10)
            try await world.delete(ids[0])
            #expect(try await first() == 20)
            try await world.patch(ids[1], ["likes": 1])
            #expect(try await first() == 30)
            try await world.create(Message(id: "new", text: "new", likes: 7))
            #expect(try await first() == 7)
        }
    }

    @Test("a condition that only the server can evaluate is left to it", arguments: Store.allCases)
    func undecidable(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known(Message(id: "", text: "hi", likes: 1))
            try await world.patch(id, ["likes": 2])
            try await world.create(Message(id: "new", text: "hi", likes: 4))
            let found = try await world.messages(Self.rule).find(["q": "hi"])
            #expect(found.map(\.likes) == [2])
        }
    }

    @Test("a creation that may have arrived is not listed twice", arguments: Store.allCases)
    func ambiguous(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = world.messages(Self.rule)
            await world.disturb(.cutAfter, ["POST"])
            let sent = try await messages.results.create(Message.Draft(text: "hi", likes: 4))
            #expect(sent.origin == .local)
            #expect(try await world.entries().map(\.state) == [.inFlight])
            await world.disturb(nil)
            let found = try await messages.find(Self.popular)
            #expect(found.map(\.text) == ["hi"])
        }
    }
}
