import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Services with incremental listings.
@Suite("Changes") struct ChangesTests {
    private static let conventions = Conventions(
        envelope: .init(one: "data", list: "data", sent: "data"),
        paging: .init(.header("Next-Page")),
        versions: .member("last_modified", isQuoted: true),
        tombstone: "deleted",
        changes: .init(parameter: "_since", cursor: .header("ETag"))
    )

    private static func note(_ id: String, _ text: String = "hi", at time: String = "1") -> String {
        #"{"id":"\#(id)","text":"\#(text)","last_modified":\#(time)}"#
    }

    private static func gone(_ id: String) -> String {
        #"{"id":"\#(id)","last_modified":9,"deleted":true}"#
    }

    /// Returns a page of a listing.
    private static func page(
        _ notes: String...,
        at tag: String? = nil,
        next: String? = nil
    ) -> ScriptedAnswer {
        var headers: [String: String] = [:]
        headers["ETag"] = tag.map { "\"\($0)\"" }
        headers["Next-Page"] = next
        return .json(#"{"data":[\#(notes.joined(separator: ","))]}"#, headers: headers)
    }

    /// Synchronizes a device once for each of some responses.
    private func with(
        _ answers: [ScriptedAnswer],
        _ conventions: Conventions = ChangesTests.conventions,
        _ body: (ExampleServer, Device, RemoteCollection) async throws -> Void
    ) async throws {
        try await withService(conventions) { server, notes async throws in
            await server.script("GET", "/notes", answers)
            let collection = RemoteCollection(notes)
            try await body(server, try await Device(collection), collection)
        }
    }

    @Test("are requested from the last position; unlisted entities have not changed")
    func asked() async throws {
        let answers = [
            Self.page(Self.note("1"), Self.note("2"), at: "2"), Self.page(at: "2"),
            Self.page(Self.note("1", "ho"), Self.note("3"), Self.gone("2"), at: "5"),
            Self.page(at: "5"),
        ]
        try await with(answers) { server, device, _ async throws in
            _ = await device.synchronize()
            let nothing = await device.synchronize()
            #expect(nothing.removed == 0)
            #expect(try await device.entities().map(\.id) == ["1", "2"])
            let report = await device.synchronize()
            #expect(report.isComplete, "\(report)")
            #expect((report.pulled, report.removed) == (2, 1))
            let notes = try await device.entities().sorted { $0.id < $1.id }
            #expect(notes == [Note(id: "1", text: "ho"), Note(id: "3", text: "hi")])
            _ = await device.synchronize()
            #expect(
                await server.lines == [
                    "GET /notes", "GET /notes?_since=%222%22", "GET /notes?_since=%222%22",
                    "GET /notes?_since=%225%22",
                ]
            )
        }
    }

    @Test("do not count as a full listing, which would empty the store")
    func trap() async throws {
        var conventions = Self.conventions
        conventions.changes = nil
        let answers = [Self.page(Self.note("1"), at: "1"), Self.page(at: "1")]
        try await with(answers, conventions) { server, device, _ async throws in
            _ = await device.synchronize()
            #expect(await device.synchronize().removed == 1)
            #expect(try await device.entities().isEmpty)
            // It is fetched before it is removed.
            #expect(await server.lines == ["GET /notes", "GET /notes", "GET /notes/1"])
        }
    }

    @Test("are requested from the first page's position: changes between pages are listed again")
    func firstPage() async throws {
        let answers = [
            Self.page(Self.note("1"), at: "2", next: "/notes?page=2"),
            // The first note has changed meanwhile, and the position of the last page covers that.
            Self.page(Self.note("2"), at: "9"), Self.page(Self.note("1", "ho"), at: "9"),
        ]
        try await with(answers) { server, device, _ async throws in
            _ = await device.synchronize()
            _ = await device.synchronize()
            #expect(await server.lines.last == "GET /notes?_since=%222%22")
            #expect(try await device.entities().first { $0.id == "1" }?.text == "ho")
        }
    }

    @Test(
        "are not requested if an entity may have moved to a page already read",
        arguments: [("2", "GET /notes?_since=%222%22&page=1"), ("9", "GET /notes?page=1")]
    )
    func moved(tag: String, line: String) async throws {
        var conventions = Self.conventions
        conventions.paging = .init(.page(parameter: "page", first: 1))
        let answers = [
            Self.page(Self.note("1"), at: "2"), Self.page(Self.note("2"), at: tag),
            ScriptedAnswer(404), Self.page(at: "9"),
        ]
        try await with(answers, conventions) { server, device, _ async throws in
            _ = await device.synchronize()
            _ = await device.synchronize()
            let lines = await server.lines
            #expect(lines.prefix(3) == (1...3).map { "GET /notes?page=\($0)" }[...])
            #expect(lines[3] == line)
        }
    }

    @Test(
        "missed by a listing, or blocked by a write, cause a full listing",
        arguments: [true, false]
    )
    func missed(isHeld: Bool) async throws {
        let answers = [
            Self.page(Self.note("1"), at: "2", next: "/notes?page=2"), Self.page(at: "2"),
        ]
        try await with(answers) { server, device, _ async throws in
            let old = try Note(id: "9", text: "old").jsonData()
            try await device.storage.write { store throws(StorageError) in
                let then = Date(timeIntervalSince1970: 0)
                let confirmed = Confirmations(Note.schema, in: store, at: then)
                try confirmed.put(old, id: "9", entityTag: #""1""#)
            }
            await server.script("GET", "/notes/9", .json(#"{"data":\#(Self.note("9"))}"#))
            await server.script("PATCH", "/notes/9", ScriptedAnswer(503))
            if isHeld { try await device.patch("9", ["text": "mine"]) }
            _ = await device.synchronize()
            _ = await device.synchronize()
            let listings = await server.lines.filter { $0.hasPrefix("GET /notes") }
            #expect(listings.allSatisfy { !$0.contains("_since") }, "\(listings)")
        }
    }

    @Test(
        "from an unknown position cause one full listing",
        arguments: [400, 410, 412]
    )
    func refused(status: Int) async throws {
        let answers = [
            Self.page(Self.note("1"), Self.note("2"), at: "2"), ScriptedAnswer(status),
            Self.page(Self.note("2"), at: "7"), Self.page(at: "7"),
        ]
        try await with(answers) { server, device, _ async throws in
            _ = await device.synchronize()
            let report = await device.synchronize()
            #expect(report.isComplete, "\(report)")
            // An entity deleted before that is not listed, and no longer has a tombstone.
            #expect(report.removed == 1)
            #expect(try await device.entities().map(\.id) == ["2"])
            _ = await device.synchronize()
            #expect(
                await server.lines == [
                    "GET /notes", "GET /notes?_since=%222%22", "GET /notes", "GET /notes/1",
                    "GET /notes?_since=%227%22",
                ]
            )
        }
    }

    @Test("that fail otherwise are requested again from the same position", arguments: [403, 503])
    func failed(status: Int) async throws {
        let answers = [
            Self.page(Self.note("1"), at: "2"), ScriptedAnswer(status), Self.page(at: "2"),
        ]
        try await with(answers) { server, device, _ async throws in
            _ = await device.synchronize()
            #expect(await device.synchronize().problems.count == 1)
            _ = await device.synchronize()
            let since = "GET /notes?_since=%222%22"
            #expect(await server.lines == ["GET /notes", since, since])
            #expect(try await device.entities().map(\.id) == ["1"])
        }
    }

    @Test(
        "that are incomplete or not decodable are requested again from the same position"
    )
    func incomplete() async throws {
        let brokenOff = Self.page(Self.note("2"), at: "4", next: "/notes?page=2")
        let damaged = Self.page(#"{"id":"3"}"#, Self.note("4"), at: "5")
        let answers = [
            brokenOff, ScriptedAnswer(503), Self.page(Self.note("1"), at: "3"),
            brokenOff, ScriptedAnswer(503), damaged, Self.page(at: "6"),
        ]
        try await with(answers) { server, device, _ async throws in
            for _ in 0..<5 { _ = await device.synchronize() }
            let since = "GET /notes?_since=%223%22"
            #expect(
                await server.lines == [
                    "GET /notes", "GET /notes?page=2", "GET /notes", "GET /notes/2", since,
                    "GET /notes?page=2", since, since,
                ]
            )
            #expect(try await device.entities().map(\.id).sorted() == ["1", "2", "4"])
        }
    }

    @Test("blocked by a pending write are listed again")
    func waiting() async throws {
        let answers = [
            Self.page(Self.note("1"), Self.note("2"), at: "2"),
            Self.page(Self.note("1", "theirs"), Self.gone("2"), at: "5"), Self.page(at: "5"),
        ]
        try await with(answers) { server, device, _ async throws in
            _ = await device.synchronize()
            await server.script("PATCH", "/notes/1", ScriptedAnswer(503))
            await server.script("PATCH", "/notes/2", ScriptedAnswer(503))
            try await device.patch("1", ["text": "mine"])
            _ = await device.synchronize()
            _ = await device.synchronize()
            let lines = await server.lines.filter { $0.hasPrefix("GET") }
            let since = "GET /notes?_since=%222%22"
            #expect(lines == ["GET /notes", since, since])
            #expect(try await device.entities().map(\.text) == ["mine"])
        }
    }

    @Test("are not requested before a full listing's removals are finished")
    func swept() async throws {
        var conventions = Self.conventions
        conventions.paging = .init(.header("Next-Page"), size: 10, sizeParameter: "n")
        let answers = [Self.page(Self.note("1"), at: "2")]
        try await with(answers, conventions) { server, device, _ async throws in
            let old = try Note(id: "9", text: "old").jsonData()
            try await device.storage.write { store throws(StorageError) in
                let then = Date(timeIntervalSince1970: 0)
                try Confirmations(Note.schema, in: store, at: then).put(old, id: "9")
            }
            await server.script("GET", "/notes/9", ScriptedAnswer(503), ScriptedAnswer(404))
            let first = await device.synchronize()
            #expect((first.removed, first.problems.count) == (0, 1))
            #expect(await device.synchronize().removed == 1)
            _ = await device.synchronize()
            #expect(
                await server.lines == [
                    "GET /notes?n=10", "GET /notes/9", "GET /notes?n=10", "GET /notes/9",
                    "GET /notes?_since=%222%22&n=10",
                ]
            )
        }
    }

    @Test("are not requested without a position, or if they are not wanted")
    func whole() async throws {
        let answers = [
            Self.page(Self.note("1")), Self.page(Self.note("1"), at: "2"), Self.page(at: "2"),
            Self.page(Self.note("1"), at: "3"),
        ]
        try await with(answers) { server, device, notes async throws in
            for _ in 0..<3 { _ = await device.synchronize() }
            try await notes.listWholeNext(in: device.storage)
            _ = await device.synchronize()
            let since = "GET /notes?_since=%222%22"
            #expect(await server.lines == ["GET /notes", "GET /notes", since, "GET /notes"])
        }
    }

    @Test(
        "are requested from the greatest value of a property on the first page",
        arguments: [
            (["9", "10", "2"], "10"), (["-1", "0.5"], "0.5"), (["1e3", "999"], "1000"),
            ([#""2026-11-02T00:00:00Z""#, #""2026-09-30T00:00:00Z""#], "2026-11-02T00%3A00%3A00Z"),
        ]
    )
    func property(values: [String], cursor: String) async throws {
        var conventions = Self.conventions
        let changes = Conventions.Changes(parameter: "after", cursor: .member("last_modified"))
        (conventions.changes, conventions.paging) = (changes, .init(.token("next", parameter: "p")))
        let notes = values.enumerated().map { Self.note("\($0)", at: $1) }
        let list = notes.joined(separator: ",")
        let answers: [ScriptedAnswer] = [
            .json(#"{"data":[\#(list)],"next":"b"}"#),
            .json(#"{"data":[\#(Self.note("last", at: "99999"))]}"#),
            // Tombstones have a position, too; and without any elements, the position stays.
            .json(#"{"data":[]}"#), .json(#"{"data":[\#(Self.note("0", at: values[0]))]}"#),
        ]
        try await with(answers, conventions) { server, device, _ async throws in
            for _ in 0..<3 { _ = await device.synchronize() }
            let since = "GET /notes?after=\(cursor)"
            #expect(await server.lines == ["GET /notes", "GET /notes?p=b", since, since])
        }
    }
}
