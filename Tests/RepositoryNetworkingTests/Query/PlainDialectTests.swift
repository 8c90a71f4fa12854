import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

@Suite("Criteria over the network")
struct PlainDialectTests {
    @Test("are sent if the plain dialect supports them")
    func said() async throws {
        try await expect("", of: .all)
        try await expect("text=a%2Bb%26c&likes=2", of: ["text": "a+b&c", "likes": 2])
        try await expect(
            "text=hi&limit=5&offset=10",
            of: Criteria(Message.self, limit: 5, offset: 10) { $0.text == "hi" }
        )
        try await expect(
            "sent_at=1970-01-01T00%3A00%3A00Z",
            of: Criteria(Message.self) { $0.sentAt == Date(timeIntervalSince1970: 0) }
        )
        let ordered = Criteria.all
            .ordered(Message.self) { $0.likes.descending }
            .ordered(Message.self) { $0.id.ascending }
        try await expect("sort=-likes%2C_id&limit=3", of: ordered.limited(to: 3))
    }

    @Test("are not sent if it does not, nor is the order or range then")
    func unsaid() async throws {
        try await expect(
            "text=hi",
            of: Criteria(Message.self, limit: 5) { $0.text == "hi" && $0.likes > 3 }
        )
        try await expect(
            "",
            of: Criteria(Message.self, limit: 5) { $0.text == "a" || $0.text == "b" }
        )
        try await expect("", of: Criteria(Message.self, limit: 5) { !($0.text == "a") })
        try await expect("", of: Criteria(Message.self, limit: 5) { $0.sentAt.isNil })
        try await expect(
            "text=a",
            of: Criteria(Message.self, limit: 5) { $0.text == "a" && $0.text == "b" }
        )
    }

    private func expect(
        _ query: String,
        of criteria: Criteria,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/messages", .json("[]"))
            _ = try await MessageRepository(store: NetworkingSession(url: url)).find(criteria)
            let sent = await server.requests.last?.query
            #expect(sent == query, sourceLocation: location)
        }
    }

    private let four = """
        [{"_id":"1","text":"hi","likes":1},{"_id":"2","text":"hi","likes":5},
        {"_id":"3","text":"ho","likes":7},{"_id":"4","text":"hi","likes":9}]
        """

    @Test("are evaluated locally if the server ignores or does not support them")
    func local() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/messages", .json(four))
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let ignored = try await messages.find { $0.text == "hi" }
            #expect(ignored.map(\.id) == ["1", "2", "4"])
            let untold = try await messages.find(limit: 1, offset: 1) { $0.likes > 1 }
            #expect(untold.map(\.id) == ["3"])
            let ordered = try await messages.find(
                limit: 2,
                orderedBy: { [$0.likes.descending] },
                where: { $0.text == "hi" && $0.likes > 1 }
            )
            #expect(ordered.map(\.id) == ["4", "2"])
            let page = try await messages.find(Criteria(filter: .always, limit: 2, offset: 2))
            #expect(page.map(\.id) == ["3", "4"])
        }
    }

    @Test("that the server has applied are not applied twice")
    func page() async throws {
        try await withExampleServer { _, url in
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let drafts = (1...5).map { Message.Draft(text: "t\($0)", likes: $0) }
            try await messages.create(drafts)
            let page = try await messages.find(Criteria(filter: .always, limit: 2, offset: 3))
            #expect(page.map(\.text) == ["t4", "t5"])
            let last = try await messages.findOne(
                orderedBy: { [$0.text.descending] },
                where: { _ in .always }
            )
            #expect(last?.text == "t5")
        }
    }

    @Test("on an unknown key are left to the server")
    func search() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/messages", .json(four))
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let found = try await messages.find(["q": "anything"])
            #expect(found.count == 4)
            #expect(await server.requests.last?.query == "q=anything")
            let one = try await messages.findOne(["text": "ho"])
            #expect(one?.id == "3")
            let none = try await messages.findOne(["text": "hu"])
            #expect(none == nil)
        }
    }
}
