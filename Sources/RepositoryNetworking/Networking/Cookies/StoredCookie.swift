import Foundation

/// A cookie as a server has set it, by RFC 6265, section 5.
package struct StoredCookie: Sendable {
    /// The name; case matters.
    let name: String
    /// The value, as it came.
    let value: String
    /// The host that set it, in lower case, without a port.
    let host: String
    /// The path that it is for, with all below it.
    let path: String
    private let isSecure: Bool
    private let expiry: Date?

    /// Reads what a response sets; nil where it is no cookie, or none that this host may set.
    ///
    /// - Parameters:
    ///   - text: The value of a field `Set-Cookie`.
    ///   - url: Where the response came from.
    ///   - now: The time.
    init?(_ text: Substring, from url: URL, now: Date) {
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
                // Older servers write dashes within the date.
                expires = HTTPDate.date(value) ?? HTTPDate.date(value.replacing("-", with: " "))
            case "max-age":
                age = Int(value).map { $0 > 0 ? now.addingTimeInterval(Double($0)) : .distantPast }
            default:
                break
            }
        }
        // Nobody but a secure server may say what goes to one.
        guard !isSecure || url.scheme?.lowercased() == "https" else { return nil }
        self.name = pair[0]
        self.value = pair[1]
        self.host = host
        self.path = path ?? Self.folder(of: url)
        self.isSecure = isSecure
        self.expiry = age ?? expires
    }

    /// Name and value, as a request has them.
    var text: String { "\(name)=\(value)" }

    /// Whether it takes the place of another.
    func replaces(_ other: StoredCookie) -> Bool {
        name == other.name && host == other.host && path == other.path
    }

    /// Whether its time is over.
    func hasExpired(at instant: Date) -> Bool {
        expiry.map { $0 <= instant } ?? false
    }

    /// Whether a request to an address has it.
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

    /// The cookies of one field.
    ///
    /// URLSession joins several fields by commas, which dates have, too: only what follows a comma and
    /// has a name begins a cookie.
    package static func texts(of field: String) -> [Substring] {
        field.split(separator: /,\s*(?=[^=;,\s]+=)/)
    }

    private static func isHost(_ host: String, in domain: String) -> Bool {
        let domain = domain.drop { $0 == "." }
        // An address of numbers is in no domain.
        let isName = host.last?.isNumber == false
        return domain.isEmpty || host == domain || isName && host.hasSuffix(".\(domain)")
    }

    /// The path up to its last slash, which a cookie without a path is for.
    private static func folder(of url: URL) -> String {
        let path = url.path(percentEncoded: true)
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash > path.startIndex
        else {
            return "/"
        }
        return String(path[..<slash])
    }
}
