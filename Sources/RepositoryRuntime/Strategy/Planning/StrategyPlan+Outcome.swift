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

    /// Judges an error of a repository, on whichever side.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - operation: What was asked.
    public init(_ error: RepositoryError, of operation: RepositoryOperation) {
        switch error.code {
        case .cancelled: self = .cancelled
        case .storage, .unreadableDocument: self = .storageTrouble
        case _ where error.isAmbiguous && !operation.isRead: self = .ambiguous
        case .unreadableResponse, .emptyResponse: self = .unreadable
        case .missingCredentials: self = .unauthorized
        default:
            if let status = error.status {
                self.init(status: status, of: operation)
            } else if error.code == .network {
                self.init((error.cause as? NetworkingError)?.code)
            } else {
                self.init(error.code, of: operation)
            }
        }
    }

    /// Judges that no whole answer came, of what cannot be ambiguous.
    private init(_ code: NetworkingError.Code?) {
        switch code {
        case .cannotConnect, .cannotFindHost, .offline, .untrusted: self = .unreachable
        case .timedOut, .connectionLost, .truncated, .unknown: self = .transient
        case .tooLarge, .invalidResponse: self = .unreadable
        default: self = .rejected
        }
    }

    /// Judges the error of a repository that says no more than its kind.
    private init(_ code: RepositoryError.Code, of operation: RepositoryOperation) {
        switch code {
        case .notFound: self.init(status: 404, of: operation)
        case .conflict: self = .conflict
        case .unauthorized: self = .unauthorized
        case .tooManyRequests, .server: self = .transient
        default: self = .rejected
        }
    }
}
