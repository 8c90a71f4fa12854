import ExampleServer
import Foundation
import RepositoryRuntime

/// A server with tokens: it rotates refresh tokens, and accepts only the last of each kind.
final class LoginServer: Sendable {
    private struct State: Sendable {
        var count = 0
        var access: String?
        var refresh: String?
        var exchanges: [[String: String]] = []
        var isRefusing = false
    }

    private let state = Box(State())
    private let extra: String
    private let rotates: Bool

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - extra: Additional properties of its responses, in JSON.
    ///   - rotates: Whether it returns a new refresh token each time.
    init(extra: String = #""expires_in":3600"#, rotates: Bool = true) {
        self.extra = extra
        self.rotates = rotates
    }

    /// The fields of the requests for tokens, in order.
    var exchanges: [[String: String]] { state.withLock { $0.exchanges } }

    /// Revokes only the access token.
    func withdrawAccess() { state.withLock { $0.access = nil } }

    /// Revokes all tokens.
    func withdraw() {
        state.withLock {
            $0.access = nil
            $0.refresh = nil
        }
    }

    /// Serves `/token` and `/me` from now on.
    func serve(on server: ExampleServer) async {
        await server.setFaults { [self] request in .answer(answer(to: request)) }
    }

    private func answer(to request: ReceivedRequest) -> ScriptedAnswer {
        guard request.path == "/token" else {
            let token = state.withLock { $0.access }
            let isKnown = token.map { request.headers["authorization"] == "Bearer \($0)" } == true
            return isKnown ? .json("\"me\"") : .challenge("Bearer", body: "{}")
        }
        let fields = request.form
        return state.withLock { state in
            state.exchanges.append(fields)
            if fields["grant_type"] == "refresh_token",
                state.refresh == nil || fields["refresh_token"] != state.refresh
            {
                return .json(#"{"error":"invalid_grant"}"#, status: 400)
            }
            state.count += 1
            state.access = "a\(state.count)"
            let isNew = rotates || state.refresh == nil
            if isNew { state.refresh = "r\(state.count)" }
            let refresh =
                isNew && fields["grant_type"] != "client_credentials"
                ? #","refresh_token":"r\#(state.count)""# : ""
            return .json(
                #"{"access_token":"a\#(state.count)","token_type":"Bearer"\#(refresh),\#(extra)}"#
            )
        }
    }
}

extension ReceivedRequest {
    /// The fields of a form.
    var form: [String: String] {
        let items = URLComponents(string: "?" + text)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in "\(first), twice" }
    }
}

/// Tokens as an app stores them, with all previous ones.
actor KeptTokens: OAuthTokenStore {
    struct Locked: Error, Equatable {}

    private var kept: OAuthTokens?
    private var isLocked = false
    /// The saved tokens, in order.
    private(set) var saved: [OAuthTokens?] = []

    init(_ tokens: OAuthTokens? = nil) {
        kept = tokens
    }

    /// Sets whether the store fails.
    func setLocked(_ isLocked: Bool) { self.isLocked = isLocked }

    /// Stores tokens as another process would.
    func put(_ tokens: OAuthTokens?) { kept = tokens }

    func tokens() throws -> OAuthTokens? {
        if isLocked { throw Locked() }
        return kept
    }

    func save(_ tokens: OAuthTokens?) throws {
        if isLocked { throw Locked() }
        kept = tokens
        saved.append(tokens)
    }
}

extension OAuthClient {
    /// A client without a secret for a server with the token endpoint `/token`.
    static func app(
        _ url: String,
        secret: String? = nil,
        _ authentication: Authentication = .basic
    ) -> OAuthClient {
        OAuthClient(
            id: "app",
            secret: secret,
            authentication: authentication,
            tokenURL: url + "/token"
        )
    }

    /// A client whose renewals signal that the server has responded, and then wait.
    static func app(
        _ url: String,
        renewing signals: (begun: Signal, end: Signal)
    ) -> OAuthClient {
        OAuthClient(id: "app", tokenURL: url + "/token") {
            NetworkingSession(url: $0).with(
                Around(after: { request in
                    guard request.bodyText.contains("refresh_token") else { return }
                    await signals.begun.give()
                    await signals.end.wait()
                })
            )
        }
    }
}

extension NetworkingRequest {
    /// The body as text.
    fileprivate var bodyText: String { String(decoding: body ?? Data(), as: UTF8.self) }
}
