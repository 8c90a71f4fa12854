import Diagnostics
import SchemaLanguage
import Testing

@testable import SwiftEmitter

@Suite struct ReceivedEntitiesTests {
    private static let schema = """
        repogen: 1
        apis: { Shop: { baseURL: "https://shop.example.com" } }
        values: { Page: { properties: { items: [Item] } } }
        unions: { Result: { cases: { page: Page, text: String } } }
        entities:
          Item: { id: Int, properties: { name: String } }
          Box: { id: Int, properties: { page: Page } }

        """
    private static let uses: [(String, isReceived: Bool)] = [
        ("endpoints: { Items: { get: /items, response: \"[Item]\" } }", true),
        ("endpoints: { Find: { get: /items, response: Result } }", true),
        ("endpoints: { Add: { post: /items, body: Item } }", true),
        ("endpoints: { Add: { post: /items, errors: { 409: Item } } }", true),
        ("endpoints: { Add: { post: /boxes, body: Box.Draft } }", true),
        ("repositories: { Boxes: { entity: Box, path: boxes } }", true), ("", false),
        ("endpoints: { Find: { get: /items, response: Item.ID } }", false),
        ("endpoints: { Add: { post: /items, body: Item.Draft } }", false),
        ("endpoints: { Add: { patch: /items, body: Item.Patch, response: Item } }", false),
        ("repositories: { Items: { entity: Item, path: items } }", false),
        ("repositories: { Items: { entity: Item, path: items, remote: [read] } }", false),
    ]

    @Test(
        "an entity is only received if it is returned, and has neither a repository nor a draft",
        arguments: uses
    )
    func use(text: String, isReceived: Bool) throws {
        #expect(try received(Self.schema + text).contains("Item") == isReceived)
    }

    @Test(
        "an entity is not only received if its declaration says how it is created or stored",
        arguments: [
            "{ id: { type: Int, assignedBy: either } }",
            "{ id: Int, properties: { name: { type: String, indexed: true } } }",
            "{ id: Int, properties: { name: { type: String, immutable: true } } }",
            "{ id: Int, properties: { name: { type: String, writeOnly: true } } }",
            "{ id: Int, properties: { name: { type: String, was: title } } }",
            "{ id: Int, properties: { next: { type: Item.ID, inverse: previous } } }",
            "{ id: Int, search: name, properties: { name: String } }", "{ id: Int, was: Thing }",
        ]
    )
    func declaration(text: String) throws {
        let schema = """
            repogen: 1
            apis: { Shop: { baseURL: "https://shop.example.com" } }
            entities: { Item: \(text) }
            endpoints: { Items: { get: /items, response: "[Item]" } }
            """
        #expect(try !received(schema).contains("Item"))
    }

    private func received(_ text: String) throws -> ReceivedEntities {
        let file = SourceFile(path: "schema.yaml", text: text)
        let (schema, diagnostics) = SchemaCompiler().compile([file])
        #expect(diagnostics.isEmpty)
        return ReceivedEntities(try #require(schema))
    }
}
