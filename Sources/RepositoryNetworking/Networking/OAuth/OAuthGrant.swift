/// What a client gives a token endpoint for tokens.
///
/// The grant of an authorization code comes from ``OAuthAuthorization/grant(from:)``.
public struct OAuthGrant: Sendable {
    /// The fields of the request, without the scopes.
    let fields: [String: String]
    /// What the tokens are to allow.
    let scopes: [String]

    /// The client itself, without a user (RFC 6749, section 4.4).
    ///
    /// - Parameter scopes: What the tokens are to allow; the server chooses where there are none.
    /// - Returns: The grant.
    public static func clientCredentials(scopes: [String] = []) -> OAuthGrant {
        OAuthGrant(fields: ["grant_type": "client_credentials"], scopes: scopes)
    }

    /// The name and the password of a user (RFC 6749, section 4.3).
    ///
    /// Only for servers that offer nothing else: the password passes through the app.
    ///
    /// - Parameters:
    ///   - user: The name of the user.
    ///   - password: The password.
    ///   - scopes: What the tokens are to allow; the server chooses where there are none.
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
    ///   - scopes: What the new tokens are to allow, no more than before; the same where there are none.
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
            // They were asked for with the code.
            scopes: scopes
        )
    }

    /// Whether the request for tokens has the scopes.
    var sendsScopes: Bool { !scopes.isEmpty && fields["code"] == nil }

    /// What no text of a server may repeat.
    var secrets: [String] {
        ["password", "refresh_token", "code", "code_verifier"].compactMap { fields[$0] }
    }
}

extension OAuthGrant: CustomStringConvertible, CustomReflectable {
    /// Nothing of what it is.
    public var description: String { Redacted().description }

    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
