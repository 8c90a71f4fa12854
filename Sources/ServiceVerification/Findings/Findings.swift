/// Differences and unverified parts, each once.
package struct Findings: Sendable {
    /// The number of passed checks.
    package internal(set) var confirmed = 0
    /// The differences, in the order of detection.
    package private(set) var differences: [Difference] = []
    /// The unverified parts, in the order of detection.
    package private(set) var unverified: [Unverified] = []

    /// Adds a difference; the same one may occur in many requests.
    mutating func add(_ difference: Difference) {
        let isKnown = differences.contains {
            $0.place == difference.place && $0.message == difference.message
        }
        if !isKnown { differences.append(difference) }
    }

    /// Adds an unverified part.
    mutating func add(_ part: Unverified) {
        if !unverified.contains(part) { unverified.append(part) }
    }

    /// Adds other findings.
    mutating func add(_ other: Findings) {
        confirmed += other.confirmed
        for difference in other.differences { add(difference) }
        for part in other.unverified { add(part) }
    }
}
