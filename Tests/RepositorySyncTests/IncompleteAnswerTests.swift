import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// Responses that omit properties.
@Suite struct IncompleteAnswerTests {
    private static let listed = #"[{"id":"n","title":"a"}]"#
    private static let whole = #"{"id":"n","title":"a","content":"known"}"#
    private static let written = #"{"id":"n","title":"b","content":"mine"}"#
    private static let answer = #"{"id":"n","title":"b","content":null}"#

    private static let sketch = #"{"id":"s","title":"b","content":"theirs"}"#

    private func run(
        _ body: (World, RepositoryProxy<Notebook>) async throws -> Void
    ) async throws {
        try await World.run { world in
            await world.server.script("GET", "/notebooks", .json(Self.listed))
            await world.server.script("GET", "/notebooks/n", .json(Self.whole))
            let remote = NotebookRepository(store: world.session)
            _ = try await remote.offline(with: world.synchronizer)
            try await body(world, world.quiet(remote))
        }
    }

    // The trap: null in the response erases locally the value that the server has just stored.
    @Test("a null in the response to an update erases nothing without reading it back")
    func nullInAnswer() async throws {
        try await run { world, notebooks in
            #expect(await world.synchronize().problems.isEmpty)
            _ = try await notebooks.find(id: "n")
            await world.server.script("PUT", "/notebooks/n", .json(Self.answer))
            try await notebooks.update(Notebook(id: "n", title: "b", content: "mine"))
            let read = world.server
            await read.script("GET", "/notebooks/n", .json(Self.whole), .json(Self.written))
            #expect(await world.synchronizer.push().acknowledged == 1)
            let stored = try await world.local(Notebook.self)
            #expect(stored == [Notebook(id: "n", title: "b", content: "mine")])
        }
    }

    // The trap: the stored copy is found, and the property is never fetched.
    @Test("find(id:) fetches properties that lists omit, and stores them")
    func unlisted() async throws {
        try await run { world, notebooks in
            #expect(await world.synchronize().problems.isEmpty)
            let listed = try await world.local(Notebook.self)
            #expect(listed == [Notebook(id: "n", title: "a", content: nil)])
            world.clock.advance(by: .seconds(1))
            let found = try await notebooks.find(id: "n")
            #expect(found.content == "known")
            let requests = await world.server.requests.count
            let again = try await notebooks.find(id: "n")
            #expect(again.content == "known")
            #expect(await world.server.requests.count == requests)
        }
    }

    // The trap: on a service that ignores `If-None-Match: *`, the creation replaces the other one.
    @Test("a creation by PUT does not overwrite an existing entity")
    func occupied() async throws {
        try await run { world, notebooks in
            await world.server.script("PUT", "/notebooks/n", .json(Self.written))
            let collection = RemoteCollection(
                NotebookRepository(store: world.session),
                conflicts: .fail
            )
            try await world.synchronizer.register(collection)
            try await notebooks.create(Notebook.Draft(id: "n", title: "mine", content: "new"))
            let report = await world.synchronizer.push()
            #expect(report.rejected.count == 1 && report.conflicts.count == 1, "\(report)")
            #expect(await world.writes().isEmpty)
        }
    }

    @Test("a creation by PUT is sent if there is no such entity")
    func vacant() async throws {
        try await run { world, notebooks in
            await world.server.script("GET", "/notebooks/m", .json("{}", status: 404))
            let created = #"{"id":"m","title":"mine","content":"new"}"#
            await world.server.script("PUT", "/notebooks/m", .json(created, status: 201))
            try await notebooks.create(Notebook.Draft(id: "m", title: "mine", content: "new"))
            #expect(await world.synchronizer.push().acknowledged == 1)
            #expect(await world.writes() == ["PUT /notebooks/m"])
        }
    }

    @Test("without the server, find(id:) returns the copy from a list")
    func unlistedOffline() async throws {
        try await run { world, notebooks in
            #expect(await world.synchronize().problems.isEmpty)
            await world.disturb(.cutBefore, ["GET"])
            let found = try await notebooks.results.find(id: "n")
            #expect(found.value.title == "a")
        }
    }

    // The trap: null means "not included", and erases the content sent, or the known one.
    @Test(
        "properties omitted in responses to writes are kept as sent, without reading back",
        arguments: [#"{"id":"s","title":"b","content":null}"#, #"{"id":"s","title":"b"}"#]
    )
    func unreturned(answer: String) async throws {
        try await World.run { world in
            let remote = SketchRepository(store: world.session)
            _ = try await remote.offline(with: world.synchronizer)
            let sketches = world.quiet(remote)
            await world.server.script("GET", "/sketches", .json("[]"))
            await world.server.script("POST", "/sketches", .json(answer, status: 201))
            try await sketches.create(Sketch.Draft(title: "b", content: "mine"))
            #expect(await world.synchronizer.push().acknowledged == 1)
            #expect(await world.server.count(of: "GET") == 0)
            let stored = try await world.local(Sketch.self)
            #expect(stored == [Sketch(id: "s", title: "b", content: "mine", items: nil)])
            let whole = #"{"id":"s","title":"b","content":"mine","items":["x"]}"#
            await world.server.script("GET", "/sketches/s", .json(whole))
            world.clock.advance(by: .seconds(1))
            let found = try await sketches.find(id: "s")
            #expect(found.items == ["x"])
            try await sketches.delete(id: "s")
            await world.server.script("DELETE", "/sketches/s", .json("{}"))
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 1 && report.conflicts.isEmpty, "\(report)")
        }
    }

    // The trap: with the tag of the response, the stored entity counts as complete.
    @Test("a direct response that omits properties has no tag")
    func partialTag() async throws {
        try await World.run { world in
            let remote = SketchRepository(store: world.session)
            try await world.synchronizer.register(RemoteCollection(remote))
            let sketches = RepositoryProxy(
                remote: remote,
                synchronizer: world.synchronizer,
                strategy: Strategy(.localFirst, [.create: .remoteFirst])
            )
            let answer = ScriptedAnswer.json(
                #"{"id":"s","title":"b"}"#,
                status: 201,
                headers: ["ETag": "\"1\""]
            )
            await world.server.script("POST", "/sketches", answer)
            let whole = #"{"id":"s","title":"b","content":"theirs","items":["x"]}"#
            await world.server.script("GET", "/sketches/s", .json(whole))
            try await sketches.create(Sketch.Draft(title: "b", content: nil))
            #expect(try await sketches.find(id: "s").items == ["x"])
        }
    }

    // The trap: the result of a repository, which a proxy stores, lacks the content sent.
    @Test("a direct write returns the values sent that the response omits")
    func directly() async throws {
        try await World.run { world in
            let answer = #"{"id":"s","title":"b","content":null}"#
            await world.server.script("PUT", "/sketches/s", .json(answer))
            await world.server.script("PATCH", "/sketches/s", .json(answer))
            await world.server.script("POST", "/sketches", .json(answer, status: 201))
            let sketches = SketchRepository(store: world.session)
            let mine = Sketch(id: "s", title: "b", content: "mine", items: nil)
            let created = try await sketches.create(mine.draft)
            let updated = try await sketches.update(mine)
            let old = Sketch(id: "s", title: "a", content: "old", items: nil)
            let merged = try await sketches.patch(mine, from: old)
            #expect([created, updated, merged] == [mine, mine, mine])
            #expect(await world.server.count(of: "GET") == 0)
            // Only the server knows the properties that are not in the patch.
            await world.server.script("GET", "/sketches/s", .json(Self.sketch))
            let patched = try await sketches.patch(id: "s", with: .init(title: .set("b")))
            #expect(patched.content == "theirs")
        }
    }

    @Test("a null in the response to a direct write erases nothing without reading it back")
    func directNull() async throws {
        try await run { world, _ in
            let repository = NotebookRepository(store: world.session)
            await world.server.script("PUT", "/notebooks/n", .json(Self.answer))
            await world.server.script("GET", "/notebooks/n", .json(Self.written))
            let mine = Notebook(id: "n", title: "b", content: "mine")
            let updated = try await repository.update(mine)
            #expect(updated == mine)
            #expect(await world.server.count(of: "GET") == 1)
        }
    }
}
