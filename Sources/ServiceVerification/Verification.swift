/// What a verification has found.
package struct Verification: Sendable {
    private var findings = Findings()
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

    /// The differences between the schema and the service.
    package var differences: [Difference] { findings.differences }
    /// The parts of the schema that were not verified.
    package var unverified: [Unverified] { findings.unverified }
    /// How many checks have found the service to be as the schema says.
    package var confirmed: Int { findings.confirmed }

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
        findings.add(other.findings)
        requests += other.requests
        responses += other.responses
        left += other.left
        isExhausted = isExhausted || other.isExhausted
        isInterrupted = isInterrupted || other.isInterrupted
    }

    mutating func add(_ results: CheckResults) { findings.add(results.findings) }
}
