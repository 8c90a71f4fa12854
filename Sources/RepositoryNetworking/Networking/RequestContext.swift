import Foundation
import HTTPTypes

/// State that middleware and the session attach to a request.
struct RequestContext: Sendable {
    /// The stack that sends the request: stacks share no cached responses.
    var scope: UUID?
    /// The cookies that the session adds, which may identify a user; nil if there are none.
    var cookies: String?
    /// The places where a credential would be added; ``Authentication/none`` if the API declares
    /// none; nil if unknown.
    var openPlaces: [Authentication]?
    /// Whether the session follows redirects.
    var followsRedirects = true
    /// The header fields that the API declares, which the session may replace.
    var declaredFields: Set<HTTPField.Name> = []
    /// The number of the attempt, starting at 1.
    var attempt = 1
}

/// The route of a response.
enum ResponseRoute: Sendable {
    /// From the requested URL.
    case direct
    /// From another URL of the requested origin.
    case redirected
    /// From another origin, which receives no credentials.
    case foreign
}
