import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

@Suite("Invalid responses of a token endpoint")
struct HostileAnswerTests {
    private static let grant = OAuthGrant.user("ada", password: "pass-w0rd", scopes: ["read"])

    private func error(_ answer: ScriptedAnswer) async throws -> OAuthError {
        try await withExampleServer { server, url in
            await server.script("POST", "/token", answer)
            let error = await #expect(throws: OAuthError.self) {
                try await OAuthClient.app(url, secret: "s3cret", .body).tokens(for: Self.grant)
            }
            #expect(await server.requests.count == 1)
            return try #require(error)
        }
    }

    private func tokens(_ text: String) async throws -> OAuthTokens {
        try await withExampleServer { server, url in
            await server.script("POST", "/token", .json(text))
            return try await OAuthClient.app(url).tokens(for: Self.grant)
        }
    }

    @Test(
        "a success without tokens is an error that reveals nothing of it",
        arguments: [
            "", " ", "<html><body>Log in: t0ken</body></html>", "[]", "null", #""t0ken""#, "{}",
            #"{"access_token":null}"#, #"{"access_token":""}"#, #"{"access_token":7}"#,
            #"{"access_token":{"t0ken":1},"token_type":"bearer"}"#,
            #"{"access_token":"t0ken with spaces","token_type":"bearer"}"#,
            #"{"access_token":"t0ken\r\nX-Other: 1","token_type":"bearer"}"#,
            #"{"access_token":"t0kén","token_type":"bearer"}"#,
            #"{"access_token":"t0ken","token_type":"mac"}"#,
            #"{"access_token":"t0ken","token_type":["bearer"]}"#,
            #"{"access_token":"t0ken","token_type":"bearer""#,
            "access_token=t0ken&token_type=bearer",
        ]
    )
    func noTokens(text: String) async throws {
        let error = try await error(.json(text))
        #expect(error.code == .unreadableResponse)
        #expect(error.status == 200)
        #expect(!error.isRetryable)
        expectNoSecrets(in: error)
    }

    @Test(
        "a failure without an OAuth error has its status code",
        arguments: [302, 400, 401, 403, 404]
    )
    func noError(status: Int) async throws {
        let bodies = [
            "", "<html>t0ken</html>", "[]", #"{"error":7}"#, #"{"error":{"code":"t0ken"}}"#,
            #"{"access_token":"t0ken","token_type":"bearer"}"#,
        ]
        for body in bodies {
            let error = try await error(.json(body, status: status))
            #expect(error.code == .unreadableResponse)
            #expect(error.status == status)
            expectNoSecrets(in: error)
        }
    }

    @Test("a page of a captive portal is a retryable error", arguments: [200, 302, 511])
    func portal(status: Int) async throws {
        let page = "<!DOCTYPE html><html><body>Welcome</body></html>"
        var answer = ScriptedAnswer(status, headers: ["Content-Type": "text/html"])
        answer.body = Data(page.utf8)
        let error = try await error(answer)
        #expect(error.code == .unreadableResponse)
        #expect(error.isRetryable)
    }

    @Test("an error that repeats the request reveals nothing of it")
    func repeatedSecrets() async throws {
        let text = "The password pass-w0rd of s3cret is wrong: pass-w0rd"
        let said = try await error(
            .json(#"{"error":"invalid_grant","error_description":"\#(text)"}"#, status: 400)
        )
        #expect(said.reason == .invalidGrant)
        #expect(
            said.serverDescription == "The password <redacted> of <redacted> is wrong: <redacted>"
        )
        expectNoSecrets(in: said)
        for code in ["pass-w0rd", "a\\nb", "", String(repeating: "e", count: 101), "é"] {
            let odd = try await error(.json(#"{"error":"\#(code)"}"#, status: 400))
            #expect(odd.code == .refused)
            #expect(odd.reason == nil)
            expectNoSecrets(in: odd)
        }
    }

    @Test(
        "an implausible lifetime is treated as unknown",
        arguments: [
            "-1", "0", "-1e300", "1e300", "1e999", "99999999999999999999999999", "null", "true",
            "\"soon\"", "\"nan\"", "\"inf\"", "\"-5\"", "[]", "{}", "315360000",
        ]
    )
    func life(text: String) async throws {
        let tokens = try await tokens(
            #"{"access_token":"a1","token_type":"bearer","expires_in":\#(text)}"#
        )
        #expect(tokens.accessToken == "a1")
        #expect(tokens.expiresAt == nil)
    }

    @Test(
        "other missing or odd values are ignored",
        arguments: [
            #"{"access_token":"a1"}"#, #"{"access_token":"a1","token_type":null}"#,
            #"{"access_token":"a1","token_type":"BEARER","refresh_token":"","scope":7}"#,
            #"{"access_token":"a1","token_type":"Bearer","refresh_token":7,"error":null}"#,
        ]
    )
    func lenient(text: String) async throws {
        let tokens = try await tokens(text)
        #expect(tokens.accessToken == "a1")
        #expect(tokens.refreshToken == nil)
        #expect(tokens.scopes == ["read"])
    }

    @Test(
        "a redirect is not followed: secrets are not sent elsewhere",
        arguments: [301, 302, 303, 307, 308]
    )
    func redirects(status: Int) async throws {
        try await withExampleServer { server, url in
            try await withExampleServer { other, otherURL in
                for target in ["/elsewhere", otherURL + "/token"] {
                    await server.script("POST", "/token", .redirect(status, to: target))
                    let error = await #expect(throws: OAuthError.self) {
                        try await OAuthClient.app(url, secret: "s").tokens(for: Self.grant)
                    }
                    #expect(error?.code == .unreadableResponse)
                    #expect(error?.status == status)
                }
                #expect(await server.requests.map(\.path) == ["/token", "/token"])
                #expect(await other.requests.isEmpty)
            }
        }
    }

    @Test("a lost or truncated response is a retryable error, and not requested twice")
    func lost() async throws {
        try await withExampleServer { server, url in
            for fault in [Fault.cutBefore, .cutAfter, .truncated] {
                await server.setFaults { _ in fault }
                let count = await server.requests.count
                await server.script("POST", "/token", .json(#"{"access_token":"t0ken"}"#))
                let error = await #expect(throws: OAuthError.self) {
                    try await OAuthClient.app(url).tokens(for: Self.grant)
                }
                #expect(error?.code == .network)
                #expect(error?.isRetryable == true)
                #expect(await server.requests.count == count + 1)
                if let error { expectNoSecrets(in: error) }
            }
        }
    }

    @Test("a stack that logs everything logs no tokens")
    func logs() async throws {
        try await withExampleServer { server, url in
            await server.script(
                "POST",
                "/token",
                .json(#"{"access_token":"t0ken","refresh_token":"t0ken"}"#)
            )
            let lines = Box("")
            let client = OAuthClient(id: "app", secret: "s3cret", tokenURL: url + "/token") {
                NetworkingSession(url: $0).with(
                    .logging(headers: [.authorization, .contentType], bodies: .values) { line in
                        lines.withLock { $0 += "\(line)" }
                    }
                )
            }
            _ = try await client.tokens(for: Self.grant)
            let text = lines.withLock { $0 }
            #expect(text.contains("POST /token 200"))
            #expect(text.contains(#""access_token":string"#))
            for secret in ["t0ken", "pass-w0rd", "s3cret", "Basic"] {
                #expect(!text.contains(secret))
            }
        }
    }
}

/// Expects that no part of a request or response appears in an error.
func expectNoSecrets(in thing: Any, sourceLocation: SourceLocation = #_sourceLocation) {
    var dumped = ""
    dump(thing, to: &dumped)
    for text in ["\(thing)", String(reflecting: thing), dumped] {
        for secret in ["t0ken", "pass-w0rd", "s3cret", "c0de", "t0k\u{e9}n"] {
            #expect(!text.contains(secret), "\(text)", sourceLocation: sourceLocation)
        }
    }
}
