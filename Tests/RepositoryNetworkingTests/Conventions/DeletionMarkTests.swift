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
