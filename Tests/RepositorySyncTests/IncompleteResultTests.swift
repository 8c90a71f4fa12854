import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// Whether the result of a partial replica may be incomplete: `RepositoryWarning.incomplete`.
@Suite struct IncompleteResultTests {
    /// A board with a notice for each of some days, on each topic, and a client that keeps the
    /// newest.
    private struct Pinboard {
        let synchronizer: Synchronizer
        let clock: ManualClock
        let remote: NoticeRepository
        let notices: RepositoryProxy<Notice>

        static func run(
            days: ClosedRange<Int>,
            topics: [String] = ["news"],
            in store: Store,
            _ body: (Pinboard) async throws -> Void
        ) async throws {
            try await World.run(in: store) { world in
                await world.server.serve(
                    "notices",
                    keys: ["title", "topic", "postedAt"],
                    required: "title"
                )
                let remote = NoticeRepository(store: world.session)
                let board = Pinboard(
                    synchronizer: world.synchronizer,
                    clock: world.clock,
                    remote: remote,
                    notices: try await remote.offline(with: world.synchronizer)
                )
                for day in days {
                    for topic in topics { try await board.post(topic, day) }
                }
                try await body(board)
            }
        }

        /// Returns a time before now.
        func date(_ day: Int) -> Date { clock.now.addingTimeInterval(Double(-day) * 86_400) }

        /// Posts a notice on the server, dated some days ago.
        func post(_ topic: String, _ day: Int) async throws {
            let draft = Notice.Draft(title: "\(topic) \(day)", topic: topic, postedAt: date(day))
            _ = try await remote.create(draft)
        }

        func titles() async throws -> [String] {
            try await notices.find(orderedBy: { [$0.postedAt.descending] }, where: { _ in .always })
                .map(\.title)
        }

        /// Returns whether the newest of the news of some days are complete.
        func isComplete(since day: Double, _ limit: Int? = nil) async throws -> Bool {
            let date = clock.now.addingTimeInterval(-day * 86_400)
            return try await isComplete(limit: limit, orderedBy: { [$0.postedAt.descending] }) {
                $0.topic == "news" && $0.postedAt > date
            }
        }

        func isComplete(
            limit: Int? = nil,
            orderedBy order: @Sendable (Notice.Fields) -> [Order] = { _ in [] },
            where filter: @Sendable (Notice.Fields) -> Condition
        ) async throws -> Bool {
            let found = try await notices.results.find(
                limit: limit,
                orderedBy: order,
                where: filter
            )
            #expect(found.origin == .local)
            return !found.warnings.contains(.incomplete)
        }
    }

    @Test("the schema declares the selection", arguments: Store.allCases)
    func kept(store: Store) async throws {
        try await Pinboard.run(days: 1...3, topics: ["news", "weather"], in: store) { board in
            await board.synchronizer.synchronize()
            #expect(try await board.titles() == ["news 1", "news 2", "news 3"])
            for day in 4...6 { try await board.post("sports", day) }
            await board.synchronizer.synchronize()
            #expect(try await board.titles() == ["news 1", "news 2", "news 3", "sports 4"])
            // Time passes, and the oldest are too old.
            board.clock.advance(by: .seconds(27 * 86_400 + 60))
            await board.synchronizer.synchronize()
            #expect(try await board.titles() == ["news 1", "news 2"])
        }
    }

    @Test(
        "queries within the selection are complete, others are not",
        arguments: Store.allCases
    )
    func selection(store: Store) async throws {
        try await Pinboard.run(days: 1...3, in: store) { board in
            let day = board.date(20)
            @Sendable func isSelected(_ notice: Notice.Fields) -> Condition {
                notice.topic == "news" && notice.postedAt > day
            }
            // Nothing is known before the first synchronization.
            try await board.notices.create(
                Notice.Draft(title: "mine", topic: "news", postedAt: day)
            )
            #expect(try await !board.isComplete(where: { $0.title == "mine" }))
            await board.synchronizer.synchronize()
            #expect(try await board.isComplete(where: isSelected))
            #expect(try await board.isComplete(limit: 1, where: isSelected))
            #expect(try await board.isComplete(where: { isSelected($0) && $0.title != "news 2" }))
            #expect(
                try await board.isComplete(
                    where: { $0.topic.isOneOf(["news", "sports"]) && $0.postedAt > day }
                )
            )
            #expect(try await !board.isComplete(where: { $0.topic == "news" }))
            #expect(try await !board.isComplete(where: { $0.postedAt > day }))
            #expect(
                try await !board.isComplete(
                    where: { $0.topic.isOneOf(["news", "weather"]) && $0.postedAt > day }
                )
            )
        }
    }

    @Test("a result is complete down to the oldest stored entity", arguments: Store.allCases)
    func floor(store: Store) async throws {
        try await Pinboard.run(days: 1...9, in: store) { (board) async throws in
            await board.synchronizer.synchronize()
            #expect(try await board.titles() == ["news 1", "news 2", "news 3", "news 4"])
            #expect(try await board.isComplete(since: 3.5))
            #expect(try await !board.isComplete(since: 5.5))
            // The newest of them are the newest of all.
            #expect(try await board.isComplete(since: 20, 4))
            #expect(try await !board.isComplete(since: 20, 5))
            #expect(try await !board.isComplete(since: 20))
        }
    }

    @Test("another selection makes the completeness unknown", arguments: Store.allCases)
    func anotherSelection(store: Store) async throws {
        try await Pinboard.run(days: 1...3, topics: ["news", "weather"], in: store) { board in
            await board.synchronizer.synchronize()
            let selection = ReplicaSelection(Notice.self) { $0.topic == "weather" }
            let notices = try await board.remote.offline(
                with: board.synchronizer,
                keeping: selection
            )
            let asked = Criteria(Notice.self) { $0.topic == "weather" }
            var local = notices
            local.strategy = .localOnly
            let before = try await local.results.find(asked)
            #expect(before.value.isEmpty)
            #expect(before.warnings.contains(.incomplete))
            await board.synchronizer.synchronize()
            let found = try await notices.results.find(asked)
            #expect(found.value.count == 3)
            #expect(!found.warnings.contains(.incomplete))
            #expect(try await notices.find(.all).count == 3)
        }
    }

    @Test("a condition on other entities is rejected")
    func related() async throws {
        try await World.run { world in
            let selection = ReplicaSelection(Card.self) {
                $0.board.refers(to: Board.self) { $0.title == "a" }
            }
            let cards = RemoteCollection(CardRepository(store: world.session), keeping: selection)
            await #expect(throws: StorageError.self) {
                try await world.synchronizer.register(cards)
            }
        }
    }
}
