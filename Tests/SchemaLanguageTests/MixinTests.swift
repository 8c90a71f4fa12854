import Diagnostics
import Testing

@testable import SchemaLanguage

/// Groups of properties that structures include.
@Suite struct MixinTests {
    @Test("the properties of mixins follow those of the structure, in the order of the includes")
    func order() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            mixins:
              Timestamps:
                doc: When it happened.
                properties: { createdAt: { type: Date, readOnly: true }, updatedAt: Date }
              Owned: { include: [Named, Timestamps], properties: { owner: String } }
              Named: { properties: { name: String = new } }
            values:
              Place: { include: Timestamps, properties: { x: Int } }
              Spot: { include: [Owned, Timestamps, Named] }
            entities:
              User: { id: Int, include: [Named, Owned], properties: { y: Int } }
            """
        )
        let names = schema.values.map { $0.properties.map(\.name) }
        #expect(
            names == [
                ["x", "createdAt", "updatedAt"], ["owner", "name", "createdAt", "updatedAt"],
            ]
        )
        let user = try #require(schema.entities.first)
        #expect(user.identity.name == "id")
        #expect(user.properties.map(\.name) == ["y", "name", "owner", "createdAt", "updatedAt"])
        #expect(user.properties[1].defaultValue == .string("new"))
        #expect(user.properties[3].direction == .readOnly)
    }

    @Test("a property has the keys and dates of the API of the structure that includes it")
    func api() throws {
        let mixin = "repogen: 1\nmixins: { Stamped: { properties: { createdAt: Date } } }"
        let schema = try Compiled.schema(
            mixin,
            """
            repogen: 1
            apis: { First: { keys: snake_case } }
            values: { One: { include: [Stamped] } }
            """,
            """
            repogen: 1
            apis: { Second: { keys: PascalCase } }
            values: { Two: { include: [Stamped] } }
            """
        )
        let properties = schema.values.flatMap(\.properties)
        #expect(properties.map(\.key) == ["created_at", "CreatedAt"])
        #expect(properties.map(\.wire) == [.date(.api("First")), .date(.api("Second"))])
    }

    @Test("the contents of a mixin count for the structure that includes it")
    func containment() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            mixins:
              Linked: { properties: { next?: Node, loose?: Loose } }
            values:
              Loose: { hashable: false, properties: { x: Int } }
              Node: { include: [Linked] }
            """
        )
        let node = schema.values[1]
        #expect(node.properties.map(\.isIndirect) == [true, false])
        #expect(!node.traits.isHashable)
    }

    @Test("a mistake in a mixin is reported once, however often it is included")
    func once() {
        let text = """
            repogen: 1
            mixins: { Linked: { properties: { next: Nowhere, a: Int = five } } }
            values: { A: { include: [Linked] }, B: { include: [Linked] } }
            """
        let (_, diagnostics) = SchemaCompiler().compile([.init(path: "a.yaml", text: text)])
        #expect(diagnostics.map(\.rule).sorted() == ["invalid-default", "unknown-type"])
    }

    @Test("a long chain of mixins is followed without deep recursion")
    func longChain() throws {
        let count = 3_000
        let mixins = (0..<count).map { index in
            let include = index + 1 < count ? "include: [M\(index + 1)], " : ""
            return "  M\(index): { \(include)properties: { p\(index): Int } }"
        }
        let schema = try Compiled.schema(
            "repogen: 1\nmixins:\n" + mixins.joined(separator: "\n")
                + "\nvalues: { A: { include: [M0] } }"
        )
        #expect(schema.values[0].properties.count == count)
    }
}
