import Foundation
import HTTPTypes

/// What `Cache-Control` says, RFC 9111, section 5.2.
struct CacheControl {
    private let directives: [String: String]

    init(_ fields: HTTPFields) {
        var directives: [String: String] = [:]
        // A comma within quotes parts a directive that this cache does not know.
        for part in (fields[.cacheControl] ?? "").split(separator: ",") {
            let halves = part.split(separator: "=", maxSplits: 1)
            let name = (halves.first ?? "").trimmingCharacters(in: .whitespaces).lowercased()
            let value = halves.count > 1 ? halves[1].filter { !" \t\"".contains($0) } : ""
            // The first of two that contradict each other counts.
            directives[name] = directives[name] ?? value
        }
        self.directives = directives
    }

    /// Whether nothing may be kept.
    var forbidsStoring: Bool { directives["no-store"] != nil }

    /// Whether what is kept must not be given without asking.
    var demandsAsking: Bool {
        directives["no-cache"] != nil || maximumAge == 0
    }

    /// Whether a response must not be given beyond its time, even if the request accepts that.
    var forbidsStaleness: Bool { directives["must-revalidate"] != nil }

    /// How many seconds beyond its time a response may still be given; nil for none.
    ///
    /// `max-stale` without a number accepts any age.
    var acceptedStaleness: Int? {
        directives["max-stale"].map { $0.isEmpty ? .max : max(0, Int($0) ?? 0) }
    }

    /// For how many seconds an answer is good; nil where it is not said.
    var maximumAge: Int? {
        // What is no number is no time at all.
        directives["max-age"].map { max(0, Int($0) ?? 0) }
    }
}
