import ExampleServer
import Foundation
import RepositoryTesting
import Testing

@testable import RepositoryLocal

extension Money {
    private struct NoAmount: Error {}

    /// Converts the text of an earlier version to a number of cents.
    static func centsOfText(_ text: String) throws -> Int {
        guard let euros = Int(text) else { throw NoAmount() }
        return euros * 100
    }
}

extension Rate {
    private struct NoNumber: Error {}

    /// Converts the text of percent to a number of per mille, under the same key.
    static func perMille(_ percent: String) throws -> Int {
        guard let number = Int(percent) else { throw NoNumber() }
        return number * 10
    }
}

extension Bill {
    /// Converts an amount of money to a number of cents.
    static func centsOfSum(_ sum: Money) -> Int { sum.cents }
    static func stateOfCode(_ code: Int) -> MemoState { code == 0 ? .open : .closed }
    static func weightOfState(_ state: MemoState) -> Int { state == .closed ? 2 : 1 }
}

/// An update of the app changes keys, types and enum cases in nested values.
@Suite struct FormerValueTests {
    private static let old = #"""
        {"id":"1","first":{"title":"a","quantity":1},"lines":[{"name":"b","quantity":2,"state":"todo","price":{"amount":"3",\#
        "currency":null},"parts":[{"text":"c","quantity":4,"parts":[{"title":"d","quantity":5}]}]},{"text":"e","count":"6"}],\#
        "prices":{"x":{"amount":"7"},"y":{"cents":8,"amount":"9","currency":"USD"}},"discount":{"kind":"share","percent":0.5},\#
        "marks":["late",{"title":"f","quantity":10}],"sum":{"amount":"11"},"rate":{"value":"12"},\#
        "copy":{"id":"m","body":"g","code":13}}
        """#

    /// The same bill in the current version.
    private static let new = Bill(
        id: "1",
        first: BillLine(text: "a", count: "1"),
        lines: [
            BillLine(
                text: "b",
                count: "2",
                state: .open,
                price: Money(cents: 300),
                parts: [
                    BillLine(
                        text: "c",
                        count: "4",
                        parts: [BillLine(text: "d", count: "5")]
                    )
                ]
            ), BillLine(text: "e", count: "6"),
        ],
        prices: ["x": Money(cents: 700), "y": Money(cents: 8, currency: "USD")],
        discount: .share(ShareDiscount(share: 0.5)),
        marks: [.state(.closed), .line(BillLine(text: "f", count: "10"))],
        total: 1_100,
        rate: Rate(value: 120),
        copy: Memo(id: "m", text: "g", code: "13")
    )

    private static func key(_ id: String) -> RecordKey { RecordKey(collection: "Bill", id: id) }

    private static func document(_ id: String) -> Data {
        Data(old.replacing(#""id":"1""#, with: #""id":"\#(id)""#).utf8)
    }

    /// Stores confirmed entities as earlier versions of the app do.
    private func store(_ ids: [String], in world: World) async throws {
        let date = world.clock.now
        try await world.storage.prepare(EntitySchema(name: "Bill"))
        try await world.storage.write { store throws(StorageError) in
            let earlier = Confirmations(EntitySchema(name: "Bill"), in: store, at: date)
            for id in ids { _ = try earlier.put(Self.document(id), id: id, entityTag: "\"1\"") }
        }
    }

    private func open(_ world: World) async throws -> RepositoryProxy<Bill> {
        try await world.storage.prepare(Bill.self)
        return RepositoryProxy(storage: world.storage)
    }

    @Test("values are converted at any place in an entity", arguments: Store.allCases)
    func places(store: Store) async throws {
        try await World.run(in: store) { world in
            try await self.store(["1"], in: world)
            for _ in 0..<3 {
                let bills = try await open(world)
                #expect(try await bills.find(.all) == [Self.new])
                #expect(try await world.storage.unreadableKeys(of: Bill.self).isEmpty)
            }
            let record = try await world.storage.read { store throws(StorageError) in
                try store.record(Self.key("1"))
            }
            for document in [record?.document, record?.base] {
                let text = String(decoding: try #require(document), as: UTF8.self)
                for former in ["quantity", "amount", "title", "body", "percent", "sum"] {
                    #expect(!text.contains(#""\#(former)""#), "\(text)")
                }
                // A missing value gets its default, which queries and the server would lack.
                #expect(text.contains(#"{"cents":300,"currency":"EUR"}"#), "\(text)")
            }
        }
    }

    // The trap: the default of a nested value would be sent by no patch, and by each update.
    @Test("pending writes are sent in the current form", arguments: Store.allCases)
    func pending(store: Store) async throws {
        try await World.run(in: store) { world in
            try await self.store(["1", "2"], in: world)
            try await world.storage.write { store throws(StorageError) in
                let outbox = Outbox(EntitySchema(name: "Bill"), in: store)
                try outbox.patch(
                    id: "1",
                    with: [
                        "first": ["name": "mine", "quantity": 2, "state": "done"],
                        "lines": [
                            [
                                "title": "x", "quantity": 1,
                                "price": ["amount": "2", "currency": .null],
                            ]
                        ],
                        "rate": ["value": "3"], "sum": ["amount": "4"],
                    ]
                )
                var mine = try DocumentMembers.read(Self.document("2"))
                mine["marks"] = ["todo", ["name": "g", "quantity": 1]]
                try outbox.update(DocumentMembers.write(mine), id: "2")
                try outbox.create(
                    Data(
                        #"{"id":"3","lines":[],"discount":{"kind":"amount","amount":"1","currency":null}}"#
                            .utf8
                    ),
                    id: "3"
                )
            }
            for _ in 0..<2 { _ = try await open(world) }
            for id in ["1", "2"] {
                // Values that got a default are compared first.
                var theirs = Self.new
                theirs.id = id
                let text = String(decoding: try theirs.jsonData(), as: UTF8.self)
                await world.server.script("GET", "/bills/\(id)", .json(text))
                await world.server.script("PATCH", "/bills/\(id)", .json("{}"))
                await world.server.script("PUT", "/bills/\(id)", .json("{}"))
            }
            await world.server.script("POST", "/bills", .json(#"{"id":"b3"}"#, status: 201))
            try await world.synchronizer.register(
                RemoteCollection(BillRepository(store: world.session))
            )
            #expect(await world.synchronizer.push().rejected.isEmpty)
            let requests = await world.server.requests.filter { $0.method != "GET" }
            #expect(requests.map(\.method) == ["PATCH", "PUT", "POST"])
            let bodies = try requests.map { try JSON(jsonData: Data($0.text.utf8)) }
            #expect(
                bodies.first
                    == [
                        "first": ["text": "mine", "count": "2", "state": "C"],
                        "lines": [
                            [
                                "text": "x", "count": "1",
                                "price": ["cents": 200, "currency": "EUR"],
                            ]
                        ], "rate": ["value": 30], "total": 400,
                    ]
            )
            var updated = Self.new
            updated.marks = [.state(.open), .line(BillLine(text: "g", count: "1"))]
            var sent = try JSON(jsonData: updated.jsonData()).object
            sent?["id"] = nil
            #expect(bodies[1].object == sent)
            #expect(
                bodies.last
                    == [
                        "lines": [],
                        "discount": ["kind": "amount", "cents": 100, "currency": "EUR"],
                    ]
            )
        }
    }

    @Test(
        "a write in flight, and the server's state of a conflict, are converted",
        arguments: Store.allCases
    )
    func conflict(store: Store) async throws {
        try await World.run(in: store) { world in
            try await self.store(["1", "2"], in: world)
            let date = world.clock.now
            try await world.storage.write { store throws(StorageError) in
                let outbox = Outbox(EntitySchema(name: "Bill"), in: store)
                try outbox.patch(id: "1", with: ["rate": ["value": "1"]])
                try outbox.patch(id: "2", with: ["discount": ["kind": "share", "percent": 1]])
                for var entry in try store.entries(of: Self.key("1")) {
                    entry.state = .inFlight
                    entry.attempts = 1
                    let stored = try store.put(entry)
                    try WriteHistory(unanswered: [["rate": ["value": "1"]]])
                        .note(for: stored.id, in: store)
                }
                for var entry in try store.entries(of: Self.key("2")) {
                    entry.state = .rejected
                    var failure = OutboxFailure(message: "Another state.", date: date)
                    failure.body = Self.document("2")
                    entry.failure = failure
                    _ = try store.put(entry)
                }
                guard var record = try store.record(Self.key("2")) else { return }
                record.state = .conflicted
                try store.put(record)
            }
            for _ in 0..<2 { _ = try await open(world) }
            let (entry, history, other) = try await world.storage.read {
                store throws(StorageError) in
                let entry = try store.entries(of: Self.key("1")).first
                let other = try store.entries(of: Self.key("2")).first
                let history = try WriteHistory.of(entry?.id ?? OutboxEntry.ID(), in: store)
                return (entry, history, other)
            }
            #expect(entry?.changed == ["rate": ["value": 10]])
            #expect(history.unanswered == [["rate": ["value": 10]]])
            #expect(other?.changed == ["discount": ["kind": "share", "share": 1]])
            let theirs = try other?.failure?.body.map { try Bill(jsonData: $0) }
            var expected = Self.new
            expected.id = "2"
            #expect(theirs == expected)
        }
    }

    @Test(
        "an unconvertible document is left unchanged, reported, and tried again",
        arguments: Store.allCases
    )
    func unreadable(store: Store) async throws {
        try await World.run(in: store) { world in
            try await self.store(["1"], in: world)
            let odd = Data(
                #"{"id":"0","lines":[{"title":"a","quantity":1,"price":{"amount":"many"}}],"rate":{"value":"1"}}"#
                    .utf8
            )
            try await world.storage.write { store throws(StorageError) in
                try store.put(StoredRecord(key: Self.key("0"), document: odd))
            }
            for _ in 0..<2 {
                _ = try await open(world)
                let kept = try await world.storage.read { store throws(StorageError) in
                    try store.record(Self.key("0"))?.document
                }
                #expect(kept == odd)
                #expect(try await world.storage.unreadableKeys(of: Bill.self) == [Self.key("0")])
            }
            // A later version of the app can.
            var later = Bill.schema
            later.formerValues["Money"] = FormerValue(
                former: [
                    "cents": [
                        FormerProperty(
                            "amount",
                            from: ValueCodec<String>(),
                            to: ValueCodec<Int>(),
                            by: { Int($0) ?? 0 }
                        )
                    ]
                ],
                properties: ["cents", "currency"]
            )
            try await world.storage.prepare(later) { (members) throws(JSONError) in
                try Bill.normalized(members)
            }
            let bills = try await open(world)
            #expect(try await bills.find(id: "0").lines.first?.price?.cents == 0)
            // So is a value under the same key.
            #expect(try await bills.find(id: "0").rate?.value == 10)
            #expect(try await bills.find(id: "1") == Self.new)
        }
    }

    // The trap: converting twice must give the same as converting once.
    @Test(
        "the next process continues after a crash",
        arguments: Store.allCases
    )
    func interrupted(store: Store) async throws {
        try await World.run(in: store) { world in
            let ids = (0..<700).map { "\($0)" }
            try await self.store(ids, in: world)
            for writes in 0..<6 {
                let failing = FailingStorage(world.storage, afterWrites: writes)
                try? await failing.prepare(Bill.self)
            }
            let bills = try await open(world)
            let all = try await bills.find(.all)
            #expect(all.count == ids.count)
            for bill in all {
                var expected = Self.new
                expected.id = bill.id
                #expect(bill == expected)
            }
        }
    }
}
