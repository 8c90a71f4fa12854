import Foundation

/// The URL that request paths are relative to, validated once.
struct BaseURL: Sendable {
    /// Scheme, host and port, in lower case for comparison.
    let origin: Origin
    /// The URL as written, for the path `/`.
    private let root: String
    /// The URL without a trailing slash.
    private let text: String
    private let query: String?

    /// Reads a base URL; nil unless it is `http` or `https` with a host.
    ///
    /// A user and password are rejected because they would end up in logs. So is a fragment.
    init?(_ text: String) {
        guard let parts = URLComponents(string: text), let origin = Origin(parts),
            parts.user == nil, parts.password == nil, parts.fragment == nil
        else {
            return nil
        }
        self.origin = origin
        self.query = parts.percentEncodedQuery
        var path = parts.percentEncodedPath
        root = origin.text + path
        while path.hasSuffix("/") {
            path.removeLast()
        }
        self.text = origin.text + path
    }

    /// Returns the URL of a path, keeping its percent-encoding and trailing slash.
    ///
    /// - Parameter path: A percent-encoded path with its query; a leading slash is ignored. An empty
    ///   path is the base URL, with a trailing slash only if it was written with one.
    /// - Returns: The URL; nil if the path is not percent-encoded.
    func appending(_ path: String) -> URL? {
        let halves = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let relative = (halves.first ?? "").drop { $0 == "/" }
        let queries = [query, halves.count > 1 ? String(halves[1]) : nil].compactMap { $0 }
        var whole = relative.isEmpty ? root : "\(text)/\(relative)"
        if !queries.isEmpty {
            whole += "?" + queries.joined(separator: "&")
        }
        return Self.url(whole)
    }

    /// Returns the URL of an absolute path of the same origin.
    func replacingPath(_ path: String) -> URL? {
        Self.url(origin.text + (path.hasPrefix("/") ? path : "/" + path))
    }

    private static func url(_ text: String) -> URL? {
        // A URL that Foundation has to correct is not the URL that was meant.
        URL(string: text, encodingInvalidCharacters: false)
    }
}

/// Scheme, host and port: two URLs must share them for credentials to pass between them.
struct Origin: Hashable, Sendable {
    /// `http` or `https`.
    let scheme: String
    private let host: String
    private let port: Int

    init?(_ parts: URLComponents) {
        guard let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = parts.percentEncodedHost?.lowercased(), !host.isEmpty
        else {
            return nil
        }
        let standardPort = scheme == "https" ? 443 : 80
        let port = parts.port ?? standardPort
        guard (1...65_535).contains(port) else {
            return nil
        }
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    init?(_ url: URL) {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            return nil
        }
        self.init(parts)
    }

    /// The prefix of every URL of this origin, without a trailing slash.
    var text: String {
        let isStandard = port == (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(host)\(isStandard ? "" : ":\(port)")"
    }
}
