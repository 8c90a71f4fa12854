import Diagnostics
import Testing

@testable import SchemaLanguage

/// The results of compiling schemas without errors; goldens cover those with errors.
@Suite struct SchemaCompilerTests {
    @Test(
        "each combination of optional and nullable is recognized",
        arguments: [
            ("a: Int", Presence.required), ("a: Int?", .nullable), ("a?: Int", .optional),
            ("a?: Int?", .optionalNullable), ("a: \"[Int]?\"", .nullable),
            ("a?: [Int]", .optional), ("a?: { type: Int? }", .optionalNullable),
        ]
    )
    func presence(text: String, presence: Presence) throws {
        let property = try #require(Compiled.properties(text).first)
        #expect(property.name == "a")
        #expect(property.presence == presence)
        #expect(property.type == property.type.withoutNull)
    }

    @Test(
        "a type is the same in YAML and in quotes",
        arguments: [
            ("[Int]", "\"[Int]\""), ("[[Int]]", "\"[ [ Int ] ]\""),
            ("{ String: Int }", "\"{String:Int}\""), ("[Int?]", "\"[Int?]\""),
            ("{ String: [Int] }", "\"{ String: [Int] }\""),
        ]
    )
    func quoting(plain: String, quoted: String) throws {
        #expect(try Compiled.properties("a: \(plain)") == Compiled.properties("a: \(quoted)"))
    }

    @Test(
        "a default is the same in the short and in the long form",
        arguments: [
            ("Int", "-5", CheckedLiteral.integer("-5")), ("Int", "+07", .integer("7")),
            ("Double", "1e3", .decimal("1e3")), ("Double", ".5", .decimal("0.5")),
            ("Bool", "true", .bool(true)), ("String", "hi there", .string("hi there")),
            ("String", "'5'", .string("5")), ("Int?", "null", .null),
            ("Decimal", "1.10", .decimal("1.10")),
        ]
    )
    func defaults(type: String, text: String, literal: CheckedLiteral) throws {
        #expect(try Compiled.properties("a: \(type) = \(text)").first?.defaultValue == literal)
        #expect(
            try Compiled.properties("a: { type: \(type), default: \(text) }").first?.defaultValue
                == literal
        )
    }

    @Test("a declaration uses the keys and dates of its API")
    func belonging() throws {
        let api = """
            repogen: 1
            apis:
              First: { keys: snake_case }
            """
        let place = """
            repogen: 1
            values:
              Place: { properties: { builtAt: Date, own: { type: Date, format: unixSeconds } } }
            """
        let schema = try Compiled.schema(api, place)
        let properties = try #require(schema.values.first).properties
        #expect(properties.map(\.key) == ["built_at", "own"])
        #expect(properties.map(\.wire) == [.date(.api("First")), .date(.own([.unixSeconds]))])
        #expect(schema.values.first?.head.api == "First")

        let second = "repogen: 1\napis:\n  Second: {}\n"
        let alone = try #require(Compiled.schema(api, second, place).values.first)
        #expect(alone.properties.map(\.key) == ["builtAt", "own"])
        #expect(alone.head.api == nil)
    }

    @Test("only properties that close a cycle are stored indirectly")
    func indirection() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            values:
              Tree: { properties: { left?: Tree, all: [Tree], by: { String: Tree } } }
              Even: { properties: { odd: Odd?, tree: Tree } }
              Odd: { properties: { even?: Even? } }
              Leaf: { properties: { tree?: Tree } }
            """
        )
        let indirect = schema.values.map { value in
            value.properties.filter(\.isIndirect).map(\.name)
        }
        #expect(indirect == [["left"], ["odd"], ["even"], []])
    }

    @Test("a chain of many structures is checked without deep recursion")
    func longChain() throws {
        let count = 5_000
        let values = (0..<count).map { index in
            "  V\(index): { properties: { next: V\((index + 1) % count)? } }"
        }
        let schema = try Compiled.schema("repogen: 1\nvalues:\n" + values.joined(separator: "\n"))
        #expect(schema.values.allSatisfy { $0.properties[0].isIndirect })
    }

    @Test("path parameters that are not declared are strings")
    func pathParameters() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            endpoints:
              Get: { get: "/a/{first}/{second}", path: { second: Int }, query: { q?: String } }
            """
        )
        let parameters = try #require(schema.endpoints.first).parameters
        #expect(parameters.map(\.name) == ["first", "second", "q"])
        #expect(
            parameters.map(\.type) == [.primitive(.string), .primitive(.int), .primitive(.string)]
        )
        #expect(parameters.map(\.isOptional) == [false, false, true])
    }

    @Test("an example becomes JSON")
    func example() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            endpoints:
              Get: { get: /a, response: JSON, example: { a: [1, 2.50, .5, "x\\"y\\n", true, null, off, 0x1F] } }
            """
        )
        #expect(
            schema.endpoints.first?.example
                == #"{"a":[1,2.50,0.5,"x\"y\n",true,null,"off",31]}"#
        )
    }

    @Test("a file that cannot be read does not hide the mistakes of another")
    func allFiles() {
        let files = [
            SourceFile(
                path: "a.yaml",
                text: "repogen: 1\nvalues: { A: { properties: { x: Int = no, y: Nope } } }"
            ),
            SourceFile(path: "b.yaml", text: "repogen: [1"),
            SourceFile(path: "c.yaml", text: "repogen: 3"),
        ]
        let (schema, diagnostics) = SchemaCompiler().compile(files)
        #expect(schema == nil)
        #expect(diagnostics.map(\.range.path) == ["a.yaml", "b.yaml", "c.yaml"])
        // The other file may declare `Nope`.
        #expect(diagnostics.first?.rule == "invalid-default")
    }
}
