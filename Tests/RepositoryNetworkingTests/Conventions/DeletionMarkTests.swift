import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// What a service says of what it has deleted, and still lists.
@Suite("Marks of deletion") struct DeletionMarkTests {
    private let conventions = Conventions(tombstone: "gone")

    @Test(
        "are true, or say since when",
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
        "say nothing else of what is there",
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
        "are one value and no other, where the conventions say which",
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

    @Test("that are words remove what is kept in a store, and changes of it are a conflict")
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

    @Test("that are dates remove what is kept in a store")
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
