import Foundation
public import HTTPTypes

extension Hop {
    /// Returns whether the request already carries a credential in a place.
    func isAuthenticated(by place: Authentication) -> Bool {
        switch place {
        case .none, .bearer, .basic: headers.contains(.authorization)
        case .header(let name): HTTPField.Name(name).map(headers.contains) ?? false
        case .query(let name): url.hasQueryItem(named: name)
        case .cookie(let name): CookieField(headers[.cookie]).contains(name)
        case .all(let places): places.allSatisfy(isAuthenticated)
        }
    }

    /// Adds a credential to the request; if that is impossible, returns the reason in a sentence.
    ///
    /// - Parameters:
    ///   - credential: The credential.
    ///   - places: Where it belongs; ``Authentication/none`` if no API declares it, and the kind of
    ///     credential decides.
    /// - Returns: The problem, if there is one.
    mutating func add(_ credential: Credential, to places: [Authentication]) -> String? {
        for place in places {
            guard let part = credential.part(for: place, among: places) else {
                return Self.problem(with: credential, for: place, among: places)
            }
            if let problem = place == .none ? addAll(of: credential) : add(part, to: place) {
                return problem
            }
        }
        return nil
    }

    /// Adds each part of a credential in the place for its kind.
    private mutating func addAll(of credential: Credential) -> String? {
        for part in credential.parts {
            guard let place = part.place else {
                return "The session has a key, but no API declares its place."
            }
            guard !isAuthenticated(by: place) else { continue }
            if let problem = add(part, to: place) { return problem }
        }
        return nil
    }

    private mutating func add(_ part: Credential.Part, to place: Authentication) -> String? {
        switch (part, place) {
        case (.token, _):
            guard let field = part.authorization else {
                return "The token is not valid in a header field."
            }
            headers[.authorization] = field.value
        case (.user, _):
            guard let field = part.authorization else {
                return "The user name contains a colon, which is not allowed."
            }
            headers[.authorization] = field.value
        case (.key(let key, _), .header(let name)):
            guard let name = HTTPField.Name(name) else {
                return "The name of the header field for the key is invalid."
            }
            guard key.isPrintable(with: " "), HTTPField.isValidValue(key) else {
                return "The key is not valid in a header field."
            }
            headers[name] = key
        case (.key(let key, _), .query(let name)):
            guard !key.isEmpty else {
                return "The key is empty."
            }
            keys.append(QueryKey(name: name, value: key))
        case (.key(let key, _), .cookie(let name)):
            guard CookieField.isName(name) else {
                return "The name of the cookie for the key is invalid."
            }
            guard !key.isEmpty else {
                return "The key is empty."
            }
            var cookies = CookieField(headers[.cookie])
            cookies.set(name, key)
            headers[.cookie] = cookies.value
        case (.key, .none), (.key, .bearer), (.key, .basic), (.key, .all):
            return "A key belongs in a header field, a query parameter or a cookie."
        }
        return nil
    }

    /// Returns the reason why a credential has no part for a place.
    private static func problem(
        with credential: Credential,
        for place: Authentication,
        among places: [Authentication]
    ) -> String {
        let hasUnplacedKey = credential.parts.contains { part in
            if case .key(_, nil) = part { true } else { false }
        }
        if place.takesKey, hasUnplacedKey, places.count(where: \.takesKey) > 1 {
            return "The API takes several keys: give each its place, as in "
                + "`.key(\"…\", in: .header(\"X-API-Key\"))`."
        }
        let (wanted, name) =
            switch place {
            case .none, .all: ("a credential", "credential")
            case .bearer: ("a token", "token")
            case .basic: ("a user and a password", "user")
            case .header(let name), .query(let name), .cookie(let name):
                ("a key", "key for '\(name)'")
            }
        if credential.parts.isEmpty {
            return "The request needs credentials, and none are available."
        }
        return places.count > 1
            ? "Requests to the API carry several credentials, and the \(name) is missing."
            : "The API takes \(wanted), but the session has another credential."
    }
}

extension Credential {
    /// The header field `Authorization` for the credential: `Bearer` for a token (RFC 6750),
    /// `Basic` for a user and a password (RFC 7617).
    ///
    /// Nil for a key, and for values that are not allowed there: a token with a space, a name with
    /// a colon.
    public var authorization: HTTPField? {
        parts.lazy.compactMap(\.authorization).first
    }
}

extension Credential.Part {
    /// The header field `Authorization` for the part; nil for a key, and for values that are not
    /// allowed there.
    fileprivate var authorization: HTTPField? {
        switch self {
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

    /// The place for its kind; nil for a key without one.
    fileprivate var place: Authentication? {
        switch self {
        case .token: .bearer
        case .user: .basic
        case .key(_, let place): place
        }
    }
}

extension String {
    /// Returns whether the string is not empty and all printable ASCII without spaces, one
    /// character excepted.
    fileprivate func isPrintable(with exception: Unicode.Scalar?) -> Bool {
        !isEmpty && unicodeScalars.allSatisfy { "!"..."~" ~= $0 || $0 == exception }
    }
}
