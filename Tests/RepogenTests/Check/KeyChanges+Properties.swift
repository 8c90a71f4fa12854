// The keys of properties.
extension KeyChanges {
    static let properties = KeyChanges(
        testDescription: "properties",
        schema: """
            entities:
              Message: { id: String, properties: { <> } }
              Other: { id: String, properties: { n: Int } }
            """,
        changes: [
            .init(
                "type?",
                "a: String",
                "a: String?",
                "Message.a: String → String?\(callers)\(andWire)",
                "Message.init: no longer needs 'a'",
                "Message.Patch.a: Change<String> → NullableChange<String>\(callers)\(andWire)"
            ),
            .init(
                "type??",
                "a?: String",
                "a?: String?",
                "Message.a: String? → Presence<String>\(callers)\(andWire)",
                "Message.Patch.a: Change<String> → NullableChange<String>\(callers)\(andWire)"
            ),
            .init(
                "type?-null",
                "a: String?",
                "a?: String",
                "Message.Patch.a: NullableChange<String> → Change<String>\(callers)\(andWire)",
                "Message.a: if nil, sends null → nothing\(wire)"
            ),
            .init("type", "a: String", "a: Int", "Message.a: String → Int\(callers)\(andWire)"),
            .init(
                "type arr",
                "a: String",
                #"a: "[String]""#,
                "Message.a: String → [String]\(callers)\(andWire)",
                "Message.Fields.a: removed\(callers)"
            ),
            .init("key", "a: Int", "a: { type: Int, key: x }", #"Message.a: "a" → "x"\#(wire)"#),
            .init(
                "default+",
                "a: Int",
                "a: Int = 1",
                "Message.init: no longer needs 'a'",
                "Message.a: if missing or null, an error → 1\(reading)"
            ),
            .init(
                "default",
                "a: Int = 1",
                "a: Int = 2",
                "Message.init: default of 'a': 1 → 2, which is sent\(wire)",
                "Message.a: if missing or null, 1 → 2\(reading)"
            ),
            .init(
                "default-",
                "a: Int = 1",
                "a: Int",
                "Message.init: needs 'a'\(callers)",
                "Message.a: if missing or null, 1 → an error\(reading)"
            ),
            .init(
                "defaultnull",
                "a: Int?",
                "a: { type: Int?, default: 1 }",
                "Message.init: default of 'a': nil → 1, which is sent\(wire)",
                "Message.a: if missing, nil → 1\(reading)"
            ),
            .init(
                "defaultnull2",
                "a: { type: Int?, default: 1 }",
                "a: { type: Int?, default: 2 }",
                "Message.init: default of 'a': 1 → 2, which is sent\(wire)",
                "Message.a: if missing, 1 → 2\(reading)"
            ),
            .init(
                "json",
                "a: Int",
                "a: { type: Int, json: String }",
                "Message.a: written as the default format → text\(wire)"
            ),
            .init(
                "jsonbool",
                "a: Bool",
                "a: { type: Bool, json: Int }",
                "Message.a: written as the default format → 0 or 1\(wire)"
            ),
            .init(
                "format",
                "a: Date",
                "a: { type: Date, format: unixSeconds }",
                "Message.a: written as iso8601 → unixSeconds\(wire)"
            ),
            .init(
                "format2",
                "a: { type: Date, format: rfc1123 }",
                "a: { type: Date, format: [unixSeconds, rfc1123] }",
                "Message.a: written as rfc1123 → unixSeconds (and read as rfc1123)\(wire)"
            ),
            .init(
                "formatiso",
                "a: Date",
                "a: { type: Date, format: iso8601 }",
                "Message: its generated code changes (see the lines)\(maybe)"
            ),
            .init(
                "formatref",
                #"a: { type: Other.ID, format: "https://x/{id}" }"#,
                "a: Other.ID",
                #"Message.schema: \#(store)without containedReferences: ["a": .url(of: "Other", template: "https://x/{id}")], with references: ["a": "Other"]"#,
                #"Message.a: written as "https://x/{id}" → text\#(wire)"#
            ),
            .init(
                "formatref2",
                #"a: { type: Other.ID, format: "https://x/{id}" }"#,
                #"a: { type: Other.ID, format: "https://y/{id}" }"#,
                #"Message.schema: \#(store)containedReferences: "a": template: "https://x/{id}" → "https://y/{id}""#,
                #"Message.a: written as "https://x/{id}" → "https://y/{id}"\#(wire)"#
            ),
            .init(
                "constraints",
                "a: String",
                "a: { type: String, format: email, minLength: 3 }",
                "Message, its conformance to Constrained: added",
                "Message.reportProblems(to:): added",
                "Message.Draft, its conformance to Constrained: added",
                "Message.Patch, its conformance to Constrained: added"
            ),
            .init(
                "onInvalid",
                "a?: Int",
                "a?: { type: Int, onInvalid: skip }",
                "Message.a: if invalid, an error → treated as missing\(reading)"
            ),
            .init(
                "onInvalidarr",
                #"a: "[Int]""#,
                #"a: { type: "[Int]", onInvalid: skip }"#,
                "Message.a: if invalid, an error → left out\(reading)"
            ),
            .init(
                "onInvaliddef",
                "a: Int = 1",
                "a: { type: Int, default: 1, onInvalid: default }",
                "Message.a: if invalid, an error → treated as missing\(reading)"
            ),
            .init(
                "readOnly",
                "a: Int",
                "a: { type: Int, readOnly: true }",
                "Message.Draft.a: removed\(callers)\(andWire)",
                "Message.Patch.a: removed\(callers)\(andWire)"
            ),
            .init(
                "writeOnly",
                "a: Int",
                "a: { type: Int, writeOnly: true }",
                "Message.a: removed\(callers)\(andWire)",
                "Message.Draft.a: Int → Int?\(callers)\(andWire)"
            ),
            .init(
                "immutable",
                "a: Int",
                "a: { type: Int, immutable: true }",
                "Message.Patch.a: removed\(callers)\(andWire)",
                #"Message.schema: \#(store)with immutable: ["a"]"#
            ),
            .init(
                "listed",
                "a: Int?",
                "a: { type: Int?, listed: false }",
                #"Message.schema: \#(store)with unlisted: ["a"]"#
            ),
            .init(
                "indexed",
                "a: Int",
                "a: { type: Int, indexed: true }",
                #"Message.schema: \#(store)with indexed: [IndexedProperty("a", .integer)]"#
            ),
            .init(
                "redacted",
                "a: Int",
                "a: { type: Int, redacted: true }",
                "Message.a: no longer shown in descriptions and logs"
            ),
            .init(
                "redacted-",
                "a: { type: Int, redacted: true }",
                "a: Int",
                "Message.a: now shown in descriptions and logs"
            ),
            .init(
                "redactedfmt",
                "a: { type: Date, format: unixSeconds }",
                "a: { type: Date, redacted: true, format: unixSeconds }",
                "Message.a: no longer shown in descriptions and logs"
            ),
            .init(
                "deprecated",
                "a: Int",
                "a: { type: Int, deprecated: Gone. }",
                #"Message.a: deprecated, with the warning: "Gone.""#
            ),
            .init(
                "deprecated2",
                "a: { type: Int, deprecated: Gone. }",
                "a: { type: Int, deprecated: Soon. }",
                #"Message.a: deprecation warning: "Gone." → "Soon.""#
            ),
            .init(
                "deprecated-",
                "a: { type: Int, deprecated: Gone. }",
                "a: Int",
                "Message.a: no longer deprecated"
            ),
            .init(
                "deprdef",
                "a: Int = 1",
                "a: { type: Int, default: 1, deprecated: Gone. }",
                #"Message.a: deprecated, with the warning: "Gone.""#
            ),
            .init("example", "a: Int", "a: { type: Int, example: 3 }", documentation),
            .init("doc", "a: Int", "a: { type: Int, doc: X. }", documentation),
            .init(
                "properties",
                "a: { properties: { x: Int } }",
                "a: { properties: { x: Int, y: Int } }",
                "MessageA.init: needs 'y'\(callers)",
                "MessageA.y: added\(wire)"
            ),
            .init(
                "added",
                "a: Int",
                "a: Int, b: Int",
                "Message.init: needs 'b'\(callers)",
                "Message.b: added\(wire)"
            ),
            .init(
                "added?",
                "a: Int",
                "a: Int, b?: Int",
                "Message.init: accepts 'b'",
                "Message.b: added\(wire)"
            ),
            .init(
                "added=",
                "a: Int",
                "a: Int, b: Int = 1",
                "Message.init: accepts 'b' with default 1, which is sent\(wire)",
                "Message.b: added\(wire)"
            ),
            .init(
                "order",
                "a: Int, b: Int",
                "b: Int, a: Int",
                "Message.init: parameters reordered\(callers)"
            ),
            .init(
                "retyped+key",
                "a: Int",
                "a: { type: String, key: x }",
                "Message.a: Int → String\(callers)\(andWire)",
                #"Message.a: "a" → "x"\#(wire)"#
            ),
            .init(
                "keyswap",
                "a: Int, b: Int",
                "a: { type: Int, key: b }, b: { type: Int, key: a }",
                #"Message.a: "a" → "b", and "a" is 'b' now\#(callers)\#(andWire)"#,
                #"Message.b: "b" → "a", and "b" is 'a' now\#(callers)\#(andWire)"#
            ),
            .init(
                "readOnly-",
                "a: { type: Int, readOnly: true }",
                "a: Int",
                "Message.Draft.init: needs 'a'\(callers)",
                "Message.Patch.init: accepts 'a'",
                "Message.Draft.a: added\(wire)",
                "Message.Patch.a: added\(wire)"
            ),
            .init(
                "renamed with its key",
                "a: Int",
                "b: Int",
                "Message.a: removed\(callers)\(andWire)",
                "Message.init: needs 'b'\(callers)",
                "Message.b: added\(wire)"
            ),
            .init(
                "rename",
                "a: Int",
                "b: { type: Int, key: a }",
                "Message.a: removed\(callers)",
                "Message.init: needs 'b'\(callers)",
                "Message.b: added"
            ),
        ]
    )
}
