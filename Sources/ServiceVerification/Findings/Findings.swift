/// Differences, and what was not verified, each once.
package struct Findings: Sendable {
    /// How many checks have found the service to be as the schema says.
    package internal(set) var confirmed = 0
    /// The differences, in the order in which they were found.
    package private(set) var differences: [Difference] = []
    /// What was not verified, in the order in which that was found.
    package private(set) var unverified: [Unverified] = []

    /// Adds a difference; one mistake shows in many requests.
    mutating func add(_ difference: Difference) {
        let isKnown = differences.contains {
            $0.place == difference.place && $0.message == difference.message
        }
        if !isKnown { differences.append(difference) }
    }

    /// Adds a part that was not verified.
    mutating func add(_ part: Unverified) {
        if !unverified.contains(part) { unverified.append(part) }
    }

    /// Adds what others have found.
    mutating func add(_ other: Findings) {
        confirmed += other.confirmed
        for difference in other.differences { add(difference) }
        for part in other.unverified { add(part) }
    }
}
