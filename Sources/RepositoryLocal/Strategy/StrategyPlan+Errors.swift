extension StrategyPlan.Outcome {
    /// Determines the outcome from an error of either side.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - operation: The operation.
    public init(_ error: RepositoryError, of operation: RepositoryOperation) {
        switch error.code {
        case .cancelled: self = .cancelled
        // The store works: pending writes are applied to the server's response.
        case .unreadableDocument where operation.isRead: self = .unreadable
        case .storage, .unreadableDocument: self = .storageTrouble
        case _ where error.isAmbiguous && !operation.isRead: self = .ambiguous
        // A captive portal has intercepted the request.
        case .unreadableResponse where operation.isRead && error.response?.isPage == true:
            self = .unreachable
        case .unreadableResponse, .emptyResponse: self = .unreadable
        // A missing token that can be fetched later means that the network is unavailable.
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

    /// Determines the outcome if no complete response was received, for requests that cannot be
    /// ambiguous.
    private init(_ code: NetworkingError.Code?) {
        switch code {
        case .cannotConnect, .cannotFindHost, .offline, .untrusted: self = .unreachable
        case .timedOut, .connectionLost, .truncated, .unknown: self = .transient
        case .tooLarge, .invalidResponse: self = .unreadable
        default: self = .rejected
        }
    }

    /// Determines the outcome from the code of an error alone.
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
