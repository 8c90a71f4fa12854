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
}
