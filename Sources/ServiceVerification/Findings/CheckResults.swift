/// What some checks of a repository or an endpoint have found.
struct CheckResults: Sendable {
    /// The name of the repository or the endpoint.
    let subject: String
    /// What they have found.
    private(set) var findings = Findings()

    init(_ subject: String) {
        self.subject = subject
    }

    /// Notes that a check has passed.
    mutating func confirm() { findings.confirmed += 1 }

    /// Notes a difference.
    mutating func differ(
        _ kind: Difference.Kind = .behavior,
        at place: SchemaPlace,
        _ message: String,
        hint: String? = nil,
        _ request: String
    ) {
        let difference = Difference(
            kind: kind,
            place: place,
            message: message,
            hint: hint,
            request: request
        )
        findings.add(difference)
    }

    /// Notes that something could not be checked.
    ///
    /// - Parameters:
    ///   - what: What would have been checked.
    ///   - reason: Why it was not.
    mutating func leave(_ what: String, _ reason: String) {
        findings.add(Unverified(subject: "\(subject): \(what)", reason: reason))
    }

    /// Notes that something could not be checked where no response came.
    ///
    /// - Parameters:
    ///   - answer: What came.
    ///   - what: What would have been checked.
    /// - Returns: Whether a response came.
    mutating func requireResponse(_ answer: Answer, for what: String) -> Bool {
        guard answer.response == nil else { return true }
        leave(what, "\(answer.request) has no response: \(answer.outcome)")
        return false
    }

    /// Adds what other checks have found.
    mutating func add(_ other: CheckResults) { findings.add(other.findings) }
}
