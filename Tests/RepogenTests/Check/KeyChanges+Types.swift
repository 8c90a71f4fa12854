// The keys of types, except properties.
extension KeyChanges {
    static let entities = KeyChanges(
        testDescription: "entities",
        schema: """
            mixins: { M: { properties: { m: Int } } }
            entities:
              Message: { id: String, <> }
            """,
        changes: [
            .init(
                "hashable",
                "properties: { a: Int }",
                "properties: { a: Int }, hashable: false",
                "Message, its conformance to Hashable: removed\(callers)"
            ),
            .init(
                "conforms",
                "properties: { a: Int }",
                "properties: { a: Int }, conforms: Codable",
                "Message, its conformance to Codable: added"
            ),
            .init(
                "unknownKeys",
                "properties: { a: Int }",
                "properties: { a: Int }, unknownKeys: keep",
                "Message.init: accepts 'unknownKeys'",
                "Message, its conformance to UnknownKeysKeeping: added",
                "Message.unknownKeys: added\(wire)"
            ),
            .init(
                "include",
                "properties: { a: Int }",
                "properties: { a: Int }, include: M",
                "Message.init: needs 'm'\(callers)",
                "Message.m: added\(wire)"
            ),
            .init(
                "doc",
                "properties: { a: Int }",
                "properties: { a: Int }, doc: X.",
                documentation
            ),
        ]
    )

    static let identities = KeyChanges(
        testDescription: "identities",
        schema: """
            apis: { Shop: { baseURL: https://a.example.com } }
            api: Shop
            entities:
              Message: { id: <>, properties: { a: Int } }
            repositories: { Messages: { entity: Message, path: messages, remote: [create, read], local: sqlite } }
            """,
        changes: [
            .init("idtype", "String", "Int", "Message.id: String → Int\(callers)\(andWire)"),
            .init(
                "idkey",
                "String",
                "{ type: String, key: _id }",
                #"Message.schema: \#(store)with identityKey: "_id""#,
                #"Message.id: "id" → "_id"\#(wire)"#
            ),
            .init(
                "assignedBy",
                "String",
                "{ type: String, assignedBy: client }",
                "Message.Draft.init: needs 'id'\(callers)",
                "Message.Draft.id: added\(wire)",
                "Messages.collection: \(synchronized)with creationCheck: .identity\(maybe)"
            ),
            .init(
                "typed",
                "String",
                "{ type: String, typed: true }",
                "Message.id: String → Message.ID\(callers)",
                "Message.ID: now a distinct type, still String in requests and stores\(callers)"
            ),
            .init(
                "untyped",
                "{ type: String, typed: true }",
                "String",
                "Message.ID: no longer a distinct type: String, as in requests and stores\(callers)",
                "Message.id: Message.ID → String\(callers)"
            ),
            .init(
                "either",
                "String",
                "{ type: String, assignedBy: either }",
                "Message.Draft.init: accepts 'id'",
                "Message.Draft.id: added\(wire)"
            ),
            .init(
                "idclient-either",
                "{ type: String, assignedBy: client }",
                "{ type: String, assignedBy: either }",
                "Message.Draft.id: String → String?\(callers)\(andWire)",
                "Message.Draft.init: no longer needs 'id'",
                "Messages.collection: \(synchronized)without creationCheck: .identity\(maybe)"
            ),
        ]
    )

    static let enums = KeyChanges(
        testDescription: "enums",
        schema: """
            enums: { Size: { <> } }
            """,
        changes: [
            .init(
                "type+value",
                "cases: { a: 1, b: 2 }, type: Int",
                "cases: { a: 1, b: 3 }, type: Int",
                "Size.b: 2 → 3\(wire)"
            ),
            .init(
                "type",
                "cases: { a: 1, b: 2 }, type: Int",
                "cases: { a: 1, b: 2 }, type: Int8",
                "Size.unknown: (Int) → (Int8)\(callers)\(andMaybe)",
                "Size.rawValue: Int → Int8\(callers)"
            ),
            .init(
                "type2",
                "cases: { a: 1, b: 2 }, type: Int, unknown: fail",
                "cases: { a: 1, b: 2 }, type: Int8, unknown: fail",
                "Size, its raw type Int: removed\(callers)",
                "Size, its raw type Int8: added"
            ),
            .init(
                "closedvalue",
                "cases: [a, b], unknown: fail",
                "cases: { a: a, b: x }, unknown: fail",
                #"Size.b: "b" → "x"\#(wire)"#
            ),
            .init("value", "cases: [a, b]", "cases: { a: a, b: x }", #"Size.b: "b" → "x"\#(wire)"#),
            .init("added", "cases: [a]", "cases: [a, b]", "Size.b: added\(switches)"),
            .init(
                "added closed",
                "cases: [a], unknown: fail",
                "cases: [a, b], unknown: fail",
                "Size.b: added\(switches)\(andWire)"
            ),
            .init("removed", "cases: [a, b]", "cases: [a]", "Size.b: removed\(callers)"),
            .init(
                "removed closed",
                "cases: [a, b], unknown: fail",
                "cases: [a], unknown: fail",
                "Size.b: removed\(callers)\(andWire)"
            ),
            .init(
                "unknown",
                "cases: [a, b]",
                "cases: [a, b], unknown: fail",
                "Size, its conformance to OpenEnum: removed\(callers)",
                "Size.unknown: removed\(callers)",
                "Size.init: removed\(callers)",
                "Size, its raw type String: added",
                "Size, its conformance to ClosedEnum: added",
                "Size: for unknown cases, preserved → an error\(reading)"
            ),
            .init(
                "unknown-",
                "cases: [a, b], unknown: fail",
                "cases: [a, b]",
                "Size, its raw type String: removed\(callers)",
                "Size, its conformance to ClosedEnum: removed\(callers)",
                "Size, its conformance to OpenEnum: added",
                "Size.unknown: added\(switches)",
                "Size.init: added",
                "Size: for unknown cases, an error → preserved\(reading)"
            ),
            .init(
                "conforms",
                "cases: [a]",
                "cases: [a], conforms: Codable",
                "Size, its conformance to Codable: added"
            ),
            .init("doc", "cases: [a]", "cases: { a: { doc: X. } }", documentation),
            .init(
                "order",
                "cases: [a, b]",
                "cases: [b, a]",
                "no effect on callers, requests or responses: only the order of declarations changes"
            ),
        ]
    )

    static let scalars = KeyChanges(
        testDescription: "scalars",
        schema: """
            scalars: { Money: { <> } }
            values: { Box: { properties: { price: Money } } }
            """,
        changes: [
            .init(
                "swift",
                "swift: Decimal, json: String",
                "swift: Double, json: String",
                "Money: Decimal → Double\(callers)\(andMaybe)"
            ),
            .init(
                "json",
                "swift: Decimal, json: String",
                "swift: Decimal",
                "Box.price: written as text → the default format\(wire)"
            ),
            .init(
                "format",
                "swift: Date, format: unixSeconds",
                "swift: Date, format: rfc1123",
                "Box.price: written as unixSeconds → rfc1123\(wire)"
            ),
            .init(
                "import",
                "swift: Coin, json: String, import: KitA",
                "swift: Coin, json: String, import: KitB",
                "KitA: no longer imported, see the lines for the effect",
                "KitB: imported, see the lines for the effect"
            ),
            .init(
                "import+",
                "swift: Coin, json: String",
                "swift: Coin, json: String, import: KitB",
                "KitB: imported, see the lines for the effect"
            ),
            .init("doc", "swift: Decimal", "swift: Decimal, doc: X.", documentation),
        ]
    )

    static let unions = KeyChanges(
        testDescription: "unions",
        schema: """
            unions: { Thing: { <> } }
            values: { V: { properties: { a: Int } }, W: { properties: { b: Int } } }
            """,
        changes: [
            .init(
                "discriminator",
                "discriminator: kind, cases: { v: V, w: W }",
                "discriminator: type, cases: { v: V, w: W }",
                #"Thing: the discriminator is "kind" → "type"\#(wire)"#
            ),
            .init(
                "tag",
                "discriminator: kind, cases: { v: V, w: W }",
                "discriminator: kind, cases: { v: V, w: { type: W, tag: x } }",
                #"Thing.w: "w" → "x"\#(wire)"#
            ),
            .init(
                "casetype",
                "discriminator: kind, cases: { v: V, w: W }",
                "discriminator: kind, cases: { v: V, w: V }",
                "Thing.w: (W) → (V)\(callers)\(andWire)"
            ),
            .init(
                "casetype2",
                "cases: { v: Int, w: String }",
                "cases: { v: Double, w: String }",
                "Thing.v: (Int) → (Double)\(callers)\(andMaybe)"
            ),
            .init(
                "added",
                "discriminator: kind, cases: { v: V }",
                "discriminator: kind, cases: { v: V, w: W }",
                "Thing.w: added\(switches)"
            ),
            .init(
                "unknown",
                "discriminator: kind, cases: { v: V, w: W }",
                "discriminator: kind, cases: { v: V, w: W }, unknown: fail",
                "Thing.unknown: removed\(callers)",
                "Thing: for unknown cases, preserved → an error\(reading)"
            ),
            .init(
                "hashable",
                "cases: { v: V, s: String }",
                "cases: { v: V, s: String }, hashable: false",
                "Thing, its conformance to Hashable: removed\(callers)"
            ),
            .init(
                "unknownkind",
                "cases: { v: V, s: String }",
                "cases: { v: V, s: String }, unknown: fail",
                "Thing.unknown: removed\(callers)",
                "Thing: for unknown cases, preserved → an error\(reading)"
            ),
            .init(
                "order",
                "cases: { v: V, s: String }",
                "cases: { s: String, v: V }",
                "no effect on callers, requests or responses: only the order of declarations changes"
            ),
            .init(
                "doc",
                "cases: { v: V, s: String }",
                "cases: { v: V, s: String }, doc: X.",
                documentation
            ),
        ]
    )

    static let values = KeyChanges(
        testDescription: "values",
        schema: """
            values: { Box: { <> } }
            """,
        changes: [
            .init(
                "unknownKeys",
                "properties: { a: Int }",
                "properties: { a: Int }, unknownKeys: keep",
                "Box.init: accepts 'unknownKeys'",
                "Box, its conformance to UnknownKeysKeeping: added",
                "Box.unknownKeys: added\(wire)"
            ),
            .init(
                "hashable",
                "properties: { a: Int }",
                "properties: { a: Int }, hashable: false",
                "Box, its conformance to Hashable: removed\(callers)"
            ),
            .init(
                "conforms",
                "properties: { a: Int }",
                "properties: { a: Int }, conforms: Codable",
                "Box, its conformance to Codable: added"
            ),
            .init(
                "key",
                "properties: { a: Int }",
                "properties: { a: { type: Int, key: b } }",
                #"Box.a: "a" → "b"\#(wire)"#
            ),
            .init(
                "redacted",
                "properties: { a: Int }",
                "properties: { a: { type: Int, redacted: true } }",
                "Box.a: no longer shown in descriptions and logs"
            ),
        ]
    )
}
