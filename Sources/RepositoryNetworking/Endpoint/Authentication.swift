import HTTPTypes

/// The way in which requests to a service carry credentials.
///
/// The credentials themselves are the ``Credentials`` of a session.
public enum Authentication: Hashable, Sendable {
    /// No credentials.
    case none
    /// A token: `Authorization: Bearer …` (RFC 6750).
    case bearer
    /// A user and a password: `Authorization: Basic …` (RFC 7617).
    case basic
    /// A key in the header field with that name.
    case header(String)
    /// A key in the query parameter with that name.
    case query(String)
    /// A key in the cookie with that name.
    case cookie(String)
    /// All of these at once, each in its own place.
    ///
    /// A session needs a credential for each: see ``Credentials/combined(_:)``.
    case all([Authentication])
}

extension Authentication {
    /// The places of credentials in a request; empty if it carries none.
    var places: [Authentication] {
        switch self {
        case .none: []
        case .bearer, .basic, .header, .query, .cookie: [self]
        case .all(let parts): parts.flatMap(\.places)
        }
    }

    /// Returns whether two places are the same; names of header fields are case-insensitive.
    func isSamePlace(as other: Authentication) -> Bool {
        if case .header(let name) = self, case .header(let otherName) = other {
            return name.lowercased() == otherName.lowercased()
        }
        return self == other
    }

    /// Whether it is a place for a key.
    var takesKey: Bool {
        switch self {
        case .header, .query, .cookie: true
        case .none, .bearer, .basic, .all: false
        }
    }
}

extension Authentication {
    /// The header fields that contain keys.
    var headerNames: [HTTPField.Name] {
        places.compactMap { place in
            if case .header(let name) = place { HTTPField.Name(name) } else { nil }
        }
    }
}
