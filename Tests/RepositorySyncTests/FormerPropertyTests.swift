import ExampleServer
import Foundation
import RepositoryTesting
import Testing

@testable import RepositoryLocal

extension Memo {
    private struct UnknownColor: Error {}

    /// Converts the color of an earlier version to a number.
    static func hueFromColor(_ color: String) throws -> Int {
        guard let hue = ["red": 0, "green": 120][color] else { throw UnknownColor() }
        return hue
    }
}

/// An update of the app changes keys and types of properties.
@Suite struct FormerPropertyTests {
    private static let first = #"{"id":"1","content":"a","code":7,"label":"red","pinned":null}"#
    private static let second = #"{"id":"2","body":"b","code":8,"label":null,"pinned":true}"#
    private static let current = #"{"id":"3","text":"c","code":"9","labels":["x"],"isPinned":true}"#

    private static func key(_ id: String) -> RecordKey { RecordKey(collection: "Memo", id: id) }

    /// Stores confirmed entities as earlier versions of the app do.
    private func run(
        in store: Store,
        _ body: (World) async throws -> Void
    ) async throws {
        try await World.run(in: store) { world in
            let date = world.clock.now
            try await world.storage.prepare(
                EntitySchema(name: "Memo", indexed: [IndexedProperty("pinned", .boolean)])
            )
            try await world.storage.write { store throws(StorageError) in
                let earlier = Confirmations(EntitySchema(name: "Memo"), in: store, at: date)
                for (id, document) in [("1", Self.first), ("2", Self.second), ("3", Self.current)] {
                    _ = try earlier.put(Data(document.utf8), id: id, entityTag: "\"1\"")
                }
            }
            try await body(world)
        }
    }

    private func open(_ world: World) async throws -> RepositoryProxy<Memo> {
        try await world.storage.prepare(Memo.self)
        return RepositoryProxy(storage: world.storage)
    }

    @Test("entities and queries see the current form", arguments: Store.allCases)
    func documents(store: Store) async throws {
        try await run(in: store) { world in
            let memos = try await open(world)
            #expect(
                try await memos.find(.all) == [
                    Memo(id: "1", text: "a", code: "7", labels: ["red"], isPinned: false),
                    Memo(id: "2", text: "b", code: "8", labels: [], isPinned: true),
                    Memo(id: "3", text: "c", code: "9", labels: ["x"], isPinned: true),
                ]
            )
            #expect(
                try await memos.find { $0.text == "b" && $0.isPinned == true }.map(\.id) == ["2"]
            )
            #expect(try await memos.find { $0.isPinned == false }.map(\.id) == ["1"])
            let bases = try await world.storage.read { store throws(StorageError) in
                try store.records(in: "Memo", matching: .all).map { $0.base }
            }
            #expect(bases.allSatisfy { $0.flatMap { try? Memo(jsonData: $0) } != nil })
        }
    }

    // The trap: a patch of a removed key is rejected, and an update has nothing to compare.
    @Test("pending writes are sent in the current form", arguments: Store.allCases)
    func pending(store: Store) async throws {
        try await run(in: store) { world in
            try await world.storage.write { store throws(StorageError) in
                let outbox = Outbox(EntitySchema(name: "Memo"), in: store)
                try outbox.patch(id: "1", with: ["body": "mine", "code": 70, "pinned": true])
                try outbox.update(
                    Data(#"{"id":"2","content":"b","code":80,"label":"blue","pinned":true}"#.utf8),
                    id: "2"
                )
                try outbox.create(
                    Data(#"{"id":"4","body":"d","code":4,"label":null,"pinned":null}"#.utf8),
                    id: "4"
                )
                try outbox.delete(id: "3")
            }
            _ = try await open(world)
            for id in ["1", "2"] {
                await world.server.script("PATCH", "/memos/\(id)", .json("{}"))
                await world.server.script("PUT", "/memos/\(id)", .json("{}"))
            }
            await world.server.script("POST", "/memos", .json(#"{"id":"m4"}"#, status: 201))
            await world.server.script("DELETE", "/memos/3", ScriptedAnswer(204))
            try await world.synchronizer.register(
                RemoteCollection(MemoRepository(store: world.session))
            )
            #expect(await world.synchronizer.push().rejected.isEmpty)
            let bodies = await world.server.requests.filter { $0.method != "GET" }
                .map { "\($0.method) \($0.text)" }
            #expect(
                bodies == [
                    #"PATCH {"code":"70","isPinned":true,"text":"mine"}"#,
                    #"PUT {"code":"80","isPinned":true,"labels":["blue"],"text":"b"}"#,
                    #"POST {"code":"4","isPinned":false,"labels":[],"text":"d"}"#,
                    "DELETE ",
                ]
            )
        }
    }

    // The trap: content sent without a response is compared with the server's current state.
    @Test("a write in flight is recognized in the current form", arguments: Store.allCases)
    func inFlight(store: Store) async throws {
        try await run(in: store) { world in
            try await world.storage.write { store throws(StorageError) in
                try Outbox(EntitySchema(name: "Memo"), in: store).patch(
                    id: "1",
                    with: ["body": "mine"]
                )
                for var entry in try store.entries(of: Self.key("1")) {
                    entry.state = .inFlight
                    entry.attempts = 1
                    let stored = try store.put(entry)
                    try WriteHistory(unanswered: [["body": "mine"]]).note(for: stored.id, in: store)
                }
            }
            _ = try await open(world)
            let (entry, history) = try await world.storage.read { store throws(StorageError) in
                let entry = try store.entries(of: Self.key("1")).first
                return (entry, try WriteHistory.of(entry?.id ?? OutboxEntry.ID(), in: store))
            }
            #expect(entry?.changed == ["text": "mine"])
            #expect(history.unanswered == [["text": "mine"]])
        }
    }

    @Test(
        "an invalid document is left unchanged, and others are converted",
        arguments: Store.allCases
    )
    func damaged(store: Store) async throws {
        try await run(in: store) { world in
            let odd = Data(#"{"id":"0","body":"x","code":{"a":1}}"#.utf8)
            try await world.storage.write { store throws(StorageError) in
                try store.put(StoredRecord(key: Self.key("0"), document: odd))
            }
            _ = try await open(world)
            let documents = try await world.storage.read { store throws(StorageError) in
                try ["0", "2"].map { id throws(StorageError) in
                    try store.record(Self.key(id))?.document
                }
            }
            #expect(documents.first == odd)
            #expect(try await world.storage.unreadableKeys(of: Memo.self) == [Self.key("0")])
            #expect(try Memo(jsonData: #require(documents.last ?? nil)).text == "b")
        }
    }

    @Test("enum cases get their current values", arguments: Store.allCases)
    func cases(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.storage.write { store throws(StorageError) in
                for (id, state) in [("1", "todo"), ("2", "late"), ("3", "C"), ("4", "odd")] {
                    let document = #"{"id":"\#(id)","text":"t","code":"c","state":"\#(state)"}"#
                    try store.put(StoredRecord(key: Self.key(id), document: Data(document.utf8)))
                }
                let outbox = Outbox(EntitySchema(name: "Memo"), in: store)
                try outbox.patch(id: "1", with: ["state": "done"])
            }
            let memos = try await open(world)
            #expect(try await memos.find { $0.state == .closed }.map(\.id) == ["1", "2", "3"])
            #expect(try await memos.find(id: "4").state == .unknown("odd"))
            #expect(try await world.entries().map(\.changed) == [["state": "C"]])
        }
    }

    // The trap: the document has a later value, which was not sent.
    @Test("a value that a write in flight removes becomes the default", arguments: Store.allCases)
    func removedInFlight(store: Store) async throws {
        try await run(in: store) { world in
            try await world.storage.write { store throws(StorageError) in
                let outbox = Outbox(EntitySchema(name: "Memo"), in: store)
                try outbox.patch(id: "1", with: ["label": .null])
                for var entry in try store.entries(of: Self.key("1")) {
                    entry.state = .inFlight
                    entry.attempts = 1
                    try store.put(entry)
                }
                try outbox.patch(id: "1", with: ["label": "blue"])
            }
            _ = try await open(world)
            let changes = try await world.entries().map(\.changed)
            #expect(changes == [["labels": []], ["labels": ["blue"]]])
        }
    }

    @Test("the app converts values with possible loss", arguments: Store.allCases)
    func converted(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.storage.write { store throws(StorageError) in
                for (id, color) in [("1", #""red""#), ("2", #""teal""#), ("3", "null")] {
                    let document = #"{"id":"\#(id)","text":"t","code":"c","color":\#(color)}"#
                    try store.put(StoredRecord(key: Self.key(id), document: Data(document.utf8)))
                }
                let outbox = Outbox(EntitySchema(name: "Memo"), in: store)
                try outbox.patch(id: "1", with: ["color": "green"])
            }
            let memos = try await open(world)
            #expect(try await memos.find { $0.hue == 120 }.map(\.id) == ["1"])
            #expect(try await memos.find(id: "3").hue == nil)
            let changes = try await world.entries().map(\.changed)
            #expect(changes == [["hue": 120]])
            let kept = try await world.storage.read { store throws(StorageError) in
                try store.record(Self.key("2"))?.document
            }
            #expect(kept.map { String(decoding: $0, as: UTF8.self) }?.contains("teal") == true)
        }
    }

    // The trap: converting twice must give the same as converting once.
    @Test(
        "the next process continues after a crash",
        arguments: Store.allCases
    )
    func interrupted(store: Store) async throws {
        try await World.run(in: store) { world in
            let count = 1_000
            try await world.storage.write { store throws(StorageError) in
                for number in 0..<count {
                    let document = #"{"id":"\#(number)","body":"b","code":\#(number),"label":"l"}"#
                    let key = Self.key("\(number)")
                    try store.put(StoredRecord(key: key, document: Data(document.utf8)))
                }
            }
            for writes in 0..<7 {
                let failing = FailingStorage(world.storage, afterWrites: writes)
                try? await failing.prepare(Memo.self)
            }
            let memos = try await open(world)
            let all = try await memos.find(.all)
            #expect(all.count == count)
            #expect(all.allSatisfy { $0.text == "b" && $0.labels == ["l"] && $0.code == $0.id })
        }
    }
}
