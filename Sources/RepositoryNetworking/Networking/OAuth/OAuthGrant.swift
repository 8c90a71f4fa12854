/// A grant that a client exchanges for tokens at the token endpoint.
///
/// The grant of an authorization code comes from ``OAuthAuthorization/grant(from:)``.
public struct OAuthGrant: Sendable {
    /// The fields of the request, without the scopes.
    let fields: [String: String]
    /// The scopes to request.
    let scopes: [String]

    /// The credentials of the client itself, without a user (RFC 6749, section 4.4).
    ///
    /// - Parameter scopes: The scopes to request; if empty, the server chooses.
    /// - Returns: The grant.
    public static func clientCredentials(scopes: [String] = []) -> OAuthGrant {
        OAuthGrant(fields: ["grant_type": "client_credentials"], scopes: scopes)
    }

    /// The name and the password of a user (RFC 6749, section 4.3).
    ///
    /// Use it only if the server offers nothing else: the password passes through the app.
    ///
    /// - Parameters:
    ///   - user: The name of the user.
    ///   - password: The password.
    ///   - scopes: The scopes to request; if empty, the server chooses.
    /// - Returns: The grant.
    public static func user(
        _ user: String,
        password: String,
        scopes: [String] = []
    ) -> OAuthGrant {
        OAuthGrant(
            fields: ["grant_type": "password", "username": user, "password": password],
            scopes: scopes
        )
    }

    /// A refresh token (RFC 6749, section 6).
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - scopes: The scopes to request, at most those granted before; if empty, the same ones.
    /// - Returns: The grant.
    public static func refreshToken(_ token: String, scopes: [String] = []) -> OAuthGrant {
        OAuthGrant(
            fields: ["grant_type": "refresh_token", "refresh_token": token],
            scopes: scopes
        )
    }

    /// A code from a redirect (RFC 6749, section 4.1.3; RFC 7636, section 4.5).
    static func code(
        _ code: String,
        redirect: String,
        verifier: CodeVerifier,
        scopes: [String]
    ) -> OAuthGrant {
        OAuthGrant(
            fields: [
                "grant_type": "authorization_code", "code": code, "redirect_uri": redirect,
                "code_verifier": verifier.text,
            ],
            // They were requested with the code.
            scopes: scopes
        )
    }

    /// Whether the token request contains the scopes.
    var sendsScopes: Bool { !scopes.isEmpty && fields["code"] == nil }

    /// The secrets to remove from any text of the server.
    var secrets: [String] {
        ["password", "refresh_token", "code", "code_verifier"].compactMap { fields[$0] }
    }
}

extension OAuthGrant: CustomStringConvertible, CustomReflectable {
    /// A redacted description.
    public var description: String { Redacted().description }

    /// An empty mirror, which hides the value from dumps.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
