import RepositoryRuntime
import Testing

@testable import SchemaLanguage

/// The checked form of constraints: checks of JSON, as it is on the wire.
@Suite struct CheckedConstraintTests {
    private let properties: [String: CheckedProperty]

    init() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            scalars:
              Money: { swift: Decimal, json: String }
              Code: { swift: ProductCode, json: String }
            mixins:
              Titled: { properties: { title: { type: String, maxLength: 3, pattern: "^[a-z]+$" } } }
            values:
              Product:
                include: Titled
                properties:
                  plain: String
                  price: { type: Money, exclusiveMinimum: 0 }
                  prices: { type: "{ String: [Double?] }?", json: String, maximum: 9 }
                  size: { type: Int, multipleOf: 5 }
                  code?: { type: Code, minLength: 3 }
                  tags: { type: [String], format: email, minItems: 1, uniqueItems: true }
                  off: { type: [Int], uniqueItems: false }
            """
        )
        let product = try #require(schema.values.first { $0.head.name == "Product" })
        properties = Dictionary(uniqueKeysWithValues: product.properties.map { ($0.name, $0) })
    }

    private func problems(_ name: String, _ json: JSON) throws -> [String] {
        let property = try #require(properties[name])
        return property.constraints.problems(in: json, at: JSONKeyPath([.key(property.key)]))
            .map(\.description)
    }

    @Test("a property has its constraints in canonical order, even if a mixin declares it")
    func order() {
        #expect(properties["title"]?.constraints.all == [.maxLength(3), .pattern("^[a-z]+$")])
        #expect(
            properties["tags"]?.constraints.all == [.format(.email), .minItems(1), .uniqueItems]
        )
        #expect(properties["plain"]?.constraints.isEmpty == true)
        #expect(properties["off"]?.constraints.isEmpty == true)
    }

    @Test("JSON is checked in its form on the wire")
    func json() throws {
        #expect(try problems("title", "Abcd").count == 2)
        #expect(try problems("price", "0.00") == ["price must be greater than 0"])
        #expect(try problems("price", "0.01").isEmpty)
        #expect(
            try problems("prices", ["a": ["9.5", .null, "9"]]) == ["prices.a[0] must be at most 9"]
        )
        #expect(try problems("size", 7.5) == ["size must be a multiple of 5"])
        #expect(try problems("size", "7").isEmpty)
        #expect(try problems("code", "AB") == ["code must have at least 3 characters"])
        #expect(
            try problems("tags", ["x", "x"]) == [
                "tags must not have the same element twice", "tags[0] must be an email address",
                "tags[1] must be an email address",
            ]
        )
        for name in properties.keys { #expect(try problems(name, .null).isEmpty) }
    }
}
