import Foundation
import HTTPTypes

/// The redirect rules of RFC 9110, section 15.4.
enum Redirect {
    /// The next request, or the reason not to send one.
    enum Step {
        case follow(Hop)
        case deliver
        case refuse(String)
    }

    /// Returns what follows a response.
    ///
    /// Only header fields about what the client understands, and the conditions under which the
    /// request applies, go to another origin. A credential, under whatever name, never leaves the
    /// origin that it is meant for.
    static func step(after head: HTTPResponse, to hop: Hop) -> Step {
        guard let keepsMethod = keepsMethod(head.status.code, of: hop.method),
            let location = head.headerFields[.location], !location.isEmpty
        else {
            return .deliver
        }
        guard
            let url = URL(string: PercentEncoding.complete(location), relativeTo: hop.url)?
                .absoluteURL,
            let origin = Origin(url), let current = Origin(hop.url)
        else {
            return .refuse("The server redirected to an invalid URL.")
        }
        if current.scheme == "https", origin.scheme != "https" {
            return .refuse("The server redirected from https to http.")
        }
        var next = hop
        next.url = plain(hop.keys.reduce(url) { $1.removed(from: $0) })
        if !keepsMethod {
            // A resource that moved permanently was not written here. Many clients would send a GET
            // instead.
            if head.status.code == 301 {
                let old = hop.url.path(percentEncoded: true)
                let new = url.path(percentEncoded: true)
                let place = new == old + "/" ? "the same path with a trailing slash" : "another URL"
                return .refuse(
                    "The server has written nothing: the resource has moved to \(place) (301)."
                )
            }
            next.method = .get
            next.body = nil
            next.source = nil
            for name in aboutTheBody + conditions {
                next.headers[name] = nil
            }
        }
        if origin != current {
            next.headers = HTTPFields(next.headers.filter { harmless.contains($0.name) })
            next.keys = []
        }
        return .follow(next)
    }

    /// Returns whether a redirect leads to the result of a request that may have been carried out.
    static func leadsToResult(_ status: Int, of method: HTTPRequest.Method) -> Bool {
        // With 301, the server has written nothing.
        status != 301 && keepsMethod(status, of: method) == false
    }

    /// Returns whether a redirect repeats the same request; nil if the status is no redirect.
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
    /// Without them, the request could overwrite newer data.
    private static let conditions: [HTTPField.Name] = [
        .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince,
    ]
    private static let harmless = Set<HTTPField.Name>([
        .accept, .acceptEncoding, .acceptLanguage, .userAgent, .contentType, .contentEncoding,
        .contentLanguage, .range, .ifRange, .lastEventID, .idempotencyKey,
    ]).union(conditions)

    /// Returns a URL without fragment, user and password, and with a scheme in lower case, as
    /// URLSession on Linux needs it.
    private static func plain(_ url: URL) -> URL {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            return url
        }
        parts.scheme = parts.scheme?.lowercased()
        parts.fragment = nil
        parts.user = nil
        parts.password = nil
        return parts.url ?? url
    }
}
