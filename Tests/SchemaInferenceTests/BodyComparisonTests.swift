import Diagnostics
import SchemaImport
import SchemaInference
import Testing

/// Bodies compared with an existing schema.
@Suite struct BodyComparisonTests {
    private static let schema = """
        repogen: 1
        apis:
          Zoo: { keys: snake_case }
        enums:
          Mood: { cases: [good, bad], unknown: fail }
          Size: { type: Int, cases: { small: 1, large: 2 } }
        scalars:
          Money: { swift: Decimal, json: String }
        unions:
          Event: { discriminator: type, cases: { feed: Feed, sleep: Sleep }, unknown: fail }
          Ref: { cases: { id: Int, name: String }, unknown: fail }
        values:
          Feed: { properties: { amount: Int } }
          Sleep: { properties: { hours: Double } }
          Keeper: { properties: { fullName: String, badge?: Int } }
        entities:
          Animal:
            id: Int
            properties:
              name: String
              mood?: Mood
              size: Size = small
              price?: Money
              bornAt?: { type: Date, format: [dateOnly, unixSeconds] }
              keeper: Keeper?
              events?: "[Event]"
              names?: { type: "{ String: String }" }
              mother?: Ref
              photo?: URL
              token?: { type: UUID, onInvalid: skip }
        """

    private func compare(_ bodies: [String]) throws -> BodyComparison.Result {
        let checked = try InferredSchema.check(Self.schema + "\n")
        let comparison = try #require(BodyComparison(checked, type: "Animal"))
        return try comparison.compare(
            bodies.enumerated().map { number, text in
                BodySource(path: "\(number).json", bytes: Array(text.utf8))
            }
        )
    }

    @Test("matching bodies are reported as such, single ones and those in arrays")
    func fit() throws {
        let bodies = [
            #"{"id": 1, "name": "a", "keeper": null}"#,
            #"""
            [{"id": 1, "name": "a", "keeper": {"full_name": "k", "badge": 3}, "mood": "bad", "size": 2,
            "price": "12.50", "born_at": 17, "events": [{"amount": 1, "type": "feed"}, {"type": "sleep", "hours": 1}],
            "names": {"de": "x"}, "mother": 3, "photo": "https://a.example.com", "token": 17}]
            """#,
            #"{"id": 1, "name": "a", "keeper": null, "mother": "x", "born_at": "2026-01-01"}"#,
        ]
        let result = try compare(bodies)
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
        #expect(result.change == nil)
        #expect(result.count == 3)
    }

    @Test(
        "mismatches are reported with their key path and position",
        arguments: [
            (
                #"{"id": 1, "name": null, "keeper": null}"#,
                "1:19 expected String at 'name', found null"
            ),
            (
                #"{"id": 1, "keeper": null}"#,
                "1:1 expected the key 'name' of Animal at the body, found none"
            ),
            (
                #"{"id": 1, "name": "a", "keeper": {"full_name": 3}}"#,
                "1:48 expected String at 'keeper.full_name', found an integer"
            ),
            (
                #"{"id": 1.5, "name": "a", "keeper": null}"#,
                "1:8 expected Int at 'id', found a number with a fraction"
            ),
            (
                #"{"id": 1, "name": "a", "keeper": null, "mood": "ugly"}"#,
                "1:48 expected Mood at 'mood', found a string"
            ),
            (
                #"{"id": 1, "name": "a", "keeper": null, "born_at": "yesterday"}"#,
                "1:51 expected Date as dateOnly or unixSeconds at 'born_at', found a string"
            ),
            (
                #"{"id": 1, "name": "a", "keeper": null, "events": [{"type": "feed", "amount": "x"}]}"#,
                "1:78 expected Int at 'events[].amount', found a string"
            ),
            (
                #"{"id": 1, "name": "a", "keeper": null, "events": [{"type": "fly"}]}"#,
                "1:51 expected a tag of Event at 'events[]', found another"
            ),
            (
                #"{"id": 1, "name": "a", "keeper": null, "names": {"de": null}}"#,
                "1:56 expected String at 'names.de', found null"
            ),
            (
                #"{"id": 1, "name": "a", "keeper": null, "mother": true}"#,
                "1:50 expected Ref at 'mother', found a Boolean"
            ),
            (
                #"{"id": 1, "name": "a", "keeper": null, "price": 3}"#,
                "1:49 expected Money at 'price', found an integer"
            ),
            ("3", "1:1 expected Animal at the body, found an integer"),
            (
                #"{"id": 1, "name": "a", "keeper": null, "mood": null}"#,
                "1:48 expected Mood at 'mood', found null, which is read as missing"
            ),
            (
                #"{"id": 1, "name": "a"}"#,
                "1:1 expected the key 'keeper' of Animal at the body, found none, which is read as null"
            ),
            (
                #"{"id": 1, "name": "a", "keeper": null, "legs": 4}"#,
                "1:40 Animal has no key 'legs', found at 'legs'"
            ),
        ]
    )
    func findings(body: String, expected: String) throws {
        let found = try compare([body]).diagnostics
        #expect(
            found.map { "\($0.range.start.line):\($0.range.start.column) \($0.message)" } == [
                expected
            ]
        )
    }

    @Test("a line that is not JSON is reported, and the lines after it are compared")
    func brokenLine() throws {
        let lines = #"""
            {"id": 1, "name": "a", "keeper": null}
            {"id": 1.5, "legs": 4, "name": ]}
            {"id": 2, "name": null, "keeper": null}

            """#
        let found = try compare([lines]).diagnostics
        #expect(
            found.map { "\($0.range.start.line) \($0.message)" } == [
                "2 found ']', expected a value", "3 expected String at 'name', found null",
            ]
        )
    }

    @Test("the proposed change makes all bodies match")
    func change() throws {
        let bodies = [
            #"{"id": 1, "name": null, "legs": 4, "keeper": {"full_name": "k"}}"#,
            #"{"id": 2, "keeper": {"badge": "A7"}, "names": {"de": 1}}"#,
        ]
        let result = try compare(bodies)
        let change = try #require(result.change)
        let text = SchemaTextWriter(showsEvidence: false).text(for: change)
        let expected = """
            repogen: 1
            values:
              Keeper:
                properties: { "fullName?": String, "badge?": String }

            entities:
              Animal:
                properties: { "name?": "String?", "legs?": Int, "names?": "{ String: Int }" }

            """
        #expect(text == expected, "\(text)")
    }

    @Test("changes in an inline object use the keys and names of the schema")
    func changeInPlace() throws {
        let schema = """
            repogen: 1
            apis:
              Zoo: { keys: snake_case }
            values:
              Openinghour: { properties: { firstDay: String } }
              Park:
                properties:
                  place: { properties: { postalCode: String, at: { properties: { cityName: String } } } }
                  owner: { properties: { fullName: String } }
                  parks?: { type: "[_]", properties: { parkName: String } }
                  openingHours: Openinghour
            """
        let checked = try InferredSchema.check(schema + "\n", isCanonical: false)
        let comparison = try #require(BodyComparison(checked, type: "Park"))
        let body = #"""
            {"place": {"postal_code": null, "at": {"city_name": 3}}, "parks": [{"park-name": "a"}],
            "opening_hours": {"first_day": "a"}, "closing": {"openingHours": [{"a-b": "a", "c": 1, "d": 1,
            "e": 1, "f": 1, "g": 1, "h": 1, "i": 1}]}}
            """#
        let result = try comparison.compare([BodySource(path: "a.json", bytes: Array(body.utf8))])
        let text = SchemaTextWriter(showsEvidence: false).text(for: try #require(result.change))
        let expected = """
            repogen: 1
            values:
              Park:
                properties:
                  owner?: { properties: { fullName: String } }
                  closing: Closing
                  place: { properties: { postalCode: "String?", at: { properties: { cityName: Int } } } }
                  parks?:
                    type: "[_]"
                    properties: { "parkName?": String, parkName2: { type: String, key: park-name } }
              Closing:
                properties: { openingHours: { type: "[ClosingOpeningHour]", key: openingHours } }
              ClosingOpeningHour:
                properties:
                  aB: { type: String, key: a-b }
                  c: Int
                  d: Int
                  e: Int
                  f: Int
                  g: Int
                  h: Int
                  i: Int

            """
        #expect(text == expected, "\(text)")
    }

    @Test("null in an array or a map makes its elements nullable, not the whole")
    func nullInContainers() throws {
        let heading = """
            repogen: 1
            values:
              Owner: { properties: { name: String } }
              Thing:
                properties:

            """
        let schema = """
                  a: { type: "{ String: _ }", properties: { x: Int } }
                  b: "{ String: Owner }"
                  c: "[Int]?"
                  d?: "{ String: [Owner] }"

            """
        let change = """
                  a: { type: "{ String: _? }", properties: { x: Int } }
                  b: "{ String: Owner? }"
                  c: "[Int?]?"
                  d?: "{ String: [Owner?]? }"

            """
        let body =
            #"{"a": {"k": null}, "b": {"k": null}, "c": [null, 1], "d": {"k": [null], "l": null}}"#
        func compare(_ properties: String) throws -> BodyComparison.Result {
            let checked = try InferredSchema.check(heading + properties, isCanonical: false)
            let comparison = try #require(BodyComparison(checked, type: "Thing"))
            return try comparison.compare([BodySource(path: "a.json", bytes: Array(body.utf8))])
        }
        let result = try compare(schema)
        let text = SchemaTextWriter(showsEvidence: false).text(for: try #require(result.change))
        #expect(text.hasSuffix("  Thing:\n    properties:\n" + change), "\(text)")
        #expect(result.diagnostics.compactMap(\.hint).contains("write `c: [Int?]?` in Thing"))
        #expect(try compare(change).diagnostics.isEmpty)
    }

    @Test("a property of another type stays optional and nullable")
    func staysOptional() throws {
        let schema = """
            repogen: 1
            values: { Thing: { properties: { "a?": Int, b: "Int?", "c?": "Int?" } } }

            """
        let checked = try InferredSchema.check(schema, isCanonical: false)
        let comparison = try #require(BodyComparison(checked, type: "Thing"))
        let body = #"{"a": "x", "b": "y", "c": "z"}"#
        let source = BodySource(path: "a.json", bytes: Array(body.utf8))
        let found = try comparison.compare([source]).diagnostics.compactMap(\.hint)
        let expected = ["a?: String", "b: String?", "c?: String?"]
        #expect(found == expected.map { "write `\($0)` in Thing" }, "\(found)")
    }

    @Test("a frequent mismatch is reported once, with its count")
    func counts() throws {
        let body = #"{"id": 1, "name": null, "keeper": null}"#
        let found = try compare([body, body, body]).diagnostics
        #expect(
            found.map(\.message) == ["expected String at 'name', found null (and in 2 more places)"]
        )
        #expect(found.map(\.range.path) == ["0.json"])
        #expect(found.map(\.hint) == ["write `name: String?` in Animal"])
    }

    // The trap: each property is inferred alone, so two new types get the same name.
    @Test("the new types of several corrections have different names")
    func names() throws {
        let schema = """
            repogen: 1
            values:
              A: { properties: { x: Int } }
              Thing: { properties: { x: Int, y: A } }

            """
        let checked = try InferredSchema.check(schema)
        let comparison = try #require(BodyComparison(checked, type: "Thing"))
        let body = #"[{"x": 1, "y": {"x": 1}}, {"x": "1", "y": {"x": true}}]"#
        let result = try comparison.compare([BodySource(path: "0.json", bytes: Array(body.utf8))])
        let names = result.change?.declarations.map(\.name) ?? []
        #expect(names.count == 4 && Set(names).count == 4, "\(names)")
    }
}
