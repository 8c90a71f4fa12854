import Foundation

/// What those on the way of a request tell each other of it.
struct RequestContext: Sendable {
    /// Which stack sends it: what is kept of one service is no answer of another.
    var scope: UUID?
    /// The cookies that the session adds, which may be those of a user; nil where there are none.
    var cookies: String?
    /// The places where a credential would be put into it, of which none is ``Authentication/none``
    /// where the API does not say; nil where nobody knows.
    var openPlaces: [Authentication]?
    /// Whether a session follows redirects of it.
    var followsRedirects = true
    /// How many times it has been sent, this time included.
    var attempt = 1
}

/// Which way an answer came.
enum ResponseRoute: Sendable {
    /// From the address that was asked.
    case direct
    /// From another address of the origin that was asked.
    case redirected
    /// From another origin, which no credential goes to.
    case foreign
}
