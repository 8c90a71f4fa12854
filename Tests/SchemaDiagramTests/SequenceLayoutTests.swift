import Diagnostics
import SchemaDiagram
import SchemaLanguage
import Testing

/// Writes and requests, drawn as sequences.
@Suite struct SequenceLayoutTests {
    private static func schema(_ repository: String, conventions: String = "") -> String {
        """
        repogen: 1
        apis: { Main: { baseURL: "https://example.com/v1", authentication: bearer\(conventions) } }
        values: { Problem: { properties: { reason: String } } }
        entities: { Order: { id: Int, properties: { total: Int } } }
        repositories: { Orders: { entity: Order, path: orders, \(repository) } }
        endpoints:
          Place:
            post: /orders/{shop}
            path: { shop: String }
            query: { limit?: Int }
            headers: { trace: { type: String, key: X-Trace } }
            body: Order.Draft
            responses: { 201: Order, 202: Problem }
            errors: { 404: Problem, 4xx: Problem }
        """
    }

    private func diagram(_ repository: String, conventions: String = "") throws -> Diagram {
        let text = Self.schema(repository, conventions: conventions)
        let source = try #require(
            try SampleSchema.sources(of: [SourceFile(path: "a.yaml", text: text)]).first
        )
        let declared = try #require(source.schema.repositories.first)
        return try #require(WriteDiagram(of: declared, in: source)?.diagram)
    }

    private static let repositories = [
        "local: sqlite, strategy: offlineFirst, conflicts: merge",
        "local: sqlite, strategy: default, conflicts: fail", "local: memory, strategy: localOnly",
        "remote: [create]", "local: sqlite, conflicts: clientWins, strategy: remoteOnly",
        "local: sqlite, conflicts: serverWins, "
            + "strategy: { default: remoteFirst, create: { target: local, synchronize: true } }",
    ]

    @Test("the texts of a sequence do not overlap, and all are inside", arguments: repositories)
    func overlaps(repository: String) throws {
        let picture = try DrawnPicture(try diagram(repository).text(as: .svg))
        #expect(picture.texts.count > 8)
        #expect(DrawnPicture.overlaps(picture.texts) == [])
        let page = try #require(picture.boxes(["page"]).first)
        for text in picture.texts {
            #expect(text.left >= page.left && text.right <= page.right, "\(text)")
            #expect(text.bottom <= page.bottom, "\(text)")
        }
    }

    @Test(
        "a write goes to the sides of its strategy",
        arguments: zip(
            repositories,
            [
                (
                    shown: [
                        "local store, then server", "pending write, in the same transaction",
                        "merge",
                    ],
                    hidden: ["superseded"]
                ),
                (shown: ["server, then local store", "conflicted", "marked as sent"], hidden: []),
                (
                    shown: ["without a pending write", "never sent"],
                    hidden: ["Synchronization"]
                ),
                (
                    shown: ["POST /orders", "throws the server error"],
                    hidden: ["Local store", "Outbox", "PUT", "Synchronization"]
                ),
                (shown: ["server only"], hidden: ["pending", "Synchronization"]),
                (
                    shown: ["superseded", "server, then local store", "local store only"],
                    hidden: []
                ),
            ]
        )
    )
    func strategies(repository: String, expected: (shown: [String], hidden: [String])) throws {
        let text = try DrawnPicture(try diagram(repository).text(as: .svg)).all("text")
            .map(\.text).joined(separator: "\n")
        for part in expected.shown { #expect(text.contains(part), "\(part)\n\(text)") }
        for part in expected.hidden { #expect(!text.contains(part), "\(part)\n\(text)") }
    }

    @Test(
        "requests follow the conventions",
        arguments: [
            (
                "",
                [
                    "POST /orders", "PUT /orders/{id}", "If-Match: the entity tag",
                    "looked up in the listing",
                ]
            ),
            (
                ", conventions: { requests: { update: { post: \"{path}/{id}/change\" } }, versions: none }",
                ["POST /orders/{id}/change"]
            ),
            (
                ", conventions: { creation: { idempotencyKey: Once-Key } }",
                ["header Once-Key", "with the same idempotency key"]
            ),
        ]
    )
    func conventions(conventions: String, expected: [String]) throws {
        let repository = "remote: [create, read, update], local: sqlite, strategy: offlineFirst"
        let text = try diagram(repository, conventions: conventions).text(as: .svg)
        for part in expected { #expect(text.contains(part), "\(part)") }
        #expect(text.contains("If-Match") == !conventions.contains("versions: none"))
    }

    @Test(
        "a creation with an identity of the client is looked up by it, unless the schema says otherwise",
        arguments: [
            ("client", "", "by its client-assigned identity"),
            ("client", "conventions: { creation: comparison }", "in the listing"),
            ("either", "", "in the listing"), ("server", "", "in the listing"),
        ]
    )
    func identities(origin: String, conventions: String, expected: String) throws {
        let text = """
            repogen: 1
            entities:
              Order: { id: { type: Int, assignedBy: \(origin) }, properties: { total: Int } }
            repositories:
              Orders:
                entity: Order
                path: orders
                local: sqlite
                strategy: offlineFirst
                \(conventions)
            """
        let source = try #require(
            try SampleSchema.sources(of: [SourceFile(path: "a.yaml", text: text)]).first
        )
        let declared = try #require(source.schema.repositories.first)
        let diagram = try #require(WriteDiagram(of: declared, in: source)).diagram
        #expect(diagram.text(as: .svg).contains(expected))
    }

    @Test("a parameter of an endpoint hides the constant of its API with the same name")
    func constants() throws {
        let text = """
            repogen: 1
            apis:
              Main:
                baseURL: "https://example.com/v1"
                query: { lang: en, page: 1 }
                headers: { X-Client: app, X-Other: "2" }
            endpoints:
              List: { get: /a, query: { lang: Int }, headers: { x-client: Int }, response: text }
            """
        let source = try #require(
            try SampleSchema.sources(of: [SourceFile(path: "a.yaml", text: text)]).first
        )
        let endpoint = try #require(source.schema.endpoints.first)
        let picture = try DrawnPicture(
            EndpointDiagram(of: endpoint, in: source).diagram.text(as: .svg)
        )
        let texts = Set(picture.all("text").map(\.text))
        for expected in ["query lang: Int", "header x-client: Int", "query page=1"] {
            #expect(texts.contains(expected), "\(expected) is not among \(texts.sorted())")
        }
        #expect(texts.contains("header X-Other: 2"))
        #expect(!texts.contains("query lang=en") && !texts.contains("header X-Client: app"))
    }

    @Test("an endpoint shows its request, and responses by status")
    func endpoint() throws {
        let text = Self.schema("remote: [read]")
        let source = try #require(
            try SampleSchema.sources(of: [SourceFile(path: "a.yaml", text: text)]).first
        )
        let endpoint = try #require(source.schema.endpoints.first)
        let diagram = EndpointDiagram(of: endpoint, in: source).diagram
        let picture = try DrawnPicture(diagram.text(as: .svg))
        #expect(DrawnPicture.overlaps(picture.texts) == [])
        let texts = Set(picture.all("text").map(\.text))
        for expected in [
            "POST /orders/{shop}", "path shop: String", "query limit: Int?",
            "header X-Trace: String",
            "header Authorization: Bearer …", "body Order.Draft", "201: success", "202: success",
            "404: error", "4xx: error", "any other status: error", "Order", "Problem",
            "https://example.com/v1",
        ] {
            #expect(texts.contains(expected), "\(expected) is not among \(texts.sorted())")
        }
        // A repository that only reads has no writes to show.
        let repository = try #require(source.schema.repositories.first)
        #expect(WriteDiagram(of: repository, in: source) == nil)
    }
}
