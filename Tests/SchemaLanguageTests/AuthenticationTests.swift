import Testing

@testable import SchemaLanguage

/// The authentication of requests.
@Suite struct AuthenticationTests {
    @Test(
        "each form is recognized",
        arguments: [
            ("none", CheckedAPI.Authentication.none), ("bearer", .bearer), ("basic", .basic),
            ("{ header: X-API-Key }", .header("X-API-Key")),
            ("{ query: api_key }", .query("api_key")), ("{ cookie: session }", .cookie("session")),
            ("[basic]", .basic), ("[{ query: key }]", .query("key")),
            ("[bearer, { header: X-API-Key }]", .all([.bearer, .header("X-API-Key")])),
            (
                "[{ header: a }, { query: a }, { cookie: a }, { query: A }]",
                .all([.header("a"), .query("a"), .cookie("a"), .query("A")])
            ),
        ]
    )
    func forms(text: String, authentication: CheckedAPI.Authentication) throws {
        let schema = try Compiled.schema(
            "repogen: 1\napis: { Shop: { authentication: \(text) }, Other: {} }"
        )
        #expect(schema.apis.map(\.authentication) == [authentication, .none])
    }

    @Test("an endpoint can turn authentication off")
    func endpoints() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            apis: { Shop: { authentication: bearer } }
            endpoints:
              LogIn: { post: /login, authentication: none, headers: { Authorization: String } }
              List: { get: /items }
            """
        )
        #expect(schema.endpoints.map(\.authenticates) == [false, true])
    }
}
