extension StrategyPlan.Outcome {
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
        // Who cannot be asked for a token now may be asked later: there is no network for that, either.
        case .missingCredentials: self = error.isRetryable ? .unreachable : .unauthorized
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
