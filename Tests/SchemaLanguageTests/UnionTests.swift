import Testing

@testable import SchemaLanguage

/// Values whose type is one of several.
@Suite struct UnionTests {
    @Test("a discriminator has the name of the case for its value, or the tag")
    func tags() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            values:
              Image: { properties: { url: URL } }
            entities:
              File: { id: Int }
            unions:
              Attachment:
                doc: What a message carries.
                discriminator: type
                cases: { image: Image, file: { type: File, tag: document, doc: Any file. } }
                unknown: fail
                conforms: Codable
            """
        )
        let union = try #require(schema.unions.first)
        #expect(union.head.name == "Attachment")
        #expect(union.head.doc == "What a message carries.")
        #expect(union.discriminator == "type")
        #expect(union.cases.map(\.name) == ["image", "file"])
        #expect(union.cases.map(\.type) == [.value("Image"), .entity("File")])
        #expect(union.cases.map(\.mark) == [.tag("image"), .tag("document")])
        #expect(union.cases.map(\.doc) == [nil, "Any file."])
        #expect(!union.keepsUnknown && !union.isIndirect)
        #expect(union.traits.conformances == ["Codable"] && union.traits.isHashable)
    }

    @Test(
        "without a discriminator each case has a kind of JSON value",
        arguments: [
            ("Int", WireKind.number), ("String", .string), ("Bool", .bool), ("[Int]", .array),
            ("{ String: Int }", .object), ("Place", .object), ("User", .object),
            ("User.ID", .number), ("UUID", .string), ("Decimal", .number), ("Data", .string),
            ("Color", .string), ("Size", .number), ("Price", .string), ("Flag", .number),
            ("Stamp", .number), ("Moment", .string), ("Own", .bool),
        ]
    )
    func kinds(type: String, kind: WireKind) throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            enums:
              Color: { cases: [red] }
              Size: { type: Int, cases: { small: 1 } }
            scalars:
              Price: { swift: Decimal, json: String }
              Flag: { swift: Bool, json: Int }
              Stamp: { swift: Date, format: unixSeconds }
              Moment: { swift: Date }
              Own: { swift: MyKit.Own, json: Bool }
            values:
              Place: { properties: { x: Int } }
            entities:
              User: { id: Int }
            unions:
              Either: { cases: { one: \(type) } }
            """
        )
        let union = try #require(schema.unions.first)
        #expect(union.discriminator == nil && union.keepsUnknown)
        #expect(union.cases.map(\.mark) == [.kind(kind)])
    }

    @Test("a union is a type")
    func types() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            unions:
              Either: { cases: { id: Int, name: String } }
            values:
              Place: { properties: { one: Either, all?: "[Either?]" } }
            endpoints:
              Get: { get: /a, response: "[Either]", example: [1, a, true] }
            """
        )
        let types = try #require(schema.values.first).properties.map(\.type)
        #expect(types == [.union("Either"), .array(.nullable(.union("Either")))])
        #expect(schema.endpoints.first?.response == .array(.union("Either")))
        #expect(schema.endpoints.first?.example == #"[1,"a",true]"#)
    }

    @Test("a union that contains itself is indirect, so nothing else needs to be")
    func indirection() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            values:
              Not: { properties: { operand: Expression } }
              Both: { properties: { all: "[Expression]" } }
              Leaf: { properties: { value: Int } }
              Box: { properties: { expression: Expression, box?: Box } }
              Item: { properties: { parent?: Flat } }
            unions:
              Expression: { discriminator: op, cases: { not: Not, both: Both, leaf: Leaf } }
              Listed: { discriminator: op, cases: { both: Both2, leaf: Leaf } }
              Direct: { cases: { all: "[Direct2]", one: Leaf } }
              Flat: { discriminator: op, cases: { item: Item } }
            entities:
              Both2: { id: Int, properties: { all: "[Listed]" } }
              Direct2: { id: Int, properties: { one?: Direct } }
            """
        )
        #expect(schema.unions.map(\.isIndirect) == [true, false, false, true])
        let indirect = schema.values.map { $0.properties.filter(\.isIndirect).map(\.name) }
        #expect(indirect == [[], [], [], ["box"], []])
        #expect(schema.entities.flatMap(\.properties).filter(\.isIndirect) == [])
    }

    @Test("a long chain of unions and values is checked without deep recursion")
    func longChain() throws {
        let count = 3_000
        let values = (0..<count).map { "  V\($0): { properties: { next: U\($0) } }" }
        let unions = (0..<count).map {
            "  U\($0): { discriminator: t, cases: { next: V\(($0 + 1) % count) } }"
        }
        let schema = try Compiled.schema(
            "repogen: 1\nvalues:\n" + values.joined(separator: "\n") + "\nunions:\n"
                + unions.joined(separator: "\n")
        )
        #expect(schema.unions.allSatisfy { $0.isIndirect })
    }

    @Test("a union of something that is not hashable is not hashable")
    func hashability() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            values:
              Loose: { hashable: false, properties: { x: Int } }
              Outer: { properties: { any: "[Any1]" } }
            unions:
              Any1: { cases: { loose: Loose, id: Int } }
              Any2: { cases: { id: Int }, hashable: false }
              Any3: { cases: { id: Int } }
            """
        )
        #expect(schema.unions.map(\.traits.isHashable) == [false, false, true])
        #expect(schema.values.map(\.traits.isHashable) == [false, false])
    }
}
