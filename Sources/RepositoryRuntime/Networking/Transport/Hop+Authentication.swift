import Foundation
public import HTTPTypes

extension Hop {
    /// Whether the request says by itself who sends it.
    func isAuthenticated(by authentication: Authentication) -> Bool {
        switch authentication {
        case .none, .bearer, .basic: headers.contains(.authorization)
        case .header(let name): HTTPField.Name(name).map(headers.contains) ?? false
        case .query(let name): url.hasQueryItem(named: name)
        case .cookie(let name): CookieField(headers[.cookie]).contains(name)
        }
    }

    /// Puts a credential where it belongs; returns why not, in a sentence, where it cannot stand there.
    ///
    /// - Parameters:
    ///   - credential: The credential.
    ///   - authentication: Where it belongs; ``Authentication/none`` where nobody says, which leaves
    ///     it to the credential.
    /// - Returns: The problem, if there is one.
    mutating func add(_ credential: Credential, by authentication: Authentication) -> String? {
        switch (authentication, credential.kind) {
        case (.none, .token), (.bearer, .token):
            guard let field = credential.authorization else {
                return "The token cannot stand in a header."
            }
            headers[.authorization] = field.value
        case (.none, .user), (.basic, .user):
            guard let field = credential.authorization else {
                return "The name of the user has a colon, which ends it."
            }
            headers[.authorization] = field.value
        case (.header(let name), .key(let key)):
            guard let name = HTTPField.Name(name) else {
                return "The header for the key is not a header."
            }
            guard key.isPrintable(with: " "), HTTPField.isValidValue(key) else {
                return "The key cannot stand in a header."
            }
            headers[name] = key
        case (.query(let name), .key(let key)):
            guard !key.isEmpty else {
                return "The key is empty."
            }
            self.key = QueryKey(name: name, value: key)
        case (.cookie(let name), .key(let key)):
            guard CookieField.isName(name) else {
                return "The cookie for the key has no name that a cookie can have."
            }
            guard !key.isEmpty else {
                return "The key is empty."
            }
            var cookies = CookieField(headers[.cookie])
            cookies.set(name, key)
            headers[.cookie] = cookies.value
        case (.none, .key):
            return "The session has a key, and no API says where it belongs."
        case (.bearer, _):
            return "The API takes a token, and the session has something else."
        case (.basic, _):
            return "The API takes a user and a password, and the session has something else."
        case (.header, _), (.query, _), (.cookie, _):
            return "The API takes a key, and the session has something else."
        }
        return nil
    }
}

extension Credential {
    /// The header `Authorization` that says so: `Bearer` for a token (RFC 6750), `Basic` for a user
    /// and a password (RFC 7617).
    ///
    /// Nil for a key, and for what cannot stand there: a token with a space, a name with a colon.
    public var authorization: HTTPField? {
        switch kind {
        case .token(let token) where token.isPrintable(with: nil):
            HTTPField(name: .authorization, value: "Bearer \(token)")
        case .user(let user, let password) where !user.utf8.contains(UInt8(ascii: ":")):
            HTTPField(
                name: .authorization,
                value: "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
            )
        default:
            nil
        }
    }
}

extension String {
    /// Whether the text is not empty, and all printable ASCII without spaces, one character apart.
    fileprivate func isPrintable(with exception: Unicode.Scalar?) -> Bool {
        !isEmpty && unicodeScalars.allSatisfy { "!"..."~" ~= $0 || $0 == exception }
    }
}
