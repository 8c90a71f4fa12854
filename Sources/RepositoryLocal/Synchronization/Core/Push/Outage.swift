/// Tracks within a run whether a server fails for single writes or for all.
struct Outage {
    /// The number of consecutive failures after which a server gets no more requests.
    static let limit = 3

    private var failures: [String: Int] = [:]

    /// Records a success of a server.
    mutating func noteSuccess(of server: String) {
        failures[server] = nil
    }

    /// Counts a failure; returns whether the limit is reached.
    mutating func note(_ error: RepositoryError, of server: String) -> Bool {
        guard error.isOfServer else {
            failures[server] = nil
            return false
        }
        failures[server, default: 0] += 1
        return failures[server, default: 0] >= Self.limit
    }

    /// Returns the problem to report.
    static func problem(in collection: String, cause: RepositoryError) -> SyncProblem {
        SyncProblem(
            "The server fails repeatedly; the other writes are sent later.",
            collection: collection,
            cause: cause
        )
    }
}

extension RepositoryError {
    /// Whether the server failed or did not respond, regardless of the request.
    fileprivate var isOfServer: Bool {
        if let status { return status == 408 || status >= 500 }
        return cause is NetworkingError
    }
}
