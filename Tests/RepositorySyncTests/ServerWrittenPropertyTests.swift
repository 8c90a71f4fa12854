import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Properties that only the server writes do not cause conflicts.
@Suite struct ServerWrittenPropertyTests {
    private static let answer = #"{"id":"7","title":"a"}"#
    private static let complete = #"{"id":"7","title":"a","items":["x"],"views":5}"#

    /// Creates a recipe, whose response lacks the read-only properties, and pushes it.
    private func run(
        _ conflicts: ConflictPolicy,
        reading body: String = Self.complete,
        _ check: (World, RepositoryProxy<Recipe>) async throws -> Void
    ) async throws {
        try await World.run(conflicts: conflicts) { world in
            await world.server.script("POST", "/recipes", .json(Self.answer, status: 201))
            await world.server.script("GET", "/recipes/7", .json(body))
            await world.server.script("DELETE", "/recipes/7", .json("{}"))
            await world.server.script("GET", "/recipes", .json("[\(body)]"))
            let collection = RemoteCollection(
                RecipeRepository(store: world.session),
                conflicts: conflicts
            )
            let recipes = try await RecipeRepository(store: world.session)
                .offline(with: world.synchronizer)
            // Overrides the schema's policy.
            try await world.synchronizer.register(collection)
            // Not by the proxy, which sends its writes automatically.
            try await world.create(Recipe(id: "new", title: "a"))
            #expect(await world.synchronizer.push().acknowledged == 1)
            try await check(world, recipes)
        }
    }

    // The trap: the missing property is taken for the identity, and gets a made-up value.
    @Test(
        "an entity that lacks a required one cannot be created offline",
        arguments: Store.allCases
    )
    func required(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.storage.prepare(Receipt.self)
            let receipts = RepositoryProxy<Receipt>(storage: world.storage)
            let error = try await repositoryError {
                _ = try await receipts.create(Receipt.Draft(id: "r1", text: "a"))
            }
            #expect(error.code == .invalidRequest)
            #expect(error.message.contains("'number'"))
            #expect(try await receipts.find(.all).isEmpty)
        }
    }

    // The trap: the read-only property missing in the response looks like a foreign change.
    @Test(
        "a deletion is carried out even if the response to the creation was incomplete",
        arguments: ConflictPolicy.allCases
    )
    func deletion(conflicts: ConflictPolicy) async throws {
        try await run(conflicts) { world, _ in
            try await world.deleteRecipe("7")
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 1, "\(report)")
            #expect(report.conflicts.isEmpty && report.rejected.isEmpty)
            #expect(await world.writes() == ["POST /recipes", "DELETE /recipes/7"])
            #expect(try await world.local(Recipe.self).isEmpty)
        }
    }

    @Test(
        "an update is sent even if the response to the creation was incomplete",
        arguments: ConflictPolicy.allCases
    )
    func update(conflicts: ConflictPolicy) async throws {
        try await run(conflicts) { world, recipes in
            var recipe = try await recipes.find(id: "7")
            recipe.title = "b"
            let updated = #"{"id":"7","title":"b","items":["x"],"views":5}"#
            await world.server.script("PUT", "/recipes/7", .json(updated))
            await world.server.script("PATCH", "/recipes/7", .json(updated))
            try await world.update(recipe)
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 1, "\(report)")
            #expect(report.conflicts.isEmpty && report.rejected.isEmpty)
            #expect(try await world.local(Recipe.self).map(\.title) == ["b"])
        }
    }

    // The trap: each read changes the counter, so that no deletion ever succeeds.
    @Test(
        "a counter that the server updates does not prevent a deletion",
        arguments: ConflictPolicy.allCases
    )
    func counter(conflicts: ConflictPolicy) async throws {
        try await run(conflicts) { world, _ in
            #expect(await world.synchronize().problems.isEmpty)
            let seen = #"{"id":"7","title":"a","items":["x"],"views":6}"#
            await world.server.script("GET", "/recipes/7", .json(seen))
            try await world.deleteRecipe("7")
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 1, "\(report)")
            #expect(await world.writes().last == "DELETE /recipes/7")
        }
    }

    @Test(
        "nor a direct one",
        arguments: [ConflictPolicy.merge, .serverWins, .fail]
    )
    func directDeletion(conflicts: ConflictPolicy) async throws {
        try await run(conflicts) { world, _ in
            let recipes = RepositoryProxy(
                remote: RecipeRepository(store: world.session),
                synchronizer: world.synchronizer,
                strategy: Strategy(.remoteFirst)
            )
            let tag = ["ETag": "\"1\""]
            await world.server.script("GET", "/recipes/7", .json(Self.complete, headers: tag))
            let recipe = try await recipes.find(id: "7")
            let seen = #"{"id":"7","title":"a","items":["x"],"views":6}"#
            let newTag = ["ETag": "\"2\""]
            await world.server.script("GET", "/recipes/7", .json(seen, headers: newTag))
            await world.server.setFaults { request in
                request.method == "DELETE" && request.headers["if-match"] != "\"2\""
                    ? .answer(ScriptedAnswer(412)) : nil
            }
            try await recipes.delete(id: recipe.id)
            #expect(await world.writes().suffix(2) == ["DELETE /recipes/7", "DELETE /recipes/7"])
            #expect(try await world.local(Recipe.self).isEmpty)
        }
    }

    @Test("another client's change still prevents a deletion, and is reported")
    func foreignChange() async throws {
        let changed = #"{"id":"7","title":"theirs","items":["x"],"views":5}"#
        try await run(.merge, reading: changed) { world, _ in
            try await world.deleteRecipe("7")
            let report = await world.synchronizer.push()
            #expect(report.superseded == 1 && report.conflicts.count == 1)
            #expect(await world.writes() == ["POST /recipes"])
            #expect(try await world.local(Recipe.self).map(\.title) == ["theirs"])
        }
    }
}

extension World {
    fileprivate func deleteRecipe(_ id: String) async throws {
        try await storage.write { store throws(StorageError) in
            try Outbox(Recipe.schema, in: store).delete(id: id)
        }
    }
}
