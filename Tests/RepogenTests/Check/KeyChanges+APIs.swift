// The keys of APIs, and the operations of repositories.
extension KeyChanges {
    static let apis = KeyChanges(
        testDescription: "apis",
        schema: """
            api: Shop
            apis: { Shop: { <> } }
            entities: { Message: { id: String, properties: { aB: Int, d: Date } } }
            """,
        changes: [
            .init(
                "baseURL",
                "baseURL: https://a.example.com",
                "baseURL: https://b.example.com",
                #"Shop.baseURLs: .production: "https://a.example.com" → "https://b.example.com"\#(wire)"#
            ),
            .init(
                "baseURLs",
                "baseURL: https://a.example.com",
                "baseURL: { production: https://a.example.com, test: https://c.example.com }",
                #"Shop.baseURLs: with .init("test"): "https://c.example.com"\#(wire)"#
            ),
            .init(
                "baseURL+",
                "doc: A shop.",
                "doc: A shop., baseURL: https://a.example.com",
                #"Shop.baseURLs: [:] → [.production: "https://a.example.com"]\#(wire)"#
            ),
            .init(
                "keys",
                "keys: exact",
                "keys: PascalCase",
                #"Message.schema: \#(store)with identityKey: "Id""#,
                #"Message.aB: "aB" → "AB"\#(wire)"#,
                #"Message.d: "d" → "D"\#(wire)"#,
                #"Message.id: "id" → "Id"\#(wire)"#
            ),
            .init(
                "dates",
                "dates: iso8601",
                "dates: unixSeconds",
                "Shop.dates: .iso8601 → .unixSeconds\(wire)"
            ),
            .init(
                "dates+",
                "dates: iso8601",
                "dates: [iso8601, unixSeconds]",
                "Shop.dates: with .unixSeconds\(reading)"
            ),
            .init(
                "dates order",
                "dates: [iso8601, unixSeconds]",
                "dates: [unixSeconds, iso8601]",
                "Shop.dates: reordered\(wire)"
            ),
            .init(
                "headers",
                "headers: { X: a }",
                "headers: { X: b }",
                #"Shop.headers: "X": "a" → "b"\#(wire)"#
            ),
            .init(
                "query",
                "query: { v: 1 }",
                "query: { v: 2 }",
                #"Shop.query: "v": "1" → "2"\#(wire)"#
            ),
            .init(
                "headers+",
                "keys: exact",
                "headers: { X: b }",
                #"Shop.headers: now ["X": "b"]\#(wire)"#
            ),
            .init(
                "auth",
                "authentication: none",
                "authentication: bearer",
                "Shop.authentication: now Authentication.bearer\(wire)"
            ),
            .init(
                "auth2",
                "authentication: bearer",
                "authentication: { header: X-Key }",
                #"Shop.authentication: Authentication.bearer → Authentication.header("X-Key")\#(wire)"#
            ),
            .init(
                "auth-",
                "authentication: bearer",
                "keys: exact",
                "Shop.authentication: no longer Authentication.bearer\(wire)"
            ),
            .init(
                "auth+",
                "authentication: bearer",
                "authentication: [bearer, { header: X-Key }]",
                "Shop.authentication: Authentication.bearer → "
                    + #"Authentication.all([.bearer, .header("X-Key")])\#(wire)"#
            ),
            .init("doc", "keys: exact", "doc: X.", documentation),
        ]
    )

    static let operations = KeyChanges(
        testDescription: "operations",
        schema: """
            endpoints: { Ask: { get: /ask, query: { a: Int = 1 } }, Beg: { get: /beg, query: { a: Int = 1 } } }
            repositories: { Asking: { operations: { <> } } }
            """,
        changes: [
            .init(
                "endpoint",
                "ask: Ask",
                "ask: Beg",
                "Asking.ask(a:): sends the request Endpoint.Ask → Endpoint.Beg\(wire)"
            ),
            .init(
                "added",
                "ask: Ask",
                "ask: Ask, beg: Beg",
                "AskingMock.begStub: added",
                "AskingMock.beg(a:): added",
                "AskingProtocol.beg(a:): added\(conformers)",
                "AskingProtocol.beg(): added",
                "Asking.beg(a:): added"
            ),
            .init(
                "removed",
                "ask: Ask, beg: Beg",
                "ask: Ask",
                "AskingMock.begStub: removed\(callers)",
                "AskingMock.beg(a:): removed\(callers)",
                "AskingProtocol.beg(a:): removed\(callers)",
                "AskingProtocol.beg(): removed\(callers)",
                "Asking.beg(a:): removed\(callers)"
            ),
            .init("doc", "ask: Ask", "ask: { endpoint: Ask, doc: X. }", documentation),
        ]
    )
}
