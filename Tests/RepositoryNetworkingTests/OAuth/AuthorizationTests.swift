import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

@Suite("A login in a browser")
struct AuthorizationTests {
    private let client = OAuthClient(id: "the app", tokenURL: "http://127.0.0.1:1/token")
    private static let redirect = "com.example.shop:/login"

    private func begin(
        at endpoint: String = "https://id.example.com/authorize",
        redirect: String = redirect,
        scopes: [String] = ["orders", "profile"],
        parameters: [String: String] = [:]
    ) throws -> OAuthAuthorization {
        try client.authorization(
            at: endpoint,
            redirect: redirect,
            scopes: scopes,
            parameters: parameters
        )
    }

    private func fields(of url: URL) -> [String: String] {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in "\(first), twice" }
    }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    /// Returns the error of a redirect.
    private func error(_ login: OAuthAuthorization, _ text: String) throws -> OAuthError {
        let url = try url(text)
        return try #require(throws: OAuthError.self) { _ = try login.grant(from: url) }
    }

    @Test("opens a URL with everything that a server needs")
    func address() throws {
        let login = try begin()
        #expect(login.url.absoluteString.hasPrefix("https://id.example.com/authorize?client_id="))
        let fields = fields(of: login.url)
        #expect(fields["response_type"] == "code")
        #expect(fields["client_id"] == "the app")
        #expect(fields["redirect_uri"] == Self.redirect)
        #expect(fields["scope"] == "orders profile")
        #expect(fields["code_challenge_method"] == "S256")
        #expect(fields["code_challenge"]?.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
        #expect(fields["state"]?.wholeMatch(of: /[A-Za-z0-9_-]{22}/) != nil)
        #expect(fields.count == 7)
        let other = try self.fields(of: begin().url)
        #expect(other["state"] != fields["state"])
        #expect(other["code_challenge"] != fields["code_challenge"])
    }

    @Test(
        "keeps the query of the endpoint, and allows additional parameters that replace none"
    )
    func parameters() throws {
        let login = try begin(
            at: "https://id.example.com/authorize?tenant=a%26b",
            scopes: [],
            parameters: ["prompt": "login", "state": "mine", "code_challenge_method": "plain"]
        )
        let fields = fields(of: login.url)
        #expect(fields["tenant"] == "a&b")
        #expect(fields["prompt"] == "login")
        #expect(fields["code_challenge_method"] == "S256")
        #expect(fields["state"]?.count == 22)
        #expect(fields["scope"] == nil)
    }

    @Test("exchanges the code of the redirect for tokens, with the verifier of its challenge")
    func exchange() async throws {
        try await withExampleServer { server, url in
            let login = LoginServer()
            await login.serve(on: server)
            let client = OAuthClient.app(url)
            let source = OAuthTokenSource(client)
            let authorization = try client.authorization(
                at: url + "/authorize",
                redirect: "http://127.0.0.1:7000/login?app=1",
                scopes: ["orders"]
            )
            let sent = fields(of: authorization.url)
            let state = try #require(sent["state"])
            let back = try self.url(
                "http://127.0.0.1:7000/login?app=1&code=c0de%2B1%3D&state=\(state)#_=_"
            )
            try await source.logIn(authorization.grant(from: back))
            #expect(try await source.token() == "a1")
            let fields = try #require(login.exchanges.first)
            #expect(fields["grant_type"] == "authorization_code")
            #expect(fields["code"] == "c0de+1=")
            #expect(fields["redirect_uri"] == "http://127.0.0.1:7000/login?app=1")
            #expect(fields["client_id"] == "app")
            let verifier = try #require(fields["code_verifier"])
            #expect(CodeVerifier(text: verifier).challenge == sent["code_challenge"])
            #expect(fields.count == 5)
        }
    }

    @Test("accepts no redirect with another state, or with none: it belongs to another login")
    func state() throws {
        let login = try begin()
        let other = try #require(fields(of: try begin().url)["state"])
        for query in [
            "code=c0de", "code=c0de&state=", "code=c0de&state=\(other)",
            "error=access_denied&state=\(other)", "",
        ] {
            let error = try error(login, "\(Self.redirect)?\(query)")
            #expect(error.code == .stateMismatch)
            expectNoSecrets(in: error)
        }
    }

    @Test("has typed errors of redirects")
    func errors() throws {
        let login = try begin()
        let state = try #require(fields(of: login.url)["state"])
        let base = "\(Self.redirect)?state=\(state)&"
        let denied = try error(login, base + "error=access_denied&error_description=Not+me%2C+no")
        #expect(denied.code == .refused)
        #expect(denied.reason == .accessDenied)
        #expect(denied.serverDescription == "Not me, no")
        #expect(denied.message.contains("denied"))
        #expect(try error(login, base + "error=invalid_scope").reason == .invalidScope)
        let busy = try error(login, base + "error=temporarily_unavailable&code=c0de")
        #expect(busy.isRetryable)
        for query in ["", "code=", "codes=c0de", "code=c0de&code=c0de", "code=%FF%FE"] {
            let error = try error(login, base + query)
            #expect(error.code == .invalidRedirect, "\(query)")
            expectNoSecrets(in: error)
        }
    }

    @Test(
        "accepts its redirect as browsers write it",
        arguments: [
            ("http://127.0.0.1:7000", "http://127.0.0.1:7000/"),
            ("https://app.example:443/login", "https://App.example/login"),
        ]
    )
    func writtenByBrowser(redirect: String, text: String) throws {
        let login = try begin(redirect: redirect)
        let state = try #require(fields(of: login.url)["state"])
        let error = try error(login, "\(text)?error=access_denied&state=\(state)")
        #expect(error.code == .refused)
    }

    @Test(
        "accepts no URL other than its redirect's",
        arguments: [
            "com.example.shop:/other", "com.example.other:/login", "https://example.com/login",
            "com.example.shop://login", "com.example.shop:/login/",
        ]
    )
    func otherAddress(text: String) throws {
        let login = try begin()
        let state = try #require(fields(of: login.url)["state"])
        let error = try error(login, "\(text)?code=c0de&state=\(state)")
        #expect(error.code == .invalidRedirect)
        let own = try url("COM.example.shop:/login?code=c0de&state=\(state)")
        expectNoSecrets(in: try login.grant(from: own))
    }

    @Test("never shows its secrets")
    func secrecy() throws {
        let login = try begin()
        var dumped = ""
        dump(login, to: &dumped)
        #expect(dumped.contains("<redacted>"))
        #expect("\(login)" == "<redacted>")
    }

    @Test("with an invalid URL does not crash", arguments: ["", "ftp://a", "https://user:pw@a/"])
    func invalidAddress(text: String) throws {
        let error = try #require(throws: OAuthError.self) { _ = try begin(at: text) }
        #expect(error.code == .invalidURL)
        let redirect = try #require(throws: OAuthError.self) { _ = try begin(redirect: "/login") }
        #expect(redirect.code == .invalidURL)
    }
}
