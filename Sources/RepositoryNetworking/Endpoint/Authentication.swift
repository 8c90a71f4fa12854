import HTTPTypes

/// How the requests to a service say who sends them.
///
/// What they say is in the ``Credentials`` of a session.
public enum Authentication: Hashable, Sendable {
    /// They do not.
    case none
    /// With a token: `Authorization: Bearer …` (RFC 6750).
    case bearer
    /// With a user and a password: `Authorization: Basic …` (RFC 7617).
    case basic
    /// With a key in the header field of that name.
    case header(String)
    /// With a key in the query parameter of that name.
    case query(String)
    /// With a key in the cookie of that name.
    case cookie(String)
    /// With all of these at once, each in its own place.
    ///
    /// A session needs a credential for each: see ``Credentials/combined(_:)``.
    case all([Authentication])
}

extension Authentication {
    /// The places for credentials in a request; empty where it has none.
    var places: [Authentication] {
        switch self {
        case .none: []
        case .bearer, .basic, .header, .query, .cookie: [self]
        case .all(let parts): parts.flatMap(\.places)
        }
    }

    /// Whether two places are the same; case does not tell header fields apart.
    func isSamePlace(as other: Authentication) -> Bool {
        if case .header(let name) = self, case .header(let otherName) = other {
            return name.lowercased() == otherName.lowercased()
        }
        return self == other
    }

    /// Whether it is the place of a key.
    var takesKey: Bool {
        switch self {
        case .header, .query, .cookie: true
        case .none, .bearer, .basic, .all: false
        }
    }
}

extension Authentication {
    /// The header fields that have keys.
    var headerNames: [HTTPField.Name] {
        places.compactMap { place in
            if case .header(let name) = place { HTTPField.Name(name) } else { nil }
        }
    }
}
