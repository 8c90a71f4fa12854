import ExampleServer
import Foundation
import Testing

@testable import RepositoryLocal
@testable import RepositoryNetworking

/// Batches of creations with partly or completely unknown outcomes.
@Suite("Failed batches") struct BatchFailureTests {
    /// Runs a body with a device that has two new notes, "a" and "b", for one batch.
    private func withTwo(
        _ conventions: Conventions,
        listing: RemoteCollection.Listing = .whole,
        _ body: (ExampleServer, Device) async throws -> Void
    ) async throws {
        try await withExampleServer { server, url async throws in
            let session = NetworkingSession(url: url)
            let notes = BatchNoteRepository(store: session, conventions: conventions)
            let device = try await Device(RemoteCollection(notes, listing: listing))
            try await device.create(Note(id: "x", text: "a"))
            try await device.create(Note(id: "y", text: "b"))
            try await body(server, device)
        }
    }

    private func writes(_ server: ExampleServer) async -> [String] {
        await server.lines.filter { $0.hasPrefix("POST") }
    }

    private static let first = #"{"id":"1","text":"a"}"#
    private static let second = #"{"id":"2","text":"b"}"#

    // The trap: treating a missing response as a rejection creates entities twice.
    @Test(
        "search for an element without an outcome, instead of sending it again",
        arguments: [
            #"{"status":201}"#, #"{"status":201,"headers":{"Location":"/notes/2"}}"#,
            #"{"status":201,"body":null}"#, #"{"status":201,"body":{}}"#, #"{"status":204}"#,
            #"{"status":504,"body":{}}"#, #"{"status":500}"#, #"{"code":201}"#, "null", "{}",
        ]
    )
    func silentMember(answer: String) async throws {
        let conventions = Conventions(batch: .init(path: "batch", limit: 10))
        try await withTwo(conventions) { server, device async throws in
            let created = #"{"status":201,"body":\#(Self.first)}"#
            await server.script("POST", "/batch", .json(#"{"responses":[\#(created),\#(answer)]}"#))
            await server.script("GET", "/notes", .json("[\(Self.first),\(Self.second)]"))
            for _ in 1...2 { _ = await device.synchronize() }
            #expect(await writes(server) == ["POST /batch"])
            #expect(try await device.entities().map(\.id) == ["1", "2"])
        }
    }

    @Test("send a rejected or unprocessed element again on its own, after its pause")
    func refusedMember() async throws {
        let conventions = Conventions(batch: .init(path: "batch", limit: 10))
        for answer in [
            #"{"status":400,"body":{}}"#, #"{"status":503,"headers":{"Retry-After":"100"}}"#,
        ] {
            try await withTwo(conventions) { server, device async throws in
                let created = #"{"status":201,"body":\#(Self.first)}"#
                await server.script(
                    "POST",
                    "/batch",
                    .json(#"{"responses":[\#(created),\#(answer)]}"#)
                )
                await server.script("POST", "/notes", .json(Self.second, status: 201))
                await server.script("GET", "/notes", .json("[\(Self.first)]"))
                let report = await device.synchronize()
                #expect(report.acknowledged == (answer.contains("503") ? 1 : 2))
                _ = await device.synchronize(after: .seconds(200))
                #expect(await writes(server) == ["POST /batch", "POST /notes"])
            }
        }
    }

    @Test("do not treat an unreported creation as a rejection")
    func silentAnswer() async throws {
        try await withExampleServer { server, url async throws in
            let notes = BatchNoteRepository(
                store: NetworkingSession(url: url),
                conventions: Conventions(batch: .init(path: "batch"))
            )
            await server.script("POST", "/batch", .json(#"{"responses":[{"status":201}]}"#))
            let results = await notes.create(all: [Note.Draft(text: "a")])
            let error = #expect(throws: RepositoryError.self) { try results[0].get() }
            #expect(error?.code == .unreadableResponse)
        }
    }

    @Test(
        "are not sent again after a rejection if the listing is incomplete",
        arguments: [#"[{"id":"0","text":"z"}]"#, #"[{"id":"1","text":"a","likes":"many"}]"#]
    )
    func partOfListing(elements: String) async throws {
        var conventions = Conventions(paging: .init(.next("next"), total: .header("X-Total")))
        conventions.envelope.list = "items"
        try await withTwo(conventions) { server, device async throws in
            await server.script("POST", "/notes/collection", .json("{}", status: 400))
            await server.script(
                "GET",
                "/notes",
                .json(#"{"items":\#(elements)}"#, headers: ["X-Total": "2"])
            )
            let report = await device.synchronize()
            #expect(report.postponed == 2)
            #expect(await writes(server) == ["POST /notes/collection"])
        }
    }

    @Test("count what a rejected one has created, and send only the rest")
    func found() async throws {
        try await withTwo(.plain) { server, device async throws in
            await server.script("POST", "/notes/collection", .json("{}", status: 400))
            await server.script("POST", "/notes", .json(Self.second, status: 201))
            await server.script("GET", "/notes", .json("[\(Self.first)]"))
            var report = await device.synchronize()
            #expect(report.acknowledged == 2)
            #expect(report.isComplete)
            report = await device.synchronize()
            #expect(await writes(server) == ["POST /notes/collection", "POST /notes"])
        }
    }

    @Test("prefer exact matches to similar ones, on any page")
    func pages() async throws {
        var conventions = Conventions(paging: .init(.next("next")))
        conventions.envelope.list = "items"
        try await withExampleServer { server, url async throws in
            let session = NetworkingSession(url: url)
            let notes = BatchNoteRepository(store: session, conventions: conventions)
            let device = try await Device(RemoteCollection(notes))
            try await device.create(Note(id: "x", text: " a "))
            try await device.create(Note(id: "y", text: "b"))
            await server.script("POST", "/notes/collection", .json("{}", status: 400))
            await server.script("POST", "/notes", .json("{}", status: 422))
            let similar = #"{"items":[{"id":"5","text":"a"}],"next":"/notes?page=2"}"#
            let same = ScriptedAnswer.json(#"{"items":[{"id":"6","text":" a "}]}"#)
            let answers = [.json(similar), same]
            await server.script("GET", "/notes", answers + answers + answers)
            let outcomes = await device.synchronize()
            #expect(outcomes.acknowledged == 1)
            let found = try await device.entities().first { $0.text == " a " }
            #expect(found?.id == "6")
        }
    }

    @Test("send nothing again that a creation in flight may have created")
    func openCreation() async throws {
        try await withTwo(.plain) { server, device async throws in
            await server.script("POST", "/notes/collection", .json("{}", status: 400))
            await server.script("POST", "/notes", .json(Self.second, status: 201))
            await server.script("GET", "/notes", .json("[\(Self.first)]"))
            try await device.storage.write { store throws(StorageError) in
                let begun = Date(timeIntervalSince1970: 1_800_003_600)
                try OpenCreations.begin(UUID(), of: "Note", at: begun, in: store)
            }
            let report = await device.synchronize()
            #expect((report.acknowledged, report.postponed) == (1, 1))
            #expect(await writes(server) == ["POST /notes/collection", "POST /notes"])
        }
    }

    @Test("without a listing, are sent one by one after a rejection")
    func noListing() async throws {
        for status in [405, 501] {
            try await withTwo(.plain) { server, device async throws in
                await server.script("POST", "/notes/collection", .json("{}", status: 400))
                await server.script(
                    "POST",
                    "/notes",
                    .json(Self.first, status: 201),
                    .json("{}", status: 422)
                )
                await server.script("GET", "/notes", ScriptedAnswer(status))
                let report = await device.synchronize()
                #expect(report.acknowledged == 1)
                #expect(report.rejected.map(\.entry.failure?.status) == [422])
            }
        }
    }

    @Test("are limited by the service's size, even beyond the page size")
    func large() async throws {
        try await withExampleServer { server, url async throws in
            let notes = BatchNoteRepository(
                store: NetworkingSession(url: url),
                conventions: Conventions(batch: .init(limit: 1_000))
            )
            let device = try await Device(RemoteCollection(notes, listing: .none))
            for number in 1...130 {
                try await device.create(Note(id: "x\(number)", text: "\(number)"))
            }
            let created = (1...130).map { #"{"id":"\#($0)","text":"\#($0)"}"# }
            let body = "[\(created.joined(separator: ","))]"
            await server.script("POST", "/notes/collection", .json(body, status: 201))
            #expect(await device.synchronize().acknowledged == 130)
            #expect(await writes(server) == ["POST /notes/collection"])
        }
    }

    @Test("do not send an identity that cannot be part of a path")
    func pathless() async throws {
        var conventions = Conventions(batch: .init(path: "batch"))
        conventions.creationCheck = .identity
        conventions.requests[.create] = .init(.put, "{path}/{id}")
        for id in ["..", ""] {
            try await withExampleServer { server, url async throws in
                let session = NetworkingSession(url: url)
                let cards = BatchCardRepository(store: session, conventions: conventions)
                let results = await cards.create(all: [id, "b"].map { Card(id: $0, title: "t") })
                #expect(await server.lines.isEmpty)
                let error = #expect(throws: RepositoryError.self) { try results[0].get() }
                #expect(error?.code == .invalidRequest)
            }
        }
    }
}
