#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Knows in one run whether a server fails with single writes, or with all.
struct Outage {
    /// With how many writes in a row a server fails before it is not asked for others.
    static let limit = 3

    private var failures: [String: Int] = [:]

    /// Notes that a server has done what it was asked.
    mutating func noteSuccess(of server: String) {
        failures[server] = nil
    }

    /// Counts a failure; returns whether the server fails with one write after another.
    mutating func note(_ error: RepositoryError, of server: String) -> Bool {
        guard error.isOfServer else {
            failures[server] = nil
            return false
        }
        failures[server, default: 0] += 1
        return failures[server, default: 0] >= Self.limit
    }

    /// What is told of it.
    static func problem(in collection: String, cause: RepositoryError) -> SyncProblem {
        SyncProblem(
            "The server fails with one write after another; the others are sent later.",
            collection: collection,
            cause: cause
        )
    }
}

extension RepositoryError {
    /// Whether the server failed, or did not answer, whatever it was asked.
    fileprivate var isOfServer: Bool {
        if let status { return status == 408 || status >= 500 }
        return cause is NetworkingError
    }
}

extension Pace {
    /// The server that an error came from: by its address, where it is known, else by the collection.
    mutating func server(of collection: String, in error: RepositoryError) -> String {
        if let url = error.response?.url, let host = url.host {
            servers[collection] = "\(host):\(url.port ?? 0)"
        }
        return servers[collection] ?? collection
    }
}
