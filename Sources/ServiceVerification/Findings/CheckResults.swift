/// What some checks of a repository or an endpoint have found.
struct CheckResults: Sendable {
    /// The name of the repository or the endpoint.
    let subject: String
    /// How many checks have found the service to be as the schema says.
    private(set) var confirmed = 0
    /// The differences, in the order in which they were found.
    private(set) var differences: [Difference] = []
    /// What could not be checked.
    private(set) var unverified: [Unverified] = []

    init(_ subject: String) {
        self.subject = subject
    }

    /// Notes that a check has passed.
    mutating func confirm() { confirmed += 1 }

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
        // One mistake shows in many requests.
        let isKnown = differences.contains { $0.place == place && $0.message == message }
        if !isKnown { differences.append(difference) }
    }

    /// Notes that something could not be checked.
    ///
    /// - Parameters:
    ///   - what: What would have been checked.
    ///   - reason: Why it was not.
    mutating func leave(_ what: String, _ reason: String) {
        let part = Unverified(subject: "\(subject): \(what)", reason: reason)
        if !unverified.contains(part) { unverified.append(part) }
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
    mutating func add(_ other: CheckResults) {
        confirmed += other.confirmed
        for one in other.differences
        where !differences.contains(where: { $0.place == one.place && $0.message == one.message }) {
            differences.append(one)
        }
        for part in other.unverified where !unverified.contains(part) { unverified.append(part) }
    }
}
