import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Versions of entities, and their use in writes.
@Suite("Versions") struct VersionTests {
    /// A service, and the `If-Match` that it receives for two consecutive changes.
    struct Service: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let versions: Conventions.Versions
        /// The versions in its responses to listing, reading and the two changes, besides the note
        /// itself.
        let members: [String]
        /// The header fields of its responses to reading and the two changes.
        let tags: [String?]
        let expected: [String?]
        /// The number of reads before a change.
        let readings: Int

        static let all = [
            Service(
                testDescription: "in ETag",
                versions: .entityTag,
                members: ["", "", ""],
                tags: [#""a""#, #""b""#, #""c""#],
                // A listing contains no tags of notes.
                expected: [#""a""#, #""b""#],
                readings: 1
            ),
            Service(
                testDescription: "in a weak ETag, which guards nothing",
                versions: .entityTag,
                members: ["", "", ""],
                tags: [#"W/"a""#, #"W/"b""#, #"W/"c""#],
                expected: [nil, nil],
                readings: 2
            ),
            Service(
                testDescription: "in a member, in quotes",
                versions: .member("last_modified", isQuoted: true),
                members: [
                    #","last_modified":10"#, #","last_modified":11"#, #","last_modified":12"#,
                ],
                tags: [nil, nil, nil],
                expected: [#""10""#, #""11""#],
                readings: 0
            ),
            Service(
                testDescription: "in a member, not in quotes, whatever ETag says",
                versions: .member("meta.version", isQuoted: false),
                members: ["a", "b", "c"].map { #","meta":{"version":"\#($0)"}"# },
                tags: [#""x""#, #""y""#, #""z""#],
                expected: ["a", "b"],
                readings: 0
            ),
            // OData only has weak ones, and requires them.
            Service(
                testDescription: "in a member, in the form of a weak tag",
                versions: .member("etag", isQuoted: false),
                members: ["1", "2", "3"].map { #","etag":"W/\"\#($0)\"""# },
                tags: [nil, nil, nil],
                expected: [#"W/"1""#, #"W/"2""#],
                readings: 0
            ),
            Service(
                testDescription: "in a member that the answer to a change does not have",
                versions: .member("_etag", isQuoted: false),
                members: [#","_etag":"a""#, "", ""],
                tags: [nil, #""y""#, #""z""#],
                expected: ["a", "a"],
                readings: 1
            ),
            Service(
                testDescription: "nowhere, whatever ETag says",
                versions: .none,
                members: ["", "", ""],
                tags: [#""a""#, #""b""#, #""c""#],
                expected: [nil, nil],
                readings: 2
            ),
        ]
    }

    @Test("are assumed by the next write", arguments: Service.all)
    func assumed(service: Service) async throws {
        try await withService(Conventions(versions: service.versions)) {
            server,
            notes async throws in
            func answer(_ index: Int, _ text: String) -> ScriptedAnswer {
                let headers = service.tags[index].map { ["Etag": $0] } ?? [:]
                let body = #"{"id":"1","text":"\#(text)"\#(service.members[index])}"#
                return .json(body, headers: headers)
            }
            let list = #"[{"id":"1","text":"hi"\#(service.members[0])}]"#
            await server.script("GET", "/notes", .json(list))
            await server.script("GET", "/notes/1", answer(0, "hi"), answer(0, "one"))
            await server.script("PATCH", "/notes/1", answer(1, "one"), answer(2, "two"))
            let device = try await Device(RemoteCollection(notes))
            _ = await device.synchronize()
            // It does not list any longer, so only the responses count.
            await server.script("GET", "/notes", ScriptedAnswer(503))
            try await device.patch("1", ["text": "one"])
            #expect(await device.synchronize().acknowledged == 1)
            try await device.patch("1", ["text": "two"])
            #expect(await device.synchronize().acknowledged == 1)
            #expect(await server.headers("if-match", of: "PATCH") == service.expected)
            let readings = await server.requests.count {
                "\($0.method) \($0.path)" == "GET /notes/1"
            }
            #expect(readings == service.readings)
        }
    }

    @Test(
        "that are outdated cause a merge with the state in the error response, or a fetched one",
        arguments: [true, false]
    )
    func merged(isTold: Bool) async throws {
        let conventions = Conventions(
            envelope: .init(one: "data", list: "data", sent: "data"),
            versions: .member("last_modified", isQuoted: true),
            errors: .init(code: "errno", current: isTold ? "details.existing" : nil)
        )
        try await withService(conventions) { server, notes async throws in
            let old = #"{"id":"1","text":"hi","likes":1,"last_modified":10}"#
            let theirs = #"{"id":"1","text":"hi","likes":5,"last_modified":12}"#
            let ours = #"{"id":"1","text":"mine","likes":5,"last_modified":13}"#
            let refusal = #"{"code":412,"errno":114,"details":{"existing":\#(theirs)}}"#
            await server.script(
                "GET",
                "/notes",
                .json(#"{"data":[\#(old)]}"#),
                .json(#"{"data":[\#(ours)]}"#)
            )
            await server.script("GET", "/notes/1", .json(#"{"data":\#(theirs)}"#))
            await server.script(
                "PATCH",
                "/notes/1",
                .json(refusal, status: 412),
                .json(#"{"data":\#(ours)}"#)
            )
            let device = try await Device(RemoteCollection(notes))
            _ = await device.synchronize()
            try await device.patch("1", ["text": "mine"])
            let report = await device.synchronize()
            #expect(report.merged == 1)
            #expect(report.isComplete, "\(report)")
            #expect(try await device.entities() == [Note(id: "1", text: "mine", likes: 5)])
            let lines = [
                "GET /notes", "PATCH /notes/1", "GET /notes/1", "PATCH /notes/1", "GET /notes",
            ]
            #expect(await server.lines == lines.filter { !isTold || $0 != "GET /notes/1" })
            #expect(await server.headers("if-match", of: "PATCH") == [#""10""#, #""12""#])
        }
    }
}

/// Deleted entities that a service still returns.
@Suite("Tombstones") struct TombstoneTests {
    private let conventions = Conventions(
        envelope: .init(one: "data", list: "data", sent: "data"),
        versions: .member("last_modified", isQuoted: true),
        tombstone: "deleted"
    )
    private let one = #"{"id":"1","text":"hi","last_modified":1}"#
    private let gone = #"{"id":"2","last_modified":3,"deleted":true}"#

    @Test("are not among the entities of a listing")
    func listed() async throws {
        try await withService(conventions) { server, notes async throws in
            let kept = #"{"id":"3","text":"ho","deleted":false}"#
            await server.script("GET", "/notes", .json(#"{"data":[\#(one),\#(gone),\#(kept)]}"#))
            #expect(try await notes.find().map(\.id) == ["1", "3"])
        }
    }

    @Test("are not found, whatever the status code", arguments: [200, 404, 410])
    func read(status: Int) async throws {
        try await withService(conventions) { server, notes async throws in
            await server.script("GET", "/notes/2", .json(#"{"data":\#(gone)}"#, status: status))
            let error = try await failure { _ = try await notes.find(id: "2") }
            #expect(error.code == .notFound)
        }
    }

    @Test("may be the response to a deletion")
    func deleted() async throws {
        try await withService(conventions) { server, notes async throws in
            await server.script("DELETE", "/notes/2", .json(#"{"data":\#(gone)}"#))
            try await notes.delete(id: "2")
            #expect(await server.lines == ["DELETE /notes/2"])
        }
    }

    @Test("in a listing remove stored entities")
    func pulled() async throws {
        try await withService(conventions) { server, notes async throws in
            let two = #"{"id":"2","text":"ho","last_modified":2}"#
            await server.script(
                "GET",
                "/notes",
                .json(#"{"data":[\#(one),\#(two)]}"#),
                .json(#"{"data":[\#(one),\#(gone)]}"#)
            )
            let device = try await Device(RemoteCollection(notes))
            _ = await device.synchronize()
            #expect(try await device.entities().map(\.id) == ["1", "2"])
            let report = await device.synchronize()
            #expect(report.removed == 1)
            #expect(report.isComplete, "\(report)")
            #expect(try await device.entities().map(\.id) == ["1"])
        }
    }

    @Test("may fill a page, and the next one follows")
    func onlyTombstones() async throws {
        var conventions = conventions
        conventions.paging = .init(.lastID(parameter: "after"), more: "has_more")
        try await withService(conventions) { server, notes async throws in
            await server.script(
                "GET",
                "/notes",
                .json(#"{"data":[\#(gone)],"has_more":true}"#),
                .json(#"{"data":[\#(one)],"has_more":false}"#)
            )
            #expect(try await notes.find().map(\.id) == ["1"])
            #expect(await server.lines == ["GET /notes", "GET /notes?after=2"])
        }
    }

    @Test("a service that requires a version for changes gets the current one")
    func required() async throws {
        let conventions = Conventions(versions: .member("rev", isQuoted: false))
        try await withService(conventions) { server, notes async throws in
            let note = #"{"id":"1","text":"hi","rev":"r7"}"#
            await server.script("GET", "/notes/1", .json(note))
            await server.script("PATCH", "/notes/1", ScriptedAnswer(428), .json(note))
            await server.script("DELETE", "/notes/1", ScriptedAnswer(428), ScriptedAnswer(204))
            try await notes.patch(id: "1", with: .init(text: .set("hi")))
            #expect(await server.headers("if-match", of: "PATCH") == [nil, "r7"])
            try await notes.delete(id: "1")
            #expect(await server.headers("if-match", of: "DELETE") == [nil, "r7"])
        }
    }

    @Test("a service that requires a version but returns none rejects the change")
    func unknown() async throws {
        try await withService(.plain) { server, notes async throws in
            await server.script("GET", "/notes/1", .json(#"{"id":"1","text":"hi"}"#))
            await server.script("DELETE", "/notes/1", ScriptedAnswer(428))
            let error = try await failure { try await notes.delete(id: "1") }
            #expect(error.code == .conflict)
            #expect(await server.headers("if-match", of: "DELETE") == [nil])
        }
    }
}
