import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Services with incremental listings by a header field, like Eve.
@Suite("Changes by a header field") struct ChangesByHeaderTests {
    private static let noon = "Mon, 23 Nov 2026 12:00:00 GMT"
    private static let oneSecondBefore = "Mon, 23 Nov 2026 11:59:59 GMT"
    private static let later = "Mon, 23 Nov 2026 12:01:00 GMT"

    private static let conventions = Conventions(
        paging: .init(.next("next")),
        tombstone: "deleted",
        changes: .init(header: "If-Modified-Since", cursor: .header("Last-Modified"))
    )

    private static func page(
        _ notes: String...,
        at date: String? = noon,
        made: String? = later,
        next: String? = nil
    ) -> ScriptedAnswer {
        let link = next.map { #","next":"\#($0)""# } ?? ""
        var headers: [String: String] = [:]
        headers["Last-Modified"] = date
        headers["Date"] = made
        return .json(
            #"{"items":[\#(notes.joined(separator: ","))]\#(link)}"#,
            headers: headers
        )
    }

    private static func note(_ id: String, _ text: String = "hi") -> String {
        #"{"id":"\#(id)","text":"\#(text)"}"#
    }

    /// Synchronizes a device with some responses of a service; its session has a cache.
    private func with(
        _ answers: [ScriptedAnswer],
        _ body: (ExampleServer, Device, NoteRepository) async throws -> Void
    ) async throws {
        var conventions = Self.conventions
        conventions.envelope.list = "items"
        try await withExampleServer { [conventions] server, url in
            await server.script("GET", "/notes", answers)
            let session = NetworkingSession(url: url).with(.cache())
            let notes = NoteRepository(store: session, path: "notes", conventions: conventions)
            try await body(server, try await Device(RemoteCollection(notes)), notes)
        }
    }

    /// Returns the positions from which listings were requested.
    private func questions(_ server: ExampleServer) async -> [String?] {
        await server.headers("if-modified-since", of: "GET")
    }

    @Test("are requested on every page, and 304 means that there are none")
    func asked() async throws {
        let answers = [
            Self.page(Self.note("1"), Self.note("2"), next: "/notes?page=2"),
            Self.page(Self.note("3")),
            ScriptedAnswer(304),
            Self.page(Self.note("1", "ho"), at: Self.later, made: nil, next: "/notes?page=2"),
            Self.page(#"{"id":"2","deleted":true}"#, at: Self.later),
            Self.page(at: Self.later),
        ]
        try await with(answers) { server, device, _ async throws in
            _ = await device.synchronize()
            let nothing = await device.synchronize()
            #expect(nothing.isComplete && nothing.removed == 0, "\(nothing)")
            #expect(try await device.entities().map(\.id) == ["1", "2", "3"])
            let report = await device.synchronize()
            #expect((report.pulled, report.removed) == (1, 1))
            let notes = try await device.entities().sorted { $0.id < $1.id }
            #expect(notes == [Note(id: "1", text: "ho"), Note(id: "3", text: "hi")])
            let noon = Self.noon
            #expect(await questions(server) == [nil, nil, noon, noon, noon])
        }
    }

    // The trap: a change after the listing, but within its second, has no later date.
    @Test(
        "are requested from one second before, if that second may not have been over",
        arguments: [(later, noon), (noon, oneSecondBefore), (nil, oneSecondBefore)]
    )
    func second(made: String?, question: String) async throws {
        let answers = [Self.page(Self.note("1"), made: made), Self.page()]
        try await with(answers) { server, device, _ async throws in
            _ = await device.synchronize()
            _ = await device.synchronize()
            #expect(await questions(server) == [nil, question])
        }
    }

    // The trap: both have one URL, and after a 304 the changes would count as the whole.
    @Test("are not cached as a full listing")
    func cached() async throws {
        let answers = [
            Self.page(Self.note("1")), Self.page(Self.note("2")), ScriptedAnswer(304),
        ]
        try await with(answers) { _, device, notes async throws in
            _ = await device.synchronize()
            _ = await device.synchronize()
            #expect(try await notes.find(.all).map(\.id) == ["1"])
            #expect(try await device.entities().map(\.id) == ["1", "2"])
        }
    }

    @Test("are requested again if a later page fails")
    func unansweredPage() async throws {
        let answers = [
            Self.page(), Self.page(Self.note("1"), at: Self.later, next: "/notes?page=2"),
            ScriptedAnswer(304), Self.page(),
        ]
        try await with(answers) { server, device, _ async throws in
            for _ in 1...3 { _ = await device.synchronize() }
            #expect(await questions(server) == [nil, Self.noon, Self.noon, Self.noon])
        }
    }

    @Test("in a 304 to a full request are not a listing")
    func unasked() async throws {
        let answers = [Self.page(Self.note("1"), at: nil), ScriptedAnswer(304)]
        try await with(answers) { server, device, _ async throws in
            _ = await device.synchronize()
            let report = await device.synchronize()
            #expect(report.problems.count == 1)
            #expect(try await device.entities().map(\.id) == ["1"])
            #expect(await questions(server) == [nil, nil])
        }
    }
}
