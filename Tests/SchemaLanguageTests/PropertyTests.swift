import Testing

@testable import SchemaLanguage

/// The keys in the long form of a property.
@Suite struct PropertyTests {
    @Test(
        "the form on the wire applies inside containers",
        arguments: [
            ("{ type: Decimal, json: String }", WireForm.text),
            ("{ type: Int, json: String }", .text),
            ("{ type: Bool, json: String }", .text),
            ("{ type: Bool, json: Int }", .numericBool),
            ("{ type: \"[Bool?]\", json: Int }", .numericBool),
            ("{ type: \"{ String: [UInt64] }?\", json: String }", .text),
            ("{ type: Int, json: Int }", .own),
            ("{ type: Decimal, json: Decimal }", .own),
            ("Int", .own),
            ("{ type: Date, format: iso8601WithoutZone }", .date(.own([.iso8601WithoutZone]))),
            ("{ type: Date, format: [dateOnly, iso8601] }", .date(.own([.dateOnly, .iso8601]))),
            ("Date", .own),
        ]
    )
    func wireForms(text: String, wire: WireForm) throws {
        #expect(try Compiled.property("a: \(text)").wire == wire)
    }

    @Test(
        "an integer type is read from any number in its range without a fraction",
        arguments: [
            ("1e16", PrimitiveType.int, true), ("1.0", .int, true), ("-0.0", .uint8, true),
            ("2.55e2", .uint8, true), ("2.56e2", .uint8, false), ("1.5", .int, false),
            ("1e19", .int64, false), ("1e19", .uint64, true), ("1e20", .uint64, false),
            ("9223372036854775807", .int, true), ("9223372036854775808", .int, false),
        ]
    )
    func wholeNumbers(text: String, type: PrimitiveType, isRead: Bool) throws {
        let schema = try Compiled.schema("repogen: 1\nenums: { Mood: { cases: [good] } }")
        #expect(WireValue(type, .own, in: schema).reads(number: text) == isRead)
    }

    @Test("parameters have forms on the wire too")
    func parameters() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            entities:
              User: { id: Int64 }
            endpoints:
              Get:
                get: "/users/{id}"
                path: { id: { type: User.ID, json: String } }
                query: { done: { type: "[Bool]", json: Int }, on?: { type: Date, format: dateOnly } }
            """
        )
        let parameters = try #require(schema.endpoints.first).parameters
        #expect(parameters.map(\.wire) == [.text, .numericBool, .date(.own([.dateOnly]))])
    }

    @Test("each direction is recognized")
    func directions() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            entities:
              User:
                id: Int
                properties:
                  a: { type: Int, readOnly: true }
                  b: { type: Int, writeOnly: true }
                  c: { type: Int, immutable: true }
                  d: { type: Int, readOnly: false, immutable: false }
                  e: Int
            """
        )
        let directions = try #require(schema.entities.first).properties.map(\.direction)
        #expect(directions == [.readOnly, .writeOnly, .immutable, .readWrite, .readWrite])
    }

    @Test("the options of a property are in the checked schema")
    func traits() throws {
        let property = try Compiled.property(
            """
            a: { type: "[Int]", onInvalid: skip, redacted: true, deprecated: Use b., example: [1] }
            """
        )
        #expect(property.onInvalid == .skip)
        #expect(property.isRedacted)
        #expect(property.deprecation == "Use b.")
        #expect(property.example == "[1]")
        let plain = try Compiled.property("a: Int")
        #expect(plain.onInvalid == .fail)
        #expect(!plain.isRedacted && !plain.isIndexed)
        #expect(plain.deprecation == nil && plain.example == nil)
    }

    @Test("a property of an entity can be indexed")
    func indexed() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            entities:
              User: { id: Int, properties: { a: { type: Int?, indexed: true }, b: Int } }
            """
        )
        let properties = try #require(schema.entities.first).properties
        #expect(properties.map(\.isIndexed) == [true, false])
    }

    @Test("a deprecation must name the replacement")
    func deprecation() {
        let text =
            "repogen: 1\nvalues: { A: { properties: { a: { type: Int, deprecated: true } } } }"
        #expect(Compiled.brokenRules(text) == ["wrong-kind"])
    }
}
