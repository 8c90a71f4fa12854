extension StrategyPlan {
    /// What came of a step.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// It worked.
        case succeeded
        /// It worked, and there is nothing: no entity with the identity, or an empty list.
        case notFound
        /// The request was not sent, for the server cannot be reached.
        case unreachable
        /// The server has not done it, and may do so later.
        case transient
        /// The write was sent, and it is not known whether the server has carried it out.
        case ambiguous
        /// It will not be done.
        case rejected
        /// It is not known who asks.
        case unauthorized
        /// There is another state than the write assumes.
        case conflict
        /// The server says that all is well, but its answer is not what was declared.
        case unreadable
        /// The local store failed.
        case storageTrouble
        /// The task that waited was cancelled.
        case cancelled
    }
}

extension StrategyPlan.Outcome {
    /// Judges the status of an answer.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - operation: What was asked.
    public init(status: Int, of operation: RepositoryOperation) {
        switch status {
        case 200..<300: self = .succeeded
        case 401, 407, 511: self = .unauthorized
        case 404, 410:
            switch operation {
            case .delete: self = .succeeded
            // It is the collection that is not there.
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
