// The keys of endpoints and their parameters.
extension KeyChanges {
    static let endpoints = KeyChanges(
        testDescription: "endpoints",
        schema: """
            apis:
              Shop: { baseURL: { production: https://a.example.com, staging: https://s.example.com } }
              Mart: { baseURL: https://b.example.com }
            api: Shop
            values: { V: { properties: { a: Int } }, W: { properties: { b: Int } } }
            endpoints: { Ask: { <> } }
            repositories: { Asking: { operations: { ask: Ask } } }
            """,
        changes: [
            .init(
                "path",
                "get: /ask, response: V",
                "get: /other, response: V",
                #"Endpoint.Ask.path: "/ask" → "/other"\#(wire)"#
            ),
            .init(
                "method",
                "get: /ask, response: V",
                "post: /ask, response: V",
                "Endpoint.Ask.method: HTTPMethod.get → HTTPMethod.post\(wire)"
            ),
            .init(
                "api",
                "get: /ask, response: V",
                "get: /ask, response: V, api: Mart",
                "Endpoint.Ask.API: belongs to Shop → Mart\(maybe)",
                "Asking.init: default of 'networking': NetworkingSession(api: Shop.self) → NetworkingSession(api: Mart.self), the destination of requests\(maybe)"
            ),
            .init(
                "pathparam",
                "get: '/ask/{id}', path: { id: String }",
                "get: '/ask/{id}', path: { id: Int }",
                "Endpoint.Ask.id: String → Int\(callers)\(andWire)",
                #"AskingMock.askStub: MockFunction<String, Void>("ask") → MockFunction<Int, Void>("ask")\#(callers)"#,
                "AskingMock.ask(id:): 'id' String → Int\(callers)",
                "AskingProtocol.ask(id:): 'id' String → Int\(callers)",
                "AskingProtocol.ask(id:): 'id' String → Int\(conformers)",
                "Asking.ask(id:): 'id' String → Int\(callers)"
            ),
            .init(
                "pathkey",
                "get: '/ask/{id}', path: { id: String }",
                "get: '/ask/{i}', path: { id: { type: String, key: i } }",
                #"Endpoint.Ask.path: "/ask/{id}" → "/ask/{i}", the same request"#
            ),
            .init(
                "transform",
                "get: '/ask/{id}', path: { id: String }",
                "get: '/ask/{id}', path: { id: { type: String, transform: lowercased } }",
                "Endpoint.Ask.id: sent as it is → lowercased\(wire)"
            ),
            .init(
                "pathformat",
                "get: '/ask/{id}', path: { id: Date }",
                "get: '/ask/{id}', path: { id: { type: Date, format: unixSeconds } }",
                "Endpoint.Ask.id: written as the dates of Shop → unixSeconds\(maybe)"
            ),
            .init(
                "query+",
                "get: /ask, response: V",
                "get: /ask, response: V, query: { a: Int }",
                "Endpoint.Ask.init: needs 'a'\(callers)",
                "Endpoint.Ask.a: added\(wire)",
                #"AskingMock.askStub: MockFunction<Void, V>("ask") → MockFunction<Int, V>("ask")\#(callers)"#,
                "AskingMock.ask(): removed\(callers)",
                "AskingMock.ask(a:): added",
                "AskingProtocol.ask(): removed\(callers)",
                "Asking.ask(): removed\(callers)",
                "AskingProtocol.ask(a:): added\(conformers)",
                "Asking.ask(a:): added"
            ),
            .init(
                "query+?",
                "get: /ask, response: V",
                "get: /ask, response: V, query: { a?: Int }",
                "Endpoint.Ask.init: accepts 'a'",
                "Endpoint.Ask.a: added\(wire)",
                #"AskingMock.askStub: MockFunction<Void, V>("ask") → MockFunction<Int?, V>("ask")\#(callers)"#,
                "AskingMock.ask(a:): added",
                "AskingProtocol.ask(a:): added\(conformers)",
                "Asking.ask(a:): added"
            ),
            .init(
                "query+=",
                "get: /ask, response: V",
                "get: /ask, response: V, query: { a: Int = 1 }",
                "Endpoint.Ask.init: accepts 'a' with default 1, which is sent\(wire)",
                "Endpoint.Ask.a: added\(wire)",
                #"AskingMock.askStub: MockFunction<Void, V>("ask") → MockFunction<Int, V>("ask")\#(callers)"#,
                "AskingMock.ask(a:): added",
                "AskingProtocol.ask(a:): added\(conformers)",
                "Asking.ask(a:): added"
            ),
            .init(
                "query-",
                "get: /ask, response: V, query: { a: Int }",
                "get: /ask, response: V",
                "Endpoint.Ask.a: removed\(callers)\(andWire)",
                #"AskingMock.askStub: MockFunction<Int, V>("ask") → MockFunction<Void, V>("ask")\#(callers)"#,
                "AskingMock.ask(a:): removed\(callers)",
                "AskingMock.ask(): added",
                "AskingProtocol.ask(a:): removed\(callers)",
                "Asking.ask(a:): removed\(callers)",
                "AskingProtocol.ask(): added\(conformers)",
                "Asking.ask(): added"
            ),
            .init(
                "query=",
                "get: /ask, response: V, query: { a: Int = 1 }",
                "get: /ask, response: V, query: { a: Int = 2 }",
                "Endpoint.Ask.init: default of 'a': 1 → 2, which is sent\(wire)",
                "AskingProtocol.ask(): the default of 'a' is 1 → 2\(wire)"
            ),
            .init(
                "query=nil",
                "get: /ask, response: V, query: { a: Int? = 1 }",
                "get: /ask, response: V, query: { a: Int? }",
                "Endpoint.Ask.init: default of 'a': 1 → nil\(wire)",
                "AskingProtocol.ask(): the default of 'a' is 1 → nil\(wire)"
            ),
            .init(
                "query=-",
                "get: /ask, response: V, query: { a: Int = 1 }",
                "get: /ask, response: V, query: { a: Int }",
                "Endpoint.Ask.init: needs 'a'\(callers)",
                "AskingProtocol.ask(): removed\(callers)"
            ),
            .init(
                "querykey",
                "get: /ask, response: V, query: { a: Int }",
                "get: /ask, response: V, query: { a: { type: Int, key: x } }",
                #"Endpoint.Ask.a: "a" → "x"\#(wire)"#
            ),
            .init(
                "queryformat",
                "get: /ask, response: V, query: { a: Date }",
                "get: /ask, response: V, query: { a: { type: Date, format: unixSeconds } }",
                "Endpoint.Ask.a: written as the dates of Shop → unixSeconds\(maybe)"
            ),
            .init(
                "querytype",
                "get: /ask, response: V, query: { a: Int }",
                "get: /ask, response: V, query: { a: String }",
                "Endpoint.Ask.a: Int → String\(callers)\(andWire)",
                #"AskingMock.askStub: MockFunction<Int, V>("ask") → MockFunction<String, V>("ask")\#(callers)"#,
                "AskingMock.ask(a:): 'a' Int → String\(callers)",
                "AskingProtocol.ask(a:): 'a' Int → String\(callers)",
                "AskingProtocol.ask(a:): 'a' Int → String\(conformers)",
                "Asking.ask(a:): 'a' Int → String\(callers)"
            ),
            .init(
                "query?",
                "get: /ask, response: V, query: { a: Int }",
                "get: /ask, response: V, query: { a?: Int }",
                "Endpoint.Ask.a: Int → Int?\(callers)\(andWire)",
                "Endpoint.Ask.init: no longer needs 'a'",
                #"AskingMock.askStub: MockFunction<Int, V>("ask") → MockFunction<Int?, V>("ask")\#(callers)"#,
                "AskingMock.ask(a:): 'a' Int → Int?\(callers)",
                "AskingProtocol.ask(a:): 'a' Int → Int?\(callers)",
                "AskingProtocol.ask(a:): 'a' Int → Int?\(conformers)",
                "Asking.ask(a:): 'a' Int → Int?\(callers)",
                "AskingProtocol.ask(): added"
            ),
            .init(
                "query2header",
                "get: /ask, response: V, query: { a: Int }",
                "get: /ask, response: V, headers: { a: Int }",
                "Endpoint.Ask.a: in the query → as a header field\(wire)"
            ),
            .init(
                "headerkey",
                "get: /ask, response: V, headers: { a: Int }",
                "get: /ask, response: V, headers: { a: { type: Int, key: X-A } }",
                #"Endpoint.Ask.a: "a" → "X-A"\#(wire)"#
            ),
            .init(
                "body",
                "post: /ask",
                "post: /ask, body: V",
                "Endpoint.Ask.init: needs 'body'\(callers)",
                "Endpoint.Ask.body: added\(wire)",
                #"AskingMock.askStub: MockFunction<Void, Void>("ask") → MockFunction<V, Void>("ask")\#(callers)"#,
                "AskingMock.ask(): removed\(callers)",
                "AskingMock.ask(body:): added",
                "AskingProtocol.ask(): removed\(callers)",
                "Asking.ask(): removed\(callers)",
                "AskingProtocol.ask(body:): added\(conformers)",
                "Asking.ask(body:): added"
            ),
            .init(
                "body2",
                "post: /ask, body: V",
                "post: /ask, body: W",
                "Endpoint.Ask.body: V → W\(callers)\(andWire)",
                #"AskingMock.askStub: MockFunction<V, Void>("ask") → MockFunction<W, Void>("ask")\#(callers)"#,
                "AskingMock.ask(body:): 'body' V → W\(callers)",
                "AskingProtocol.ask(body:): 'body' V → W\(callers)",
                "AskingProtocol.ask(body:): 'body' V → W\(conformers)",
                "Asking.ask(body:): 'body' V → W\(callers)"
            ),
            .init(
                "response",
                "get: /ask, response: V",
                "get: /ask, response: W",
                "Endpoint.Ask.Response: SingleResponse<V> → SingleResponse<W>\(callers)\(andReading)",
                #"AskingMock.askStub: MockFunction<Void, V>("ask") → MockFunction<Void, W>("ask")\#(callers)"#,
                "AskingMock.ask(): async throws(RepositoryError) -> V → async throws(RepositoryError) -> W\(callers)",
                "AskingProtocol.ask(): async throws(RepositoryError) -> V → async throws(RepositoryError) -> W\(callers)",
                "AskingProtocol.ask(): async throws(RepositoryError) -> V → async throws(RepositoryError) -> W\(conformers)",
                "Asking.ask(): async throws(RepositoryError) -> V → async throws(RepositoryError) -> W\(callers)"
            ),
            .init(
                "responsearr",
                "get: /ask, response: V",
                "get: /ask, response: '[V]'",
                "Endpoint.Ask.Response: SingleResponse<V> → ArrayResponse<V>\(callers)\(andReading)",
                #"AskingMock.askStub: MockFunction<Void, V>("ask") → MockFunction<Void, [V]>("ask")\#(callers)"#,
                "AskingMock.ask(): async throws(RepositoryError) -> V → async throws(RepositoryError) -> [V]\(callers)",
                "AskingProtocol.ask(): async throws(RepositoryError) -> V → async throws(RepositoryError) -> [V]\(callers)",
                "AskingProtocol.ask(): async throws(RepositoryError) -> V → async throws(RepositoryError) -> [V]\(conformers)",
                "Asking.ask(): async throws(RepositoryError) -> V → async throws(RepositoryError) -> [V]\(callers)"
            ),
            .init(
                "wrap",
                "post: /ask, body: V",
                "post: /ask, body: V, wrap: data",
                #"Endpoint.Ask.bodyPath: now "data"\#(wire)"#
            ),
            .init(
                "wrap2",
                "post: /ask, body: V, wrap: dat",
                "post: /ask, body: V, wrap: data",
                #"Endpoint.Ask.bodyPath: "dat" → "data"\#(wire)"#
            ),
            .init(
                "unwrap",
                "get: /ask, response: V",
                "get: /ask, response: V, unwrap: data",
                #"Endpoint.Ask.responsePath: now "data"\#(reading)"#
            ),
            .init(
                "unwrap2",
                "get: /ask, response: V, unwrap: dat",
                "get: /ask, response: V, unwrap: data",
                #"Endpoint.Ask.responsePath: "dat" → "data"\#(reading)"#
            ),
            .init(
                "errors",
                "get: /ask, response: V",
                "get: /ask, response: V, errors: { 422: W }",
                "Endpoint.Ask.failures: now [422: W.self]\(reading)",
                "Endpoint.Ask.DeclaredFailure: added"
            ),
            .init(
                "errors2",
                "get: /ask, response: V, errors: { 422: W }",
                "get: /ask, response: V, errors: { 422: V }",
                "Endpoint.Ask.failures: 422: W.self → V.self\(reading)",
                "Endpoint.Ask.DeclaredFailure.unprocessableContent: (W) → (V)\(callers)"
            ),
            .init(
                "auth",
                "get: /ask, response: V",
                "get: /ask, response: V, authentication: none",
                "Endpoint.Ask.authenticates: now false\(wire)"
            ),
            .init(
                "auth-",
                "get: /ask, response: V, authentication: none",
                "get: /ask, response: V",
                "Endpoint.Ask.authenticates: no longer false\(wire)"
            ),
            .init(
                "environment",
                "get: /ask, response: V",
                "get: /ask, response: V, environment: staging",
                "Endpoint.Ask.environment: now .staging\(wire)"
            ),
            .init(
                "environment2",
                "get: /ask, response: V, environment: mock, example: {a: 1}",
                "get: /ask, response: V, environment: staging",
                "Endpoint.Ask.environment: .mock → .staging\(wire)",
                ##"Endpoint.Ask.example: no longer #"{"a":1}"#"##
            ),
            .init(
                "example",
                "get: /ask, response: V",
                "get: /ask, response: V, example: { a: 1 }",
                ##"Endpoint.Ask.example: now #"{"a":1}"#"##
            ),
            .init(
                "example2",
                "get: /ask, response: V, example: { a: 2 }",
                "get: /ask, response: V, example: { a: 1 }",
                ##"Endpoint.Ask.example: #"{"a":2}"# → #"{"a":1}"#"##
            ),
            .init(
                "doc",
                "get: /ask, response: V",
                "get: /ask, response: V, doc: X.",
                documentation
            ),
        ]
    )
}
