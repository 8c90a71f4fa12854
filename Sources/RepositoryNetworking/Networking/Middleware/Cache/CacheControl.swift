import Foundation
import HTTPTypes

/// The directives of `Cache-Control` (RFC 9111, section 5.2).
struct CacheControl {
    private let directives: [String: String]

    init(_ fields: HTTPFields) {
        var directives: [String: String] = [:]
        // A comma within quotes splits only a directive that this cache ignores.
        for part in (fields[.cacheControl] ?? "").split(separator: ",") {
            let halves = part.split(separator: "=", maxSplits: 1)
            let name = (halves.first ?? "").trimmingCharacters(in: .whitespaces).lowercased()
            let value = halves.count > 1 ? halves[1].filter { !" \t\"".contains($0) } : ""
            // The first of two contradicting directives counts.
            directives[name] = directives[name] ?? value
        }
        self.directives = directives
    }

    /// Whether the response must not be stored.
    var forbidsStoring: Bool { directives["no-store"] != nil }

    /// Whether a stored response must be revalidated before use.
    var demandsAsking: Bool { directives["no-cache"] != nil }

    /// Whether a stale response must not be used, even if the request accepts one.
    var forbidsStaleness: Bool { directives["must-revalidate"] != nil }

    /// How many seconds past its lifetime a response may still be used; nil for none.
    ///
    /// `max-stale` without a number accepts any age.
    var acceptedStaleness: Int? {
        directives["max-stale"].map { $0.isEmpty ? .max : max(0, Int($0) ?? 0) }
    }

    /// The lifetime in seconds; nil if not specified.
    var maximumAge: Int? {
        // An invalid number counts as zero.
        directives["max-age"].map { max(0, Int($0) ?? 0) }
    }
}
