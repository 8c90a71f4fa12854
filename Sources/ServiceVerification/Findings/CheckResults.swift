/// The results of checks of a repository or an endpoint.
struct CheckResults: Sendable {
    /// The name of the repository or the endpoint.
    let subject: String
    /// The findings.
    private(set) var findings = Findings()

    init(_ subject: String) {
        self.subject = subject
    }

    /// Records a passed check.
    mutating func confirm() { findings.confirmed += 1 }

    /// Records a difference.
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

    /// Records that something could not be checked.
    ///
    /// - Parameters:
    ///   - what: The subject of the check.
    ///   - reason: The reason.
    mutating func leave(_ what: String, _ reason: String) {
        findings.add(Unverified(subject: "\(subject): \(what)", reason: reason))
    }

    /// Records that something could not be checked, if there is no response.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - what: The subject of the check.
    /// - Returns: Whether there is a response.
    mutating func requireResponse(_ answer: Answer, for what: String) -> Bool {
        guard answer.response == nil else { return true }
        leave(what, "\(answer.request) got no response: \(answer.outcome)")
        return false
    }

    /// Adds the results of other checks.
    mutating func add(_ other: CheckResults) { findings.add(other.findings) }
}
