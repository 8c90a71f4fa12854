/// What a verification has found.
package struct Verification: Sendable {
    /// The differences between the schema and the service.
    package internal(set) var differences: [Difference] = []
    /// The parts of the schema that were not verified.
    package internal(set) var unverified: [Unverified] = []
    /// How many checks have found the service to be as the schema says.
    package internal(set) var confirmed = 0
    /// How many requests were sent.
    package internal(set) var requests = 0
    /// How many of them had a response.
    package internal(set) var responses = 0
    /// What was created and may still be there, as a person reads it.
    package internal(set) var left: [String] = []
    /// Whether as many requests were sent as are allowed, and not all was verified.
    package internal(set) var isExhausted = false
    /// Whether it was ended before all was verified.
    package internal(set) var isInterrupted = false

    package init() {}

    /// The parts that were not verified, by the reason, each in the order in which it was found.
    package var unverifiedByReason: [(reason: String, subjects: [String])] {
        var order: [String] = []
        var subjects: [String: [String]] = [:]
        for part in unverified {
            if subjects[part.reason] == nil { order.append(part.reason) }
            subjects[part.reason, default: []].append(part.subject)
        }
        return order.map { ($0, subjects[$0] ?? []) }
    }

    /// Adds what another verification has found.
    package mutating func add(_ other: Verification) {
        differences += other.differences
        unverified += other.unverified
        confirmed += other.confirmed
        requests += other.requests
        responses += other.responses
        left += other.left
        isExhausted = isExhausted || other.isExhausted
        isInterrupted = isInterrupted || other.isInterrupted
    }

    mutating func add(_ results: CheckResults) {
        confirmed += results.confirmed
        for one in results.differences
        where !differences.contains(where: { $0.place == one.place && $0.message == one.message }) {
            differences.append(one)
        }
        for part in results.unverified where !unverified.contains(part) { unverified.append(part) }
    }
}
