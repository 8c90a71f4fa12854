import ExampleServer
import Foundation
import RepositoryTesting
import Testing

@testable import RepositoryLocal
@testable import RepositoryNetworking

/// Markers of deleted entities that a service still lists.
@Suite("Tombstone markers") struct DeletionMarkTests {
    private let conventions = Conventions(tombstone: "gone")

    @Test(
        "are true, or a date",
        arguments: [
            "true", "1", #""2024-06-01T12:30:00Z""#, #""2024-06-01T12:30:00.123""#,
            #""2024-06-01""#, #""Thu, 27 Aug 1970 14:37:13 GMT""#, "1717245000", "1717245000123",
        ]
    )
    func deleted(tombstone: String) async throws {
        try await withService(conventions) { server, notes async throws in
            let gone = #"{"id":"1","text":"a","gone":\#(tombstone)}"#
            await server.script("GET", "/notes", .json("[\(gone)]"))
            await server.script("GET", "/notes/1", .json(gone))
            #expect(try await notes.find().isEmpty)
            let error = try await failure { _ = try await notes.find(id: "1") }
            #expect(error.code == .notFound)
        }
    }

    @Test(
        "do not apply to other values of existing entities",
        arguments: ["null", "false", "0", #""""#, #""active""#, #""false""#, #""0""#, "{}", "[]"]
    )
    func there(tombstone: String) async throws {
        try await withService(conventions) { server, notes async throws in
            let one = #"{"id":"1","text":"a","gone":\#(tombstone)}"#
            await server.script("GET", "/notes", .json("[\(one)]"))
            #expect(try await notes.find().map(\.id) == ["1"])
        }
    }

    @Test(
        "are a single value, if the conventions specify one",
        arguments: [
            (#""cancelled""#, "cancelled"), ("false", false), ("0", 0), ("3", 3),
        ] as [(String, JSON)]
    )
    func value(text: String, value: JSON) async throws {
        let conventions = Conventions(tombstone: .init("meta.state", is: value))
        try await withService(conventions) { server, notes async throws in
            let others = ["null", "true", "1", #""active""#, #""2024-06-01""#, "{}"]
            let states = [text] + others
            let all = states.enumerated().map {
                #"{"id":"\#($0)","text":"a","meta":{"state":\#($1)}}"#
            }
            let bare = #"{"id":"bare","text":"a"}"#
            let body = "[\((all + [bare]).joined(separator: ","))]"
            await server.script("GET", "/notes", .json(body))
            await server.script("GET", "/notes/0", .json(all[0]))
            #expect(try await notes.find().map(\.id) == ["1", "2", "3", "4", "5", "6", "bare"])
            let error = try await failure { _ = try await notes.find(id: "0") }
            #expect(error.code == .notFound)
        }
    }

    /// A tombstone that its client has written is not a failure.
    @Test("written by a client are a success")
    func written() async throws {
        let conventions = Conventions(tombstone: .init("text", is: "cancelled"))
        try await withService(conventions) { server, notes async throws in
            let cancelled = #"{"id":"1","text":"cancelled"}"#
            await server.script("POST", "/notes", .json(cancelled, status: 201))
            await server.script("PUT", "/notes/1", .json(cancelled))
            await server.script("PATCH", "/notes/1", .json(cancelled))
            let created = try await notes.create(Note.Draft(text: "cancelled"))
            #expect(created == Note(id: "1", text: "cancelled"))
            #expect(try await notes.update(created) == created)
            let patched = try await notes.patch(id: "1", with: Note.Patch(text: .set("cancelled")))
            #expect(patched == created)
            let error = try await failure { _ = try await notes.update(Note(id: "1", text: "a")) }
            #expect(error.code == .notFound)
        }
    }

    @Test("written offline are sent, and removed with the next listing")
    func writtenOffline() async throws {
        let conventions = Conventions(versions: .none, tombstone: .init("text", is: "cancelled"))
        try await withService(conventions) { server, notes async throws in
            let device = try await Device(RemoteCollection(notes, conflicts: .clientWins))
            let (there, cancelled) = (#"{"id":"1","text":"a"}"#, #"{"id":"1","text":"cancelled"}"#)
            await server.script("GET", "/notes", .json("[\(there)]"), .json("[\(cancelled)]"))
            await server.script("GET", "/notes/1", .json(there), .json(cancelled))
            await server.script("PATCH", "/notes/1", .json(cancelled))
            _ = await device.synchronize()
            try await device.patch("1", ["text": "cancelled"])
            let report = await device.synchronize()
            #expect(report.conflicts.isEmpty && report.rejected.isEmpty)
            #expect(report.acknowledged == 1)
            let writes = await server.lines.filter { !$0.hasPrefix("GET") }
            #expect(writes == ["PATCH /notes/1"])
            #expect(try await device.entities().isEmpty)
        }
    }

    @Test(
        "written by a client are found if the response is lost",
        arguments: ConflictPolicy.allCases
    )
    func writtenWithoutAnswer(policy: ConflictPolicy) async throws {
        let conventions = Conventions(versions: .none, tombstone: .init("text", is: "cancelled"))
        try await withService(conventions) { server, notes async throws in
            let device = try await Device(RemoteCollection(notes, conflicts: policy))
            let (there, cancelled) = (#"{"id":"1","text":"a"}"#, #"{"id":"1","text":"cancelled"}"#)
            await server.script("GET", "/notes", .json("[\(there)]"), .json("[\(cancelled)]"))
            // If the client wins, nothing is read before.
            let states: [ScriptedAnswer] = [.json(there), .json(cancelled)]
            let reads = Array(states.suffix(policy == .clientWins ? 1 : 2))
            await server.script("GET", "/notes/1", reads)
            await server.script("PATCH", "/notes/1", .json("{}", status: 504))
            _ = await device.synchronize()
            try await device.patch("1", ["text": "cancelled"])
            for _ in 1...3 { #expect(await device.synchronize().conflicts.isEmpty) }
            let writes = await server.lines.filter { !$0.hasPrefix("GET") }
            #expect(writes == ["PATCH /notes/1"])
            #expect(try await device.entities().isEmpty)
        }
    }

    @Test("written by a client and edited again are not another client's deletion")
    func editedAfterwards() async throws {
        let conventions = Conventions(versions: .none, tombstone: .init("text", is: "cancelled"))
        try await withService(conventions) { server, notes async throws in
            let device = try await Device(RemoteCollection(notes))
            let (there, cancelled) = (#"{"id":"1","text":"a"}"#, #"{"id":"1","text":"cancelled"}"#)
            await server.script("GET", "/notes", .json("[\(there)]"), ScriptedAnswer(500))
            await server.script("GET", "/notes/1", .json(there), .json(cancelled))
            await server.script("PATCH", "/notes/1", .json(cancelled))
            _ = await device.synchronize()
            try await device.patch("1", ["text": "cancelled"])
            _ = await device.synchronize()
            try await device.patch("1", ["likes": 3])
            let report = await device.synchronize()
            #expect(report.conflicts.isEmpty && report.rejected.isEmpty)
            #expect(await server.lines.filter { $0.hasPrefix("POST") }.isEmpty)
            #expect(try await device.entities().isEmpty)
        }
    }

    @Test(
        "in an error response with the current state are a deletion",
        arguments: ConflictPolicy.allCases
    )
    func refused(policy: ConflictPolicy) async throws {
        var conventions = Conventions(
            versions: .member("likes", isQuoted: true),
            tombstone: .init("text", is: "cancelled")
        )
        conventions.errors.current = "existing"
        try await withService(conventions) { server, notes async throws in
            let device = try await Device(RemoteCollection(notes, conflicts: policy))
            let cancelled = #"{"id":"1","text":"cancelled","likes":7}"#
            await server.script("GET", "/notes", .json(#"[{"id":"1","text":"a","likes":1}]"#))
            await server.script("GET", "/notes/1", .json(cancelled))
            let refusal = #"{"existing":\#(cancelled)}"#
            await server.script("PATCH", "/notes/1", .json(refusal, status: 412))
            await server.script("POST", "/notes", .json(#"{"id":"9","text":"b"}"#, status: 201))
            _ = await device.synchronize()
            try await device.patch("1", ["text": "b"])
            _ = await device.synchronize()
            let writes = await server.requests.filter { $0.method != "GET" }
            let isCreated = [.merge, .clientWins].contains(policy)
            #expect(writes.map(\.method) == (isCreated ? ["PATCH", "POST"] : ["PATCH"]))
            #expect(writes.allSatisfy { !$0.text.contains("cancelled") })
        }
    }

    @Test("on an old page remove nothing that was confirmed later")
    func old() async throws {
        let storage = MemoryStorage()
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        let isLeft = try await storage.write { store throws(StorageError) in
            let document = Data(#"{"id":"1","text":"a"}"#.utf8)
            try Confirmations(Note.schema, in: store, at: date.addingTimeInterval(5))
                .put(document, id: "1")
            return try !Confirmations(Note.schema, in: store, at: date).remove(id: "1")
        }
        #expect(isLeft)
    }

    @Test("in another property than before require a full listing")
    func another() async throws {
        let changes = Conventions.Changes(parameter: "since", cursor: .header("X-Cursor"))
        try await withExampleServer { server, url async throws in
            let session = NetworkingSession(url: url)
            let (storage, clock) = (MemoryStorage(), ManualClock())
            let gone = #"[{"id":"1","text":"cancelled"}]"#
            await server.script("GET", "/notes", .json(gone, headers: ["X-Cursor": "5"]))
            let marks: [Conventions.Tombstone] = ["gone", .init("text", is: "cancelled")]
            for mark in marks {
                let conventions = Conventions(tombstone: mark, changes: changes)
                let synchronizer = Synchronizer(storage: storage, clock: clock)
                let notes = NoteRepository(store: session, conventions: conventions)
                try await synchronizer.register(RemoteCollection(notes))
                _ = await synchronizer.synchronize()
                clock.advance(by: .seconds(100))
            }
            let left = try await storage.read { store throws(StorageError) in
                try store.records(in: "Note", matching: .all).count
            }
            #expect(left == 0)
            #expect(await server.requests.map(\.query) == ["", ""])
        }
    }

    @Test("created by a client are found if the response is lost, and no others")
    func createdWithoutAnswer() async throws {
        let conventions = Conventions(versions: .none, tombstone: .init("text", is: "cancelled"))
        try await withService(conventions) { server, notes async throws in
            let device = try await Device(RemoteCollection(notes))
            await server.script("POST", "/notes", .json("{}", status: 504))
            await server.script("GET", "/notes", .json(#"[{"id":"7","text":"cancelled"}]"#))
            try await device.create(Note(id: "local", text: "cancelled"))
            var report = await device.synchronize()
            for _ in 1...3 where report.postponed > 0 { report = await device.synchronize() }
            #expect(report.isComplete)
            #expect(await server.lines.filter { !$0.hasPrefix("GET") } == ["POST /notes"])
            #expect(try await device.entities().isEmpty)
        }
        // An entity deleted by another client is not the created one.
        try await withService(Conventions(tombstone: "gone")) { server, notes async throws in
            let device = try await Device(RemoteCollection(notes))
            await server.script(
                "POST",
                "/notes",
                .json("{}", status: 504),
                .json(#"{"id":"8","text":"a"}"#, status: 201)
            )
            let old = #"{"id":"7","text":"a","likes":0,"gone":true}"#
            await server.script("GET", "/notes", .json("[\(old)]"))
            try await device.create(Note(id: "local", text: "a"))
            for _ in 1...3 { _ = await device.synchronize() }
            let writes = await server.lines.filter { !$0.hasPrefix("GET") }
            #expect(writes == ["POST /notes", "POST /notes"])
        }
    }

    @Test("that are strings remove stored entities")
    func words() async throws {
        let conventions = Conventions(tombstone: .init("status", is: "cancelled"))
        try await withService(conventions) { server, notes async throws in
            let device = try await Device(RemoteCollection(notes))
            func note(_ id: String, _ status: String) -> String {
                #"{"id":"\#(id)","text":"a","status":"\#(status)"}"#
            }
            await server.script(
                "GET",
                "/notes",
                .json("[\(note("1", "confirmed")),\(note("2", "confirmed"))]"),
                .json("[\(note("1", "cancelled")),\(note("2", "confirmed"))]")
            )
            _ = await device.synchronize()
            #expect(try await device.entities().map(\.id) == ["1", "2"])
            _ = await device.synchronize()
            #expect(try await device.entities().map(\.id) == ["2"])
        }
    }

    @Test("that are dates remove stored entities")
    func synchronized() async throws {
        try await withService(conventions) { server, notes async throws in
            let device = try await Device(RemoteCollection(notes))
            let (first, other) = (#"{"id":"1","text":"a","gone":null}"#, #"{"id":"2","text":"b"}"#)
            await server.script("GET", "/notes", .json("[\(first),\(other)]"))
            _ = await device.synchronize()
            #expect(try await device.entities().map(\.id) == ["1", "2"])
            let gone = #"{"id":"1","text":"a","gone":"2024-06-01T12:30:00Z"}"#
            await server.script("GET", "/notes", .json("[\(gone),\(other)]"))
            _ = await device.synchronize()
            #expect(try await device.entities().map(\.id) == ["2"])
        }
    }
}
