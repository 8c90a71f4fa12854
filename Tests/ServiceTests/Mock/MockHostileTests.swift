import FlyingSocks
import Foundation
import RepositoryRuntime
import ServiceMock
import Testing

/// Unusual requests and recursive schemas do not stop a mock.
@Suite("Hostile requests to a mock", .timeLimit(.minutes(30))) struct MockHostileTests {
    private static let schema = """
        repogen: 1
        values:
          Minus: { properties: { of: Term } }
          Number: { properties: { value: Int } }
        unions:
          Term: { discriminator: kind, cases: { minus: Minus, number: Number } }
        entities:
          Sum:
            id: { type: Int, assignedBy: either }
            properties:
              name: String
              term: Term
              tags: "[String] = []"
              owner?: { type: String, immutable: true }
              next?: Sum.ID
        repositories:
          Sums:
            entity: Sum
            path: sums
            remote: [create, read, update, patch, delete, synchronize]
            conventions: { patches: jsonPatch }
        """

    private func withMock(
        _ schema: String = schema,
        count: Int = 0,
        _ body: (MockServer, PlainClient) async throws -> Void
    ) async throws {
        try await ServiceTests.withMock(of: schema, count: count, body)
    }

    private static let sum: JSON = [
        "name": "a", "term": ["kind": "number", "value": 1], "owner": "me",
    ]

    @Test("a recursive union has a finite sample, and references are valid")
    func endless() async throws {
        try await withMock(count: 20) { (mock, client) async throws in
            let sums = mock.entities(of: "Sum")
            #expect(sums.count == 20)
            for sum in sums.values {
                guard let next = sum["next"]?.int else { continue }
                #expect(sums["\(next)"] != nil)
            }
            #expect(try await client.send("GET", "sums").isSuccess)
        }
    }

    @Test("a request after one whose response is cut is not processed")
    func pipelined() async throws {
        try await withMock(count: 3) { (mock, client) async throws in
            mock.faultRules = [try MockFaultRule("GET cut 1x")]
            let port = try #require(URL(string: mock.url)?.port)
            let text =
                "GET /sums HTTP/1.1\r\nHost: x\r\n\r\nDELETE /sums/1 HTTP/1.1\r\nHost: x\r\n\r\n"
            let socket = try Socket(domain: AF_INET)
            try socket.connect(to: sockaddr_in.inet(ip4: "127.0.0.1", port: UInt16(port)))
            _ = try socket.write(Data(text.utf8))
            // It ends when the server closes the connection.
            while let byte = try? socket.read() { _ = byte }
            try socket.close()
            #expect(mock.entities(of: "Sum").count == 3)
            #expect(try await client.send("GET", "sums").isSuccess)
        }
    }

    @Test("an identity has its type, and the greatest one does not stop the service")
    func identities() async throws {
        try await withMock { (mock, client) async throws in
            func create(_ id: JSON?) async throws -> Int {
                var sum = Self.sum
                sum["id"] = id
                return try await client.send("POST", "sums", sum).status
            }
            for id: JSON in ["abc", 1.5, [:], true] { #expect(try await create(id) == 422) }
            #expect(try await create(.number(.init(Int.max))) == 201)
            #expect(try await create(nil) == 201)
            #expect(mock.entities(of: "Sum").count == 2)
        }
    }

    @Test("JSON Patch supports all operations, and is atomic")
    func jsonPatch() async throws {
        try await withMock { (mock, client) async throws in
            #expect(try await client.send("POST", "sums", Self.sum).status == 201)
            func patch(_ operations: JSON...) async throws -> Int {
                try await client.send("PATCH", "sums/1", .array(operations)).status
            }
            func operation(_ name: String, _ path: String, _ value: JSON? = nil) -> JSON {
                var operation: JSON = ["op": .string(name), "path": .string(path)]
                operation["value"] = value
                return operation
            }
            #expect(
                try await patch(operation("add", "/tags/-", "b"), operation("add", "/tags/0", "a"))
                    == 200
            )
            #expect(mock.entities(of: "Sum")["1"]?["tags"] == ["a", "b"])
            #expect(
                try await patch(operation("remove", "/tags/0"), operation("test", "/tags/0", "b"))
                    == 200
            )
            #expect(mock.entities(of: "Sum")["1"]?["tags"] == ["b"])
            let move: JSON = ["op": "copy", "from": "/name", "path": "/tags/-"]
            #expect(try await patch(move) == 200)
            #expect(mock.entities(of: "Sum")["1"]?["tags"] == ["b", "a"])
            #expect(
                try await patch(operation("add", "/name", "x"), operation("remove", "/nix")) == 409
            )
            #expect(try await patch(operation("explode", "/name")) == 400)
            let deep = String(repeating: "/a", count: 100_000)
            #expect(try await patch(operation("add", deep, 1)) == 400)
            #expect(mock.entities(of: "Sum")["1"]?["name"] == "a")
        }
    }

    @Test("PUT keeps immutable properties, and gives missing ones their defaults")
    func replacement() async throws {
        try await withMock { (mock, client) async throws in
            #expect(try await client.send("POST", "sums", Self.sum).status == 201)
            var sum = Self.sum
            sum["owner"] = "you"
            sum["name"] = "b"
            let answer = try await client.send("PUT", "sums/1", sum)
            #expect(answer.json["owner"] == "me" && answer.json["name"] == "b")
            #expect(answer.json["tags"] == [])
            #expect(mock.entities(of: "Sum")["1"] == answer.json.object)
        }
    }

    @Test("a patch sent with PUT changes only what it contains")
    func patchByPUT() async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://desk.example.com
                conventions: { requests: { patch: { put: "{path}/{id}/parts" } } }
            entities: { Note: { id: Int, properties: { text: String, "stars?": Int } } }
            repositories: { Notes: { entity: Note, path: notes, remote: [create, read, patch] } }
            """
        try await withMock(schema) { (_, client) in
            _ = try await client.send("POST", "notes", ["text": "a", "stars": 3])
            let patched = try await client.send("PUT", "notes/1/parts", ["stars": 4])
            #expect(patched.status == 200)
            #expect(patched.json == ["id": 1, "text": "a", "stars": 4])
        }
    }

    @Test("a rejected element of a batch is named, and none is created")
    func manyCreations() async throws {
        try await withMock { (mock, client) async throws in
            let answer = try await client.send(
                "POST",
                "sums/collection",
                [Self.sum, ["term": ["kind": "number", "value": 1]]]
            )
            #expect(answer.status == 422)
            #expect(answer.json["errors"]?.object?.keys.sorted() == ["[1].name"])
            #expect(mock.entities(of: "Sum").isEmpty)
        }
    }

    @Test("a deeply nested form is rejected")
    func deepForm() async throws {
        try await withForm { (url) async throws in
            let deep = "name=x&metadata" + String(repeating: "[a]", count: 100_000) + "=1"
            let repeated = "name=x&preferred_locales[]=de&preferred_locales[]=en"
            for (body, status) in [(deep, 400), (repeated, 201)] {
                var request = URLRequest(url: try #require(URL(string: "\(url)/v1/customers")))
                request.httpMethod = "POST"
                request.httpBody = Data(body.utf8)
                let (data, response) = try await URLSession.shared.data(for: request)
                #expect((response as? HTTPURLResponse)?.statusCode == status)
                guard status == 201 else { continue }
                #expect(try JSON(jsonData: data)["preferred_locales"] == ["de", "en"])
            }
        }
    }

    @Test("nested batches are rejected")
    func nestedBatch() async throws {
        try await Self.withMockOfKinto { (client) async throws in
            let inner: JSON = ["requests": [["method": "GET", "path": "/batch"]]]
            let outer: JSON = [
                "requests": [["method": "POST", "path": "/batch", "body": inner]]
            ]
            let answer = try await client.send("POST", "batch", outer)
            #expect(answer.json["responses"]?[0]?["status"] == 400)
        }
    }

    private static func withMockOfKinto(_ body: (PlainClient) async throws -> Void) async throws {
        try await ServiceTests.withMock(KintoSubject.self) { (_, _, client) async throws in
            try await body(client)
        }
    }

    private func withForm(_ body: (_ url: String) async throws -> Void) async throws {
        try await ServiceTests.withMock(StripeSubject.self) { (mock, _, _) async throws in
            try await body(mock.url)
        }
    }
}

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
