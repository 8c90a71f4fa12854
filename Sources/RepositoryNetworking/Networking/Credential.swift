/// A credential for a request: a token, a user with a password, a key, or several of them.
public struct Credential: Hashable, Sendable {
    /// A credential for one place in a request.
    enum Part: Hashable, Sendable {
        case token(String)
        case user(String, password: String)
        case key(String, place: Authentication?)
    }

    /// The credentials, each for a different place.
    let parts: [Part]

    /// A token, for ``Authentication/bearer``.
    ///
    /// - Parameter token: The token.
    /// - Returns: The credential.
    public static func token(_ token: String) -> Credential {
        Credential(parts: [.token(token)])
    }

    /// A user and a password, for ``Authentication/basic``.
    ///
    /// - Parameters:
    ///   - user: The name of the user, without a colon.
    ///   - password: The password.
    /// - Returns: The credential.
    public static func user(_ user: String, password: String) -> Credential {
        Credential(parts: [.user(user, password: password)])
    }

    /// A key, for ``Authentication/header(_:)``, ``Authentication/query(_:)`` and
    /// ``Authentication/cookie(_:)``.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - place: Its place in requests, if the API takes several keys; nil for the only one.
    /// - Returns: The credential.
    public static func key(_ key: String, in place: Authentication? = nil) -> Credential {
        Credential(parts: [.key(key, place: place)])
    }

    /// Combines credentials, for ``Authentication/all(_:)``; each goes to the place for its kind.
    ///
    /// - Parameter credentials: The credentials; of two for the same place, the first is sent.
    /// - Returns: The combined credential.
    public static func combined(_ credentials: [Credential]) -> Credential {
        Credential(parts: credentials.flatMap(\.parts))
    }

    /// Combines two credentials, either of which may be missing; the first takes precedence.
    static func combined(_ first: Credential?, _ second: Credential?) -> Credential? {
        guard let first, let second else { return first ?? second }
        return combined([first, second])
    }
}

extension Credential {
    /// Returns the part for one of the places of a request; nil if there is none.
    ///
    /// A key without a place is for the only place that takes a key.
    func part(for place: Authentication, among places: [Authentication]) -> Part? {
        let isOnlyPlace = places.count(where: \.takesKey) == 1
        let named = parts.first { part in
            if case .key(_, let own?) = part { own.isSamePlace(as: place) } else { false }
        }
        return named
            ?? parts.first { part in
                switch (part, place) {
                case (.token, .bearer), (.user, .basic), (_, .none): true
                case (.key(_, nil), _): place.takesKey && isOnlyPlace
                default: false
                }
            }
    }
}

extension [Authentication] {
    /// Returns the places for which a credential has no part.
    func unfilled(by credential: Credential?) -> [Authentication] {
        guard let credential else { return self }
        return filter { credential.part(for: $0, among: self) == nil }
    }
}

extension Credential: CustomStringConvertible, CustomReflectable {
    /// A redacted description.
    public var description: String { Redacted().description }

    /// An empty mirror, which hides the value from dumps.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
