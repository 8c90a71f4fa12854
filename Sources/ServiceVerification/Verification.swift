/// The findings of a verification.
package struct Verification: Sendable {
    private var findings = Findings()
    /// The number of requests sent.
    package internal(set) var requests = 0
    /// The number of requests with a response.
    package internal(set) var responses = 0
    /// The created entities that may still exist, as shown to the user.
    package internal(set) var left: [String] = []
    /// Whether the limit of requests was reached before all was verified.
    package internal(set) var isExhausted = false
    /// Whether it was interrupted before all was verified.
    package internal(set) var isInterrupted = false

    package init() {}

    /// The differences between the schema and the service.
    package var differences: [Difference] { findings.differences }
    /// The parts of the schema that were not verified.
    package var unverified: [Unverified] { findings.unverified }
    /// The number of passed checks.
    package var confirmed: Int { findings.confirmed }

    /// The unverified parts by reason, each in the order of detection.
    package var unverifiedByReason: [(reason: String, subjects: [String])] {
        var order: [String] = []
        var subjects: [String: [String]] = [:]
        for part in unverified {
            if subjects[part.reason] == nil { order.append(part.reason) }
            subjects[part.reason, default: []].append(part.subject)
        }
        return order.map { ($0, subjects[$0] ?? []) }
    }

    /// Adds the findings of another verification.
    package mutating func add(_ other: Verification) {
        findings.add(other.findings)
        requests += other.requests
        responses += other.responses
        left += other.left
        isExhausted = isExhausted || other.isExhausted
        isInterrupted = isInterrupted || other.isInterrupted
    }

    mutating func add(_ results: CheckResults) { findings.add(results.findings) }

    mutating func add(_ difference: Difference) { findings.add(difference) }
}
