// Changes of types, with their effect on requests and responses.
extension KeyChanges {
    static let receivedEntities = KeyChanges(
        testDescription: "entities that are only received",
        schema: """
            entities: { Message: { id: String, properties: { a: Int } } }
            endpoints: { Ask: { get: /a, response: Message }, Say: { post: /a<> } }
            """,
        changes: [
            .init(
                "draft",
                ", body: Message.Draft",
                "",
                "Endpoint.Say.body: removed\(callers)\(andWire)",
                "Message, its conformance to Entity: removed\(callers)",
                "Message.Draft: removed\(callers)",
                "Message.draft: removed\(callers)",
                "Message.Patch: removed\(callers)",
                "Message.Fields: removed\(callers)"
            )
        ]
    )

    static let typesOfEndpoints = KeyChanges(
        testDescription: "types of endpoints",
        schema: """
            entities:
              Message: { id: String, properties: { a: Int, r: { type: Int, readOnly: true } } }
              User: { id: String, properties: { n: String } }
            values: { V: { properties: { a: Int } } }
            enums: { Size: { cases: [s] }, Width: { cases: [s], unknown: fail } }
            scalars: { Money: { swift: Decimal }, Text: { swift: String } }
            endpoints: { Ask: { <> } }
            repositories:
              Messages: { entity: Message, path: messages }
              Users: { entity: User, path: users }
            """,
        changes: [
            .init(
                "draft to entity",
                "post: /a, body: Message.Draft",
                "post: /a, body: Message",
                "Endpoint.Ask.body: Message.Draft → Message\(callers)\(andWire)"
            ),
            .init(
                "the same members",
                "post: /a, body: V",
                "post: /a, body: Message.Draft",
                "Endpoint.Ask.body: V → Message.Draft\(callers)"
            ),
            .init(
                "body-",
                "post: /a, body: V",
                "post: /a",
                "Endpoint.Ask.body: removed\(callers)\(andWire)"
            ),
            .init(
                "body[]",
                "post: /a, body: V",
                "post: /a, body: '[V]'",
                "Endpoint.Ask.body: V → [V]\(callers)\(andWire)"
            ),
            .init(
                "response",
                "get: /a, response: '[Message]'",
                "get: /a, response: '[User]'",
                "Endpoint.Ask.Response: ArrayResponse<Message> → ArrayResponse<User>\(callers)\(andReading)"
            ),
            .init(
                "response-",
                "get: /a, response: V",
                "get: /a",
                "Endpoint.Ask.Response: SingleResponse<V> → EmptyResponse\(callers)\(andReading)"
            ),
            .init(
                "query[]",
                "get: /a, query: { s: '[Int]' }",
                "get: /a, query: { s: '[String]' }",
                "Endpoint.Ask.s: [Int] → [String]\(callers)\(andWire)"
            ),
            .init(
                "query?",
                "get: /a, query: { after?: String }",
                "get: /a, query: { after?: Int }",
                "Endpoint.Ask.after: String? → Int?\(callers)\(andWire)"
            ),
            .init(
                "header?",
                "get: /a, headers: { X-Key?: String }",
                "get: /a, headers: { X-Key: String }",
                "Endpoint.Ask.xKey: String? → String\(callers)\(andWire)",
                "Endpoint.Ask.init: needs 'xKey'\(callers)"
            ),
            .init(
                "default to nothing",
                "get: /a, query: { limit: Int = 20 }",
                "get: /a, query: { limit?: Int }",
                "Endpoint.Ask.limit: Int → Int?\(callers)\(andWire)",
                "Endpoint.Ask.init: default of 'limit': 20 → nil\(wire)"
            ),
            .init(
                "another name of the type",
                "get: /a, query: { a: Money, b: '[Text]' }",
                "get: /a, query: { a: Decimal, b: '[String]' }",
                "Endpoint.Ask.a: Money → Decimal\(callers)",
                "Endpoint.Ask.b: [Text] → [String]\(callers)"
            ),
            .init(
                "another name of a placeholder",
                "get: '/a/{id}'",
                "get: '/a/{key}'",
                #"Endpoint.Ask.path: "/a/{id}" → "/a/{key}", the same request"#,
                "Endpoint.Ask.id: removed\(callers)",
                "Endpoint.Ask.init: needs 'key'\(callers)",
                "Endpoint.Ask.key: added"
            ),
            .init(
                "another name and type of a placeholder",
                "get: '/a/{id}'",
                "get: '/a/{key}', path: { key: Int }",
                #"Endpoint.Ask.path: "/a/{id}" → "/a/{key}"\#(wire)"#,
                "Endpoint.Ask.id: removed\(callers)\(andWire)",
                "Endpoint.Ask.init: needs 'key'\(callers)",
                "Endpoint.Ask.key: added\(wire)"
            ),
            .init(
                "another place of a placeholder",
                "get: '/a/{x}/{y}', path: { x: String, y: String }",
                "get: '/a/{y}/{x}', path: { x: String, y: String }",
                #"Endpoint.Ask.path: "/a/{x}/{y}" → "/a/{y}/{x}"\#(wire)"#,
                "Endpoint.Ask.init: parameters reordered\(callers)"
            ),
            .init(
                "another place of a parameter",
                "get: '/a/{x}/{y}', path: { a: { type: String, key: x }, b: { type: String, key: y } }",
                "get: '/a/{x}/{y}', path: { a: { type: String, key: y }, b: { type: String, key: x } }",
                "Endpoint.Ask.init: parameters reordered\(callers)",
                #"Endpoint.Ask.a: "x" → "y", and "x" is 'b' now\#(callers)\#(andWire)"#,
                #"Endpoint.Ask.b: "y" → "x", and "y" is 'a' now\#(callers)\#(andWire)"#
            ),
            .init(
                "width",
                "get: /a, query: { a: Int, b: '[Int]', c: Int, d: Int }",
                "get: /a, query: { a: Int64, b: '[Int64]', c: Int8, d: Double }",
                "Endpoint.Ask.a: Int → Int64\(callers)",
                "Endpoint.Ask.b: [Int] → [Int64]\(callers)",
                "Endpoint.Ask.c: Int → Int8\(callers)\(andMaybe)",
                "Endpoint.Ask.d: Int → Double\(callers)\(andMaybe)"
            ),
            .init(
                "the identity of another entity",
                "get: /a, query: { a: Message.ID }",
                "get: /a, query: { a: User.ID }",
                "Endpoint.Ask.a: Message.ID → User.ID\(callers)"
            ),
            .init(
                "a choice",
                "get: /a, query: { a: String }",
                "get: /a, query: { a: Size }",
                "Endpoint.Ask.a: String → Size\(callers)\(andMaybe)"
            ),
        ]
    )

    static let renamedTypes = KeyChanges(
        testDescription: "types with other names",
        schema: "<>",
        changes: [
            .init(
                "value",
                "values: { V: { properties: { a: Int, v?: V } }, Box: { properties: { v: V } } }",
                "values: { W: { properties: { a: Int, v?: W } }, Box: { properties: { v: W } } }",
                "Box.v: V → W\(callers)",
                "V: removed\(callers)"
            ),
            .init(
                "value with another member",
                "values: { V: { properties: { a: Int } }, Box: { properties: { v: V } } }",
                "values: { W: { properties: { b: Int } }, Box: { properties: { v: W } } }",
                "Box.v: V → W\(callers)\(andWire)",
                "V: removed\(callers)"
            ),
            .init(
                "in a union",
                "values: { V: { properties: { a: Int } } }\nunions: { U: { discriminator: k, cases: { v: V } } }",
                "values: { W: { properties: { a: Int } } }\nunions: { U: { discriminator: k, cases: { v: W } } }",
                "U.v: (V) → (W)\(callers)",
                "V: removed\(callers)"
            ),
            .init(
                "union",
                "unions: { U: { cases: { a: Int } } }\nvalues: { Box: { properties: { u: U } } }",
                "unions: { X: { cases: { b: Int } } }\nvalues: { Box: { properties: { u: X } } }",
                "U: removed\(callers)",
                "Box.u: U → X\(callers)"
            ),
            .init(
                "width in a value, a union and a scalar",
                "scalars: { S: { swift: Int } }\nunions: { U: { cases: { n: Int } } }\nvalues: { V: { properties: { a: Int } } }",
                "scalars: { S: { swift: Int64 } }\nunions: { U: { cases: { n: Int64 } } }\nvalues: { V: { properties: { a: Int64 } } }",
                "S: Int → Int64\(callers)",
                "U.n: (Int) → (Int64)\(callers)",
                "V.a: Int → Int64\(callers)"
            ),
            .init(
                "open enum",
                "enums: { A: { cases: [x] } }\nvalues: { Box: { properties: { a: A } } }",
                "enums: { B: { cases: { y: x } } }\nvalues: { Box: { properties: { a: B } } }",
                "A: removed\(callers)",
                "Box.a: A → B\(callers)"
            ),
            .init(
                "open enum with other values",
                "enums: { A: { cases: [x] } }\nvalues: { Box: { properties: { a: A } } }",
                "enums: { B: { cases: [y] } }\nvalues: { Box: { properties: { a: B } } }",
                "A: removed\(callers)",
                "Box.a: A → B\(callers)\(andMaybe)"
            ),
            .init(
                "closed enum with other values",
                "enums: { A: { cases: [x], unknown: fail } }\nvalues: { Box: { properties: { a: A } } }",
                "enums: { B: { cases: [y], unknown: fail } }\nvalues: { Box: { properties: { a: B } } }",
                "A: removed\(callers)",
                "Box.a: A → B\(callers)\(andWire)"
            ),
            .init(
                "closed enum",
                "enums: { A: { cases: [x], unknown: fail } }\nvalues: { Box: { properties: { a: A } } }",
                "enums: { B: { cases: [x], unknown: fail } }\nvalues: { Box: { properties: { a: B } } }",
                "A: removed\(callers)",
                "Box.a: A → B\(callers)"
            ),
            .init(
                "scalar",
                "scalars: { M: { swift: Decimal } }\nvalues: { Box: { properties: { a: M } } }",
                "scalars: { M: { swift: Bool } }\nvalues: { Box: { properties: { a: M } } }",
                "M: Decimal → Bool\(callers)\(andWire)"
            ),
            .init(
                "scalar of texts",
                "scalars: { M: { swift: Decimal, json: String } }\nvalues: { Box: { properties: { a: M } } }",
                "scalars: { M: { swift: String } }\nvalues: { Box: { properties: { a: M } } }",
                "M: Decimal → String\(callers)\(andMaybe)",
                "Box.a: written as text, as before"
            ),
            .init(
                "case of a closed union",
                "values: { V: { properties: { a: Int } } }\nunions: { U: { discriminator: k, cases: { v: V }, unknown: fail } }",
                "values: { V: { properties: { a: Int } } }\nunions: { U: { discriminator: k, cases: { v: V, w: V }, unknown: fail } }",
                "U.w: added\(switches)\(andWire)"
            ),
        ]
    )

    static let passedNames = KeyChanges(
        testDescription: "names that pass to other keys",
        schema: "<>",
        changes: [
            .init(
                "order",
                "values: { V: { properties: { a_b: Int, a-b: Int } } }",
                "values: { V: { properties: { a-b: Int, a_b: Int } } }",
                #"V.aB: "a_b" → "a-b", and "a_b" is 'aB2' now\#(callers)\#(andWire)"#,
                #"V.aB2: "a-b" → "a_b", and "a-b" is 'aB' now\#(callers)\#(andWire)"#
            ),
            .init(
                "one less",
                "values: { V: { properties: { a-b: Int, a_b: Int } } }",
                "values: { V: { properties: { a_b: Int } } }",
                "V.aB2: removed\(callers)",
                #"V.aB: "a-b" → "a_b", which was 'aB2'\#(callers)\#(andWire)"#
            ),
            .init(
                "open enum",
                "enums: { S: { cases: { a: x, b: y } } }",
                "enums: { S: { cases: { a: y, b: x } } }",
                #"S.a: "x" → "y", and "x" is 'b' now\#(callers)\#(andWire)"#,
                #"S.b: "y" → "x", and "y" is 'a' now\#(callers)\#(andWire)"#
            ),
            .init(
                "closed enum",
                "enums: { S: { cases: { a: x, b: y }, unknown: fail } }",
                "enums: { S: { cases: { a: y, b: x }, unknown: fail } }",
                #"S.a: "x" → "y", and "x" is 'b' now\#(callers)\#(andWire)"#,
                #"S.b: "y" → "x", and "y" is 'a' now\#(callers)\#(andWire)"#
            ),
        ]
    )

    static let ordersOfParameters = KeyChanges(
        testDescription: "orders of parameters",
        schema: """
            endpoints: { Ask: { get: /a, query: { <> } } }
            repositories: { Chat: { operations: { latest: Ask } } }
            """,
        changes: [
            .init(
                "with defaults",
                "limit: Int = 20, after?: String",
                "after?: String, limit: Int = 20",
                "Endpoint.Ask.init: parameters reordered\(callers)",
                #"ChatMock.latestStub: MockFunction<(limit: Int, after: String?), Void>("latest") → MockFunction<(after: String?, limit: Int), Void>("latest")\#(callers)"#,
                "ChatMock.latest(limit:after:): removed\(callers)",
                "ChatMock.latest(after:limit:): added",
                "ChatProtocol.latest(limit:after:): removed\(callers)",
                "ChatProtocol.latest(limit:): no longer needs 'limit'",
                "Chat.latest(limit:after:): removed\(callers)",
                "ChatProtocol.latest(after:limit:): added\(conformers)",
                "Chat.latest(after:limit:): added"
            )
        ]
    )
}
