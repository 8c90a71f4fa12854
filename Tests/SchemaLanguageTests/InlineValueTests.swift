import Testing

@testable import SchemaLanguage

/// Objects declared in place of a type.
@Suite struct InlineValueTests {
    @Test("an inline object becomes a value, named after its declaration and property")
    func names() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            entities:
              User:
                id: Int
                properties:
                  place: { properties: { x: Int, y?: Int }, doc: Where. }
                  stops?: { type: "[_]", properties: { at: Date } }
                  by-name: { type: "{ String: [_?] }?", properties: { a: String } }
                  first_last: { properties: { inner: { type: _?, properties: { z: Int } } } }
            values:
              Last: { properties: { x: Int } }
            """
        )
        #expect(
            schema.values.map(\.head.name) == [
                "UserPlace", "UserStops", "UserByName", "UserFirstLast", "UserFirstLastInner",
                "Last",
            ]
        )
        #expect(schema.values[0].head.doc == "Where.")
        #expect(schema.values[0].properties.map(\.name) == ["x", "y"])
        let properties = try #require(schema.entities.first).properties
        #expect(
            properties.map(\.type) == [
                .value("UserPlace"), .array(.value("UserStops")),
                .dictionary(.array(.nullable(.value("UserByName")))), .value("UserFirstLast"),
            ]
        )
        #expect(properties.map(\.presence) == [.required, .optional, .nullable, .required])
        #expect(properties[0].doc == "Where.")
        #expect(schema.values[3].properties.map(\.presence) == [.nullable])
    }

    @Test("an inline object belongs to the API of its declaration")
    func api() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            apis: { First: { keys: snake_case }, Second: { keys: PascalCase } }
            values:
              Place:
                api: Second
                properties: { one: { properties: { builtAt: { properties: { twoWords: Int } } } } }
            """
        )
        #expect(schema.values.map(\.head.api) == ["Second", "Second", "Second"])
        #expect(schema.values.flatMap(\.properties).map(\.key) == ["One", "BuiltAt", "TwoWords"])
    }

    @Test("an inline object in a mixin belongs to the API of the structures that include it")
    func mixinAPI() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            apis: { Shop: { keys: snake_case, dates: unixSeconds }, Bank: { dates: iso8601 } }
            mixins:
              Placed: { properties: { home: { properties: { zipCode: Int, seenAt: Date } } } }
              Further: { include: Placed, properties: {} }
            entities:
              Owner: { api: Shop, id: Int, include: Further }
              Account: { api: Bank, id: Int }
            """
        )
        let home = try #require(schema.values.first)
        #expect(home.head.api == "Shop")
        #expect(home.properties.map(\.key) == ["zip_code", "seen_at"])
    }

    @Test("an inline object in a mixin is one value for all structures that include it")
    func mixin() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            mixins: { Placed: { properties: { place: { properties: { x: Int } } } } }
            values: { A: { include: [Placed] }, B: { include: [Placed] } }
            """
        )
        #expect(schema.values.map(\.head.name) == ["PlacedPlace", "A", "B"])
        #expect(
            schema.values.dropFirst().flatMap(\.properties).map(\.type)
                == [.value("PlacedPlace"), .value("PlacedPlace")]
        )
    }

    @Test("the name of an inline object can be used as a type")
    func mention() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            values:
              Path: { properties: { start: { properties: { x: Int } }, end: PathStart } }
            """
        )
        #expect(
            schema.values[0].properties.map(\.type) == [.value("PathStart"), .value("PathStart")]
        )
    }
}
