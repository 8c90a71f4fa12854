import Foundation
import HTTPTypes

/// What a redirect asks a client to do next, by RFC 9110, section 15.4.
enum Redirect {
    /// The request that follows, or why there must not be one.
    enum Step {
        case follow(Hop)
        case deliver
        case refuse(String)
    }

    /// Decides what follows a response.
    ///
    /// To another origin go only headers that say what the client understands: no credential,
    /// under whatever name it has, leaves the origin that it was meant for.
    static func step(after head: HTTPResponse, to hop: Hop) -> Step {
        guard let keepsMethod = keepsMethod(head.status.code, of: hop.method),
            let location = head.headerFields[.location], !location.isEmpty
        else {
            return .deliver
        }
        guard let url = URL(string: location, relativeTo: hop.url)?.absoluteURL,
            let origin = Origin(url), let current = Origin(hop.url)
        else {
            return .refuse("The server redirected to an address that cannot be asked.")
        }
        if current.scheme == "https", origin.scheme != "https" {
            return .refuse("The server redirected from https to http.")
        }
        var next = hop
        next.url = withoutFragmentAndUser(hop.keys.reduce(url) { $1.removed(from: $0) })
        if !keepsMethod {
            // What has another address for good has written nothing here. Many clients ask there with GET.
            if head.status.code == 301 {
                let old = hop.url.path(percentEncoded: true)
                let new = url.path(percentEncoded: true)
                let place = new == old + "/" ? "the same path with a slash at its end" : "elsewhere"
                return .refuse(
                    "The server has written nothing: what is sent there belongs to \(place) (301)."
                )
            }
            next.method = .get
            next.body = nil
            next.source = nil
            for name in aboutTheBody {
                next.headers[name] = nil
            }
        }
        if origin != current {
            next.headers = HTTPFields(next.headers.filter { harmless.contains($0.name) })
            next.keys = []
        }
        return .follow(next)
    }

    /// Whether the request that follows a redirect is the same one; nil for what is no redirect.
    ///
    /// Where it is not, the first one was carried out, perhaps.
    static func keepsMethod(_ status: Int, of method: HTTPRequest.Method) -> Bool? {
        switch status {
        case 301, 302: method != .post
        case 303: method == .head
        case 307, 308: true
        default: nil
        }
    }

    private static let aboutTheBody: [HTTPField.Name] = [
        .contentType, .contentLength, .contentEncoding, .contentLanguage, .contentLocation,
        .transferEncoding,
    ]
    private static let harmless: Set<HTTPField.Name> = [
        .accept, .acceptEncoding, .acceptLanguage, .userAgent, .contentType, .contentEncoding,
        .contentLanguage,
    ]

    private static func withoutFragmentAndUser(_ url: URL) -> URL {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            return url
        }
        parts.fragment = nil
        parts.user = nil
        parts.password = nil
        return parts.url ?? url
    }
}
