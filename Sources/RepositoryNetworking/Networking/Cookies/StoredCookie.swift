import Foundation

/// A cookie set by a server (RFC 6265, section 5).
package struct StoredCookie: Sendable {
    /// The name; case-sensitive.
    let name: String
    /// The value, unchanged.
    let value: String
    /// The host that set it, in lower case, without a port.
    let host: String
    /// The path that it applies to, with everything below.
    let path: String
    private let isSecure: Bool
    private let expiry: Date?

    /// Parses a cookie; nil if it is invalid, or the host may not set it.
    ///
    /// - Parameters:
    ///   - text: The value of a field `Set-Cookie`.
    ///   - url: The URL of the response.
    ///   - now: The current time.
    init?(_ text: String, from url: URL, now: Date) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
            .map { $0.map { $0.trimmingCharacters(in: .whitespaces) } }
        guard let pair = parts.first, pair.count == 2, !pair[0].isEmpty,
            text.unicodeScalars.allSatisfy({ $0 == "\t" || $0 >= " " && $0 != "\u{7F}" }),
            let host = url.host(percentEncoded: true)?.lowercased()
        else {
            return nil
        }
        var path: String?
        var isSecure = false
        var expires: Date?
        var age: Date?
        for part in parts.dropFirst() {
            let value = part.count > 1 ? part[1] : ""
            switch part[0].lowercased() {
            case "path":
                path = value.hasPrefix("/") ? value : nil
            case "secure":
                isSecure = true
            case "domain":
                guard Self.isHost(host, in: value.lowercased()) else { return nil }
            case "expires":
                expires = CookieDate.date(value)
            case "max-age":
                age = Int(value).map { $0 > 0 ? now.addingTimeInterval(Double($0)) : .distantPast }
            default:
                break
            }
        }
        // Only a response over https may set a secure cookie.
        guard !isSecure || url.scheme?.lowercased() == "https" else { return nil }
        self.name = pair[0]
        self.value = pair[1]
        self.host = host
        self.path = path ?? Self.folder(of: url)
        self.isSecure = isSecure
        self.expiry = age ?? expires
    }

    /// Name and value, as in a request.
    var text: String { "\(name)=\(value)" }

    /// Returns whether it replaces another cookie.
    func replaces(_ other: StoredCookie) -> Bool {
        name == other.name && host == other.host && path == other.path
    }

    /// Returns whether it has expired.
    func hasExpired(at instant: Date) -> Bool {
        expiry.map { $0 <= instant } ?? false
    }

    /// Returns whether a request to a URL sends it.
    func isFor(_ url: URL) -> Bool {
        guard url.host(percentEncoded: true)?.lowercased() == host,
            !isSecure || url.scheme?.lowercased() == "https"
        else {
            return false
        }
        let requested = url.path(percentEncoded: true)
        let asked = requested.isEmpty ? "/" : requested
        return asked == path
            || asked.hasPrefix(path)
                && (path.hasSuffix("/") || asked.dropFirst(path.count).first == "/")
    }

    private static func isHost(_ host: String, in domain: String) -> Bool {
        let domain = domain.drop { $0 == "." }
        // A numeric address has no domain.
        let isName = host.last?.isNumber == false
        return domain.isEmpty || host == domain || isName && host.hasSuffix(".\(domain)")
    }

    /// Returns the path up to its last slash: the default path of a cookie.
    private static func folder(of url: URL) -> String {
        let path = url.path(percentEncoded: true)
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash > path.startIndex
        else {
            return "/"
        }
        return String(path[..<slash])
    }
}
