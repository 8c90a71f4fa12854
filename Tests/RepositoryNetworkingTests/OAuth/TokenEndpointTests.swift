import ExampleServer
import Foundation
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Testing

@Suite("A token endpoint")
struct TokenEndpointTests {
    private static let answer =
        #"{"access_token":"a1","token_type":"Bearer","expires_in":3600,"refresh_token":"r1"}"#

    /// Returns the request that a server receives.
    private func request(
        for grant: OAuthGrant,
        by client: (String) -> OAuthClient = { .app($0) }
    ) async throws -> ReceivedRequest {
        try await withExampleServer { server, url in
            await server.script("POST", "/token", .json(Self.answer))
            let tokens = try await client(url).tokens(for: grant)
            #expect(tokens.accessToken == "a1")
            #expect(await server.requests.count == 1)
            return try #require(await server.requests.last)
        }
    }

    @Test("gets the credentials of a client in the header, encoded, or in the body")
    func clientAuthentication() async throws {
        let basic = try await request(for: .clientCredentials(scopes: ["read", "a+b"])) {
            OAuthClient(id: "the app", secret: "s:€ +", tokenURL: $0 + "/token")
        }
        let pair = Data("the%20app:s%3A%E2%82%AC%20%2B".utf8).base64EncodedString()
        #expect(basic.headers["authorization"] == "Basic \(pair)")
        #expect(basic.text == "grant_type=client_credentials&scope=read%20a%2Bb")
        #expect(basic.headers["content-type"] == "application/x-www-form-urlencoded")
        #expect(basic.headers["accept"] == "application/json")
        let body = try await request(for: .clientCredentials()) { .app($0, secret: "s&1", .body) }
        #expect(body.text == "client_id=app&client_secret=s%261&grant_type=client_credentials")
        #expect(body.headers["authorization"] == nil)
    }

    @Test("gets the fields of each grant, and the name of a client without a secret")
    func grants() async throws {
        let password = try await request(for: .user("ada@x", password: "p&w +", scopes: ["read"]))
        #expect(
            password.text == "client_id=app&grant_type=password&password=p%26w%20%2B&scope=read"
                + "&username=ada%40x"
        )
        let refresh = try await request(for: .refreshToken("r/0"))
        #expect(refresh.text == "client_id=app&grant_type=refresh_token&refresh_token=r%2F0")
    }

    @Test("keeps its query, and gets additional fields, which replace none of OAuth")
    func parameters() async throws {
        let parameters = ["audience": "https://api", "grant_type": "mine"]
        let request = try await request(for: .clientCredentials()) {
            OAuthClient(id: "app", tokenURL: $0 + "/token?v=2", parameters: parameters)
        }
        #expect(request.query == "v=2")
        #expect(
            request.text == "audience=https%3A%2F%2Fapi&client_id=app&grant_type=client_credentials"
        )
    }

    @Test("is called with the app's own form, even with a path that ends in a slash")
    func networking() async throws {
        try await withExampleServer { server, url in
            await server.script("POST", "/oauth/token/", .json(Self.answer))
            let client = OAuthClient(id: "app", tokenURL: url + "/oauth/token/") {
                NetworkingSession(url: $0).using(AsyncHTTPClientTransport.shared)
            }
            let tokens = try await client.tokens(for: .clientCredentials())
            #expect(tokens.refreshToken == "r1")
        }
    }

    @Test("returns when tokens expire, and their scope")
    func tokens() async throws {
        try await withExampleServer { server, url in
            await server.script(
                "POST",
                "/token",
                .json(Self.answer),
                .json(
                    #"{"access_token":"a2","token_type":"bearer","expires_in":"60","scope":"read mail"}"#
                )
            )
            let client = OAuthClient.app(url)
            let start = Date()
            let first = try await client.tokens(for: .clientCredentials(scopes: ["read"]))
            let life = try #require(first.expiresAt).timeIntervalSince(first.issuedAt)
            #expect(life == 3_600)
            #expect(first.issuedAt >= start && first.issuedAt <= Date())
            #expect(first.scopes == ["read"])
            let second = try await client.tokens(for: .clientCredentials(scopes: ["read"]))
            #expect(second.expiresAt?.timeIntervalSince(second.issuedAt) == 60)
            #expect(second.scopes == ["read", "mail"])
            #expect(second.refreshToken == nil)
        }
    }

    @Test("has typed errors", arguments: [400, 401, 200])
    func errors(status: Int) async throws {
        let reasons: [OAuthError.Reason] = [
            .invalidRequest, .invalidClient, .invalidGrant, .unauthorizedClient,
            .unsupportedGrantType, .invalidScope, OAuthError.Reason(rawValue: "slow_down"),
        ]
        try await withExampleServer { server, url in
            for reason in reasons {
                await server.script(
                    "POST",
                    "/token",
                    .json(
                        #"{"error":"\#(reason)","error_description":"Not now."}"#,
                        status: status
                    )
                )
                let error = await #expect(throws: OAuthError.self) {
                    try await OAuthClient.app(url).tokens(for: .clientCredentials())
                }
                #expect(error?.code == .refused)
                #expect(error?.reason == reason)
                #expect(error?.serverDescription == "Not now.")
                #expect(error?.status == status)
                #expect(error?.isRetryable == false)
                #expect(error?.description.contains("refused, \(reason), status \(status)") == true)
            }
        }
    }

    @Test("that is busy is called again later")
    func retryable() async throws {
        try await withExampleServer { server, url in
            for answer in [
                ScriptedAnswer.json(#"{"error":"temporarily_unavailable"}"#, status: 400),
                .json(#"{"error":"server_error"}"#, status: 400),
                .json("{}", status: 429), .json("<html>", status: 503),
            ] {
                await server.script("POST", "/token", answer)
                let error = await #expect(throws: OAuthError.self) {
                    try await OAuthClient.app(url).tokens(for: .clientCredentials())
                }
                #expect(error?.isRetryable == true)
            }
        }
        try await withClosedPort { url in
            let error = await #expect(throws: OAuthError.self) {
                try await OAuthClient.app(url).tokens(for: .clientCredentials())
            }
            #expect(error?.code == .network)
            #expect((error?.cause as? NetworkingError)?.code == .cannotConnect)
            #expect(error?.isRetryable == true)
        }
    }

    @Test(
        "with an invalid URL does not crash",
        arguments: ["", "token", "ftp://a/token", "https://user:password@a/token", "https://a/#b"]
    )
    func invalidURL(text: String) async throws {
        let client = OAuthClient(id: "app", tokenURL: text)
        let error = await #expect(throws: OAuthError.self) {
            try await client.tokens(for: .clientCredentials())
        }
        #expect(error?.code == .invalidURL)
    }
}
