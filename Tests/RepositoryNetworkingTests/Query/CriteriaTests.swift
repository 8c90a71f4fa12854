import Foundation
import RepositoryRuntime
import Testing

@Suite("Criteria in memory")
struct CriteriaTests {
    private static let messages = [
        Message(id: "1", text: "hi", likes: 2, sentAt: Date(timeIntervalSince1970: 100)),
        Message(id: "2", text: "hello", likes: 10, sentAt: Date(timeIntervalSince1970: 50)),
        Message(id: "3", text: "HI there", likes: 2),
    ]

    private func ids(_ criteria: Criteria) -> [String] {
        criteria.chosen(among: Self.messages).map(\.id)
    }

    private func choose(
        _ expected: [String],
        _ filter: (Message.Fields) -> Condition,
        at location: SourceLocation = #_sourceLocation
    ) {
        let chosen = ids(Criteria(Message.self, where: filter))
        #expect(chosen == expected, sourceLocation: location)
    }

    @Test("select by conditions on typed fields")
    func conditions() {
        choose(["1"]) { $0.text == "hi" }
        choose(["2", "3"]) { $0.text != "hi" }
        choose(["2"]) { $0.likes > 2 }
        choose(["1", "2", "3"]) { $0.likes >= 2 }
        choose(["1", "3"]) { $0.likes < 10 }
        choose(["1", "3"]) { $0.likes <= 2 }
        choose(["1"]) { $0.text.contains("i") }
        choose(["1", "2", "3"]) { $0.text.contains("") }
        choose(["1", "2"]) { $0.text.hasPrefix("h") }
        choose(["1", "3"]) { $0.id.isOneOf(["3", "1", "9"]) }
        choose([]) { $0.id.isOneOf([]) }
    }

    @Test("select by the absence of a value")
    func absence() {
        let date = Date(timeIntervalSince1970: 75)
        choose(["3"]) { $0.sentAt.isNil }
        choose(["3"]) { $0.sentAt == nil }
        choose(["1", "2"]) { $0.sentAt != nil }
        // A missing value has no order, so the negation matches.
        choose(["2"]) { $0.sentAt < date }
        choose(["1", "3"]) { !($0.sentAt < date) }
    }

    @Test("select by combined conditions")
    func combinations() {
        choose(["1"]) { $0.likes == 2 && $0.text == "hi" }
        choose(["1", "2"]) { $0.likes == 10 || $0.text == "hi" }
        choose(["2", "3"]) { !($0.likes == 2 && $0.text == "hi") }
        choose(["1", "3"]) { $0.likes == 2 && ($0.text == "hi" || $0.sentAt.isNil) }
        choose(["1", "2"]) { $0.likes == 2 && $0.text == "hi" || $0.likes == 10 }
        choose(["1", "2", "3"]) { _ in .always }
    }

    @Test("sort stably, and take a range")
    func order() {
        let all = Criteria.all
        let fields = Message.Fields()
        #expect(ids(all.ordered(Message.self) { $0.likes.descending }) == ["2", "1", "3"])
        #expect(ids(all.ordered(Message.self) { $0.sentAt.ascending }) == ["3", "2", "1"])
        let both = all.ordered(Message.self) { $0.likes.ascending }
            .ordered(Message.self) { $0.id.descending }
        #expect(ids(both) == ["3", "1", "2"])
        let part = Criteria(filter: .always, order: [fields.id.ascending], limit: 1, offset: 1)
        #expect(ids(part) == ["2"])
        #expect(ids(Criteria(filter: .always, limit: -1)).isEmpty)
        #expect(ids(Criteria(filter: .always, offset: 99)).isEmpty)
        var changed = part
        (changed.limit, changed.offset) = (-1, -1)
        #expect((changed.limit, changed.offset) == (0, 0))
        #expect(ids(both.limited(to: 2).limited(to: 5)) == ["3", "1"])
    }

    @Test("compare dates by their instant, in any form")
    func dates() throws {
        let instant = Date(timeIntervalSince1970: 1_767_225_600)
        let forms: [JSON] = [
            ["sent_at": "2026-01-01T00:00:00Z"], ["sent_at": "2026-01-01T01:00:00+01:00"],
            ["sent_at": "2026-01-01T00:00:00.000Z"], ["sent_at": 1_767_225_600],
        ]
        let field = Message.Fields().sentAt
        let criteria = try Criteria(["sent_at": instant])
        for form in forms {
            #expect((field == instant).holds(for: form))
            #expect((field < instant.addingTimeInterval(1)).holds(for: form))
            #expect(!(field < instant).holds(for: form))
            #expect(criteria.filter.holds(for: form))
        }
    }

    @Test("compare numbers by value")
    func numbers() {
        #expect((Field<Int>("n") == 1).holds(for: ["n": 1.0]))
        #expect((Field<Double>("n") == 1).holds(for: ["n": 1]))
        #expect((Field<UInt64>("n") > 9_223_372_036_854_775_807).holds(for: ["n": 1e19]))
        #expect(!(Field<Int>("n") == 1).holds(for: ["n": true]))
        #expect(!(Field<Int>("n") == 1).holds(for: ["n": "1"]))
    }

    @Test("compare enumerations, including unknown values")
    func enumerations() {
        let field = Field<Visibility>("visibility")
        #expect((field == .everyone).holds(for: ["visibility": "everyone"]))
        #expect((field == .unknown("x")).holds(for: ["visibility": "x"]))
        #expect((field != .everyone).holds(for: ["visibility": "x"]))
        #expect(field.isOneOf([.everyone, .unknown("x")]).holds(for: ["visibility": "x"]))
        let null: JSON = ["visibility": .null]
        #expect((field == nil).holds(for: null))
        #expect((Field<Bool>("flag") == false).holds(for: ["flag": false]))
        #expect(!(Field<Bool>("flag") == false).holds(for: ["flag": 0]))
    }

    @Test("Evocation: criteria of a dictionary")
    func dictionary() throws {
        let dictionary: [String: Any] = ["text": "hi", "likes": 2]
        #expect(ids(try Criteria(dictionary)) == ["1"])
        #expect(ids(["likes": 2]) == ["1", "3"])
        #expect(ids(["sent_at": .null]) == ["3"])
        #expect(ids([:]) == ["1", "2", "3"])
        #expect(throws: ConversionError.self) { try Criteria(["x": Double.infinity]) }
    }

    @Test("are equal if they express the same query")
    func equality() throws {
        let first = Criteria(Message.self, limit: 2) { $0.text == "hi" }
        let second = Criteria(Message.self, limit: 2) { $0.text == "hi" }
        let third = Criteria(Message.self, limit: 2) { $0.text == "ho" }
        #expect(first == second)
        #expect(first != third)
        #expect(Set([first, second, third]).count == 2)
        let forth = try Criteria(["b": 1, "a": 2])
        #expect(try forth == Criteria(["a": 2, "b": 1]))
    }
}
