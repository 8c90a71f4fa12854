import Testing

@testable import SchemaLanguage

/// Domain types with a representation in JSON.
@Suite struct ScalarTests {
    @Test("a scalar is a built-in type, or a type of the user")
    func kinds() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            scalars:
              Price: { swift: Decimal, json: String, doc: What it costs. }
              Flag: { swift: Bool, json: Int }
              Word: { swift: Bool, json: String }
              Timestamp: { swift: Date, format: [unixSeconds, iso8601] }
              Moment: { swift: Date }
              Label: { swift: String, json: String }
              Currency: { swift: Money.Currency, import: MoneyKit, json: String }
              Score: { swift: GameScore, json: Int }
            """
        )
        #expect(
            schema.scalars.map(\.type) == [
                .primitive(.decimal), .primitive(.bool), .primitive(.bool), .primitive(.date),
                .primitive(.date), .primitive(.string),
                .custom(name: "Money.Currency", module: "MoneyKit", representation: .string),
                .custom(name: "GameScore", module: nil, representation: .int),
            ]
        )
        #expect(
            schema.scalars.map(\.wire) == [
                .text, .numericBool, .text, .date(.own([.unixSeconds, .iso8601])), .own, .own, .own,
                .own,
            ]
        )
        #expect(schema.scalars.first?.head.doc == "What it costs.")
        #expect(schema.scalars.first?.head.name == "Price")
    }

    @Test("a date without a format has the formats of its API")
    func dates() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            apis: { Shop: { dates: unixSeconds } }
            scalars: { Moment: { swift: Date } }
            """
        )
        #expect(schema.scalars.map(\.wire) == [.date(.api("Shop"))])
        #expect(schema.scalars.map(\.head.api) == ["Shop"])
    }

    private static let scalars = """
        repogen: 1
        scalars:
          Price: { swift: Decimal, json: String }
          Flag: { swift: Bool, json: Int }
          Label: { swift: String }
          Moment: { swift: Date, format: unixSeconds }
          Currency: { swift: Money.Currency, json: String }

        """

    @Test(
        "a scalar is a type, and its defaults are Swift values",
        arguments: [
            ("Price = 0", CheckedType.scalar("Price"), CheckedLiteral?.some(.integer("0"))),
            ("Price? = 1.50", .scalar("Price"), .decimal("1.50")),
            ("Flag = true", .scalar("Flag"), .bool(true)),
            ("Label = new", .scalar("Label"), .string("new")),
            ("'[Price?] = []'", .array(.nullable(.scalar("Price"))), .emptyArray),
            ("Currency", .scalar("Currency"), nil), ("Moment?", .scalar("Moment"), nil),
        ]
    )
    func types(text: String, type: CheckedType, literal: CheckedLiteral?) throws {
        let schema = try Compiled.schema(
            Self.scalars + "values: { Item: { properties: { a: \(text) } } }"
        )
        let property = try #require(schema.values.first?.properties.first)
        #expect(property.type == type)
        #expect(property.defaultValue == literal)
        #expect(property.wire == .own)
    }

    @Test("an example of a scalar is a JSON value, and its default a Swift value")
    func examples() throws {
        let schema = try Compiled.schema(
            Self.scalars + """
                values:
                  Item:
                    properties:
                      price: { type: Price = 2, example: "1.5" }
                      flags: { type: "[Flag]", example: [0, 1] }
                      moment: { type: Moment, example: 1700000000 }
                      currency: { type: Currency, example: EUR }
                endpoints:
                  Get:
                    get: "/items/{label}"
                    path: { label: { type: Label, transform: lowercased } }
                    query: { flag: Flag = false, prices?: [Price], since?: Moment }
                    response: Item
                    example: { price: "3", flags: [], moment: 0, currency: USD }
                """
        )
        let examples = schema.values[0].properties.map(\.example)
        #expect(examples == [#""1.5""#, "[0,1]", "1700000000", #""EUR""#])
        #expect(
            schema.endpoints[0].parameters.map(\.type) == [
                .scalar("Label"), .scalar("Flag"), .array(.scalar("Price")), .scalar("Moment"),
            ]
        )
    }
}
