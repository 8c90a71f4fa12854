extension StrategyPlan {
    /// The outcome of a step.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// The step succeeded.
        case succeeded
        /// The step succeeded with no result: no entity with the identity, or an empty list.
        case notFound
        /// The request was not sent, because the server is unreachable.
        case unreachable
        /// The server did not carry out the request, but may do so later.
        case transient
        /// The write was sent, and it is unknown whether the server carried it out.
        case ambiguous
        /// The request was rejected permanently.
        case rejected
        /// The request was not authenticated.
        case unauthorized
        /// The current state differs from the one that the write assumes.
        case conflict
        /// The server reported success, but its response does not match the declared type; or a
        /// stored document does not.
        case unreadable
        /// The local store failed.
        case storageTrouble
        /// The waiting task was cancelled.
        case cancelled
    }
}

extension StrategyPlan.Outcome {
    /// Determines the outcome from the status code of a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - operation: The operation that was requested.
    public init(status: Int, of operation: RepositoryOperation) {
        switch status {
        case 200..<300: self = .succeeded
        case 401, 407: self = .unauthorized
        // A captive portal has intercepted the request (RFC 6585, section 6).
        case 511: self = .unreachable
        case 404, 410:
            switch operation {
            case .delete: self = .succeeded
            // The collection itself is missing.
            case .find, .findOne, .create: self = .rejected
            case .findByID, .update, .patch, .storeOrUpdate: self = .notFound
            }
        case 409, 412, 428: self = .conflict
        case 425, 429, 503: self = .transient
        case 408, 500...: self = operation.isRead ? .transient : .ambiguous
        default: self = .rejected
        }
    }
}
