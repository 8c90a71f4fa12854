import Foundation
import HTTPTypes
import RepositoryRuntime
import ServiceMock
import Testing

/// A mock, as seen by any client.
@Suite("Mock server", .timeLimit(.minutes(30))) struct MockServerTests {
    private static let schema = """
        repogen: 1
        apis:
          Market:
            baseURL: https://shop.example.com/v1
            conventions:
              tombstone: deleted
              changes: { parameter: since, cursor: { header: X-Cursor } }
              creation: { idempotencyKey: Idempotency-Key }
        enums:
          Size: { type: String, cases: [small, large] }
        entities:
          Shop:
            id: Int
            properties: { name: String }
          Item:
            id: Int
            properties:
              title: { type: String, maxLength: 40 }
              size: Size
              shop?: Shop.ID?
              price: { type: Decimal = 1, indexed: true }
              secret?: { type: String, writeOnly: true }
              createdAt?: { type: Date, readOnly: true }
        endpoints:
          Search:
            get: /search/{category}
            query: { text: String, "limit?": Int }
            response: [Item]
          Offer:
            get: /offers/{id}
            response: Item
          Greeting: { get: /greeting, response: { json: String }, example: "Hello" }
        repositories:
          Shops: { entity: Shop, path: shops, remote: [create, read, update, patch, delete] }
          Items: { entity: Item, path: items, remote: [create, read, update, patch, delete] }
        """

    /// Runs a body with a mock of the schema, and a client.
    private func withMock(
        count: Int = 0,
        seed: UInt64 = 0,
        bodies: [String: String] = [:],
        _ body: (MockServer, PlainClient) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "mock-\(UUID().uuidString)")
        let files = bodies.map { ("bodies/\($0.key)", $0.value) } + [("schema.yaml", Self.schema)]
        for (name, text) in files {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        let mock = try await MockServer.start(
            schemas: [folder.appending(path: "schema.yaml")],
            bodies: bodies.isEmpty ? nil : folder.appending(path: "bodies"),
            seed: seed,
            count: count
        )
        do {
            try await body(mock, PlainClient(url: mock.url + "/v1"))
        } catch {
            await mock.stop()
            throw error
        }
        await mock.stop()
    }

    @Test("a request that does not match the schema is rejected, with the key of each error")
    func validation() async throws {
        try await withMock { (_, client) async throws in
            let answer = try await client.send("POST", "items", ["size": "huge", "shop": 7])
            #expect(answer.status == 422)
            let errors = try #require(answer.json["errors"]?.object)
            #expect(
                errors == [
                    "title": ["This property is required."],
                    "size": ["Expected one of 'small', 'large', found \"huge\"."],
                    "shop": ["No entity has the identity '7'."],
                ]
            )
            #expect(try await client.send("GET", "items").json == [])
        }
    }

    @Test("violated constraints are rejected, and made-up values satisfy them")
    func constraints() async throws {
        try await withMock(count: 50) { (mock, client) async throws in
            let body: JSON = ["title": .string(String(repeating: "x", count: 41)), "size": "small"]
            let answer = try await client.send("POST", "items", body)
            #expect(answer.status == 422)
            let message = answer.json["errors"]?["title"]?[0]?.string ?? ""
            #expect(message == "This property must have at most 40 characters.", "\(message)")
            for item in mock.entities(of: "Item").values {
                #expect((item["title"]?.string?.unicodeScalars.count ?? 99) <= 40)
            }
        }
    }

    @Test("read-only and unknown properties are ignored")
    func ignored() async throws {
        try await withMock { (mock, client) async throws in
            let body: JSON = [
                "id": 500, "title": "pen", "size": "small", "secret": "s", "color": "red",
                "createdAt": "2001-01-01T00:00:00Z",
            ]
            let answer = try await client.send("POST", "items", body)
            #expect(answer.status == 201)
            #expect(answer.header("Location") == "/v1/items/1")
            let item = try #require(mock.entities(of: "Item")["1"])
            #expect(Set(item.keys) == ["id", "title", "size", "price", "createdAt"])
            #expect(item["price"] == 1 && item["createdAt"] != "2001-01-01T00:00:00Z")
            #expect(answer.json.object == item)
        }
    }

    @Test("an unknown path is named, and a wrong method lists the right ones")
    func unknown() async throws {
        try await withMock { (_, client) async throws in
            let slash = try await client.send("GET", "items/")
            #expect(slash.status == 404)
            let detail =
                "The schema does not declare the path '/v1/items/'. Did you mean '/v1/items'?"
            #expect(slash.json["detail"]?.string == detail)
            let method = try await client.send("PUT", "greeting")
            #expect(method.status == 405)
            #expect(method.header("Allow") == "GET")
        }
    }

    @Test("a page has links, counts, filters and orders")
    func listing() async throws {
        try await withMock(count: 250) { (_, client) async throws in
            var page = try await client.send("GET", "items?sort=-price,title")
            #expect(page.header("X-Total-Count") == "250")
            var items = page.json.array ?? []
            while let link = page.header("Link") {
                let address = link.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" }
                page = try await client.send("GET", String(address))
                items += page.json.array ?? []
            }
            #expect(items.count == 250)
            let prices = items.compactMap { $0["price"]?.double }
            #expect(prices == prices.sorted(by: >))
            let small = try await client.send("GET", "items?size=small&limit=3&offset=1")
            #expect(small.json.array?.count == 3)
            #expect(small.json.array?.allSatisfy { $0["size"] == "small" } == true)
            #expect(try await client.send("GET", "items?limit=x").status == 400)
        }
    }

    @Test("a listing of changes has new, changed and deleted entities")
    func changes() async throws {
        try await withMock(count: 3) { (mock, client) async throws in
            let ids = mock.entities(of: "Shop").keys.sorted()
            let cursor = try #require(
                try await client.send("GET", "shops").header("X-Cursor")
            )
            let first = try await client.send("GET", "shops?since=\(cursor)")
            #expect(first.json == [])
            mock.change(ids[0], of: "Shop", ["name": "changed"])
            mock.delete(ids[1], of: "Shop")
            let changed = try await client.send("GET", "shops?since=\(cursor)")
            #expect(
                changed.json.array?.map { [$0["name"], $0["deleted"]] } == [
                    ["changed", nil], [nil, true],
                ]
            )
        }
    }

    @Test("a create with a used idempotency key happens once, and fails with another body")
    func idempotencyKeys() async throws {
        try await withMock { (mock, client) async throws in
            let key = ["Idempotency-Key": "k1"]
            let first = try await client.send("POST", "shops", ["name": "one"], headers: key)
            let second = try await client.send("POST", "shops", ["name": "one"], headers: key)
            #expect(first.json == second.json && second.status == 201)
            let other = try await client.send("POST", "shops", ["name": "two"], headers: key)
            #expect(other.status == 422)
            #expect(mock.entities(of: "Shop").count == 1)
        }
    }

    @Test("a write of an old version is rejected, and a conditional read has no body")
    func versions() async throws {
        try await withMock(count: 1) { (mock, client) async throws in
            let id = try #require(mock.entities(of: "Shop").keys.first)
            let tag = try #require(try await client.send("GET", "shops/\(id)").header("ETag"))
            let known = try await client.send("GET", "shops/\(id)", headers: ["If-None-Match": tag])
            #expect(known.status == 304)
            mock.change(id, of: "Shop", ["name": "theirs"])
            let stale = try await client.send(
                "PATCH",
                "shops/\(id)",
                ["name": "mine"],
                headers: ["If-Match": tag]
            )
            #expect(stale.status == 412)
            #expect(mock.entities(of: "Shop")[id]?["name"] == "theirs")
        }
    }

    @Test("an endpoint responds with its example, or based on its path and schema")
    func endpoints() async throws {
        try await withMock { (_, client) async throws in
            #expect(try await client.send("GET", "greeting").json == "Hello")
            let offer = try await client.send("GET", "offers/42")
            #expect(offer.json["id"] == 42)
            #expect(try await client.send("GET", "offers/42").data == offer.data)
            #expect(try await client.send("GET", "search/pens?text=blue").json.array?.count == 20)
            let refused = try await client.send("GET", "search/pens?limit=many")
            #expect(refused.status == 400)
            #expect(Set(refused.json["errors"]?.object?.keys.map(\.self) ?? []).count == 2)
        }
    }

    @Test("a folder has the responses of endpoints, and the entities of repositories")
    func bodies() async throws {
        let offer = #"{"id":1,"title":"any","size":"small","price":1,"more":true}"#
        let special = #"{"id":25,"title":"special","size":"large","price":2}"#
        let bodies = [
            "Offer.json": offer, "Offer/25.json": special, "Greeting.json": #""Hi""#,
            "Shops.json": #"[{"id":7,"name":"corner"},{"id":8,"name":"market"}]"#,
        ]
        try await withMock(count: 5, bodies: bodies) { (mock, client) async throws in
            #expect(try await client.send("GET", "greeting").json == "Hi")
            let any = try await client.send("GET", "offers/1").data
            #expect(String(decoding: any, as: UTF8.self) == offer)
            #expect(try await client.send("GET", "offers/25").json["title"] == "special")
            #expect(mock.entities(of: "Shop").keys.sorted() == ["7", "8"])
            #expect(mock.entities(of: "Item").count == 5)
            let made = try await client.send("POST", "shops", ["name": "new"])
            #expect(made.json["id"] == 9)
        }
    }

    @Test("invalid bodies in a folder are reported with their position")
    func wrongBodies() async throws {
        let bodies = [
            "Offer.json": #"{"id":1,"size":"small","price":"x"}"#, "Offers.json": "{}",
            "Shops.json": #"[{"id":7}]"#, "Search.json": "[",
        ]
        let error = await #expect(throws: InvalidBodies.self) {
            try await withMock(bodies: bodies) { (_, _) async throws in }
        }
        let problems = try #require(error?.problems)
        #expect(problems.contains("Offer.json: title: This property is required."))
        #expect(problems.contains("Offer.json: price: Expected a number, found string."))
        #expect(
            problems.contains(
                "Offers.json: the schema has no endpoint and no repository 'Offers', did you mean "
                    + "'Offer'?"
            )
        )
        #expect(problems.contains("Shops.json: [0].name: This property is required."))
        #expect(problems.contains { $0.hasPrefix("Search.json: not JSON: ") })
    }

    @Test("the same seed gives the same entities, and another one gives others")
    func seeds() async throws {
        var found: [Data] = []
        for seed: UInt64 in [1, 1, 2] {
            try await withMock(count: 5, seed: seed) { (_, client) async throws in
                found.append(try await client.send("GET", "items").data)
            }
        }
        #expect(found[0] == found[1] && found[1] != found[2])
    }
}
