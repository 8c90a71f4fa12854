import Testing

@testable import SchemaLanguage

/// The results of compiling the golden schemas of each part of the language.
@Suite struct GoldenSchemaTests {
    private func properties(_ name: String, of schema: CheckedSchema) throws -> [CheckedProperty] {
        let values = schema.values.map { ($0.head.name, $0.properties) }
        let entities = schema.entities.map { ($0.head.name, $0.properties) }
        return try #require((values + entities).first { $0.0 == name }).1
    }

    @Test("wire forms")
    func wireForms() throws {
        let schema = try Compiled.golden("wire-forms")
        let numbers = try properties("Numbers", of: schema)
        #expect(numbers.filter { $0.wire == .text }.count == numbers.count - 1)
        #expect(numbers.last?.wire == .own)
        #expect(numbers.first { $0.name == "tax" }?.defaultValue == .decimal("0.19"))
        #expect(
            try properties("Flags", of: schema).map(\.wire) == [
                .numericBool, .text, .numericBool, .numericBool, .text, .numericBool, .text, .own,
            ]
        )
        #expect(
            try properties("Dates", of: schema).map(\.wire) == [
                .date(.api("Archive")), .date(.own([.iso8601WithoutZone])),
                .date(.own([.dateOnly])),
                .date(.own([.dateOnly])),
                .date(
                    .own([
                        .iso8601, .iso8601WithoutZone, .dateOnly, .rfc1123, .unixMilliseconds,
                        .unixSeconds,
                    ])
                ),
            ]
        )
        let reading = try properties("Reading", of: schema)
        #expect(reading.first?.type == .identity(of: "Reading", .int64))
        #expect(reading.map(\.wire) == [.text, .text, .numericBool, .date(.own([.dateOnly]))])
        #expect(
            schema.endpoints.first?.parameters.map(\.wire)
                == [.date(.own([.dateOnly])), .numericBool, .text, .numericBool]
        )
    }

    @Test("directions")
    func directions() throws {
        let schema = try Compiled.golden("directions")
        let user = try properties("User", of: schema)
        let names = { (direction: PropertyDirection) in
            user.filter { $0.direction == direction }.map(\.name)
        }
        #expect(names(.readOnly) == ["createdAt", "visits"])
        #expect(names(.immutable) == ["code", "referrer", "region"])
        #expect(names(.writeOnly) == ["password", "pin", "keys", "hint"])
        #expect(names(.readWrite) == ["name", "stamp"])
        #expect(user.first { $0.name == "password" }?.isRedacted == true)
        #expect(try properties("Stamp", of: schema).map(\.direction) == [.readOnly, .immutable])
    }

    @Test("traits")
    func traits() throws {
        let schema = try Compiled.golden("traits")
        #expect(
            schema.enumerations.map(\.traits.conformances) == [
                ["Codable", "LocalizedError"], ["Codable"],
            ]
        )
        #expect(schema.unions.map(\.traits.isHashable) == [true, false, false])
        #expect(schema.values.map(\.traits.isHashable) == [true, false, false, true, true])
        #expect(schema.values.map(\.traits.keepsUnknownKeys) == [false, false, false, true, true])
        #expect(
            schema.values.first?.traits.conformances == [
                "Codable", "Error", "Foundation.LocalizedError",
            ]
        )
        #expect(schema.entities.map(\.traits.isHashable) == [true, false])
        let note = try properties("Note", of: schema)
        #expect(note.filter(\.isIndexed).map(\.name) == ["text", "author", "at", "color"])
        #expect(note.filter(\.isRedacted).map(\.name) == ["token", "keys", "card", "secret"])
        #expect(
            note.compactMap(\.deprecation) == [
                "Use text.", "It says \"nothing\" any more.", "Count the notes.", "Ask the owner.",
            ]
        )
        #expect(note.first?.example == #""Here goes a note.""#)
    }

    @Test("invalid values")
    func onInvalid() throws {
        let schema = try Compiled.golden("on-invalid")
        let lenient = try properties("Lenient", of: schema)
        #expect(
            lenient.filter { $0.onInvalid == .default }.map(\.name)
                == ["level", "count", "name", "list"]
        )
        #expect(lenient.filter { $0.onInvalid == .fail }.map(\.name) == ["strict"])
        #expect(lenient.filter { $0.onInvalid == .skip }.count == lenient.count - 5)
        #expect(try properties("Note", of: schema).map(\.onInvalid) == [.skip, .default, .skip])
    }

    @Test("mixins")
    func mixins() throws {
        let schema = try Compiled.golden("mixins")
        #expect(
            try properties("Note", of: schema).map(\.key)
                == ["text", "owner", "name", "created_at", "updated_at"]
        )
        #expect(
            try properties("File", of: schema).map(\.key) == ["Size", "CreatedAt", "UpdatedAt"]
        )
        #expect(
            try properties("File", of: schema).map(\.wire)
                == [.own, .date(.api("Files")), .date(.api("Files"))]
        )
        #expect(
            try properties("Spot", of: schema).map(\.name)
                == ["owner", "name", "createdAt", "updatedAt"]
        )
    }

    @Test("inline objects")
    func inlineProperties() throws {
        let schema = try Compiled.golden("inline-properties")
        #expect(
            schema.values.map(\.head.name) == [
                "PlacedAddress", "Shop", "Home", "UserPlace", "UserStops", "UserPrevious",
                "UserByName", "UserOfficialArtwork", "UserOfficialArtworkFrontDefault",
                "UserOfficialArtworkFrontDefaultSizes", "UserSettings",
            ]
        )
        let user = try properties("User", of: schema)
        #expect(user.last?.type == .value("UserSettings"))
        #expect(user.last?.direction == .writeOnly)
        #expect(user[3].presence == .optionalNullable)
    }

    @Test("authentication")
    func authentication() throws {
        let schema = try Compiled.golden("authentication")
        #expect(
            schema.apis.map(\.authentication)
                == [
                    .none, .none, .bearer, .basic, .header("X-API-Key"), .query("api_key"),
                    .cookie("session"), .all([.bearer, .header("X-API-Key")]),
                    .all([
                        .basic, .header("X-The-Key-Of-The-Organization"),
                        .query(#"the key of "the" application"#), .query("token"),
                        .cookie("session"),
                    ]),
                    .query("key"),
                ]
        )
        #expect(
            schema.endpoints.filter { !$0.authenticates }.map(\.head.name) == [
                "LogIn", "FindFreely",
            ]
        )
    }

    @Test("scalars")
    func scalars() throws {
        let schema = try Compiled.golden("scalars")
        #expect(
            schema.scalars.map(\.wire) == [
                .text, .numericBool, .text, .text, .date(.own([.unixSeconds, .iso8601])),
                .date(.api("Shop")), .own, .own, .own, .own,
            ]
        )
        #expect(
            schema.unions.first?.cases.map(\.mark) == [
                .kind(.string), .kind(.number), .kind(.array),
            ]
        )
        let item = try properties("Item", of: schema)
        #expect(item.allSatisfy { $0.wire == .own })
        #expect(item.first { $0.name == "isNew" }?.defaultValue == .bool(true))
        #expect(item.first { $0.name == "safe" }?.onInvalid == .default)
        let own = try Compiled.golden("scalars-own")
        #expect(
            own.scalars.map(\.type) == [
                .custom(name: "Money.Currency", module: "MoneyKit", representation: .string),
                .custom(name: "GameScore", module: "GameKit", representation: .int),
            ]
        )
    }

    @Test("unions")
    func unions() throws {
        let schema = try Compiled.golden("unions")
        #expect(schema.unions.map(\.discriminator) == ["type", "@type", nil, nil, nil, "op"])
        #expect(schema.unions.map(\.isIndirect) == [false, false, false, false, false, true])
        #expect(schema.unions.map(\.keepsUnknown) == [true, false, true, false, true, false])
        #expect(schema.unions[0].cases.map(\.mark) == [.tag("image"), .tag("document"), .tag("")])
        #expect(
            schema.unions[3].cases.map(\.mark) == [
                .kind(.string), .kind(.number), .kind(.bool), .kind(.array), .kind(.object),
            ]
        )
        #expect(
            try properties("Post", of: schema).prefix(4).map(\.presence)
                == [.required, .nullable, .optional, .optionalNullable]
        )
        #expect(schema.values.flatMap(\.properties).filter(\.isIndirect) == [])
    }
}
