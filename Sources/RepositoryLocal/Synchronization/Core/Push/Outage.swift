#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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

extension RunState {
    /// Records what a failure means for other requests.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - pause: What else should not be sent now.
    ///   - name: The collection.
    ///   - now: The current time.
    /// - Returns: Whether its server fails repeatedly, and gets no more requests.
    @discardableResult
    mutating func note(
        _ error: RepositoryError,
        pausing pause: Verdict.Pause,
        in name: String,
        at now: Date
    ) -> Bool {
        switch pause {
        case .entry:
            if let url = error.response?.url, let host = url.host {
                pace.servers[name] = "\(host):\(url.port ?? 0)"
            }
            let server = server(of: name)
            guard outage.note(error, of: server) else { return false }
            for other in rules.collections.map(\.schema.name)
            where self.server(of: other) == server && paused.insert(other).inserted {
                pace.pause(other, at: now)
            }
            return true
        case .collection:
            paused.insert(name)
            pace.pause(name, at: now, retryAfter: error.retryAfter)
        case .everything:
            isUnreachable = true
            // A stopped run cancels its request, which says nothing about the server.
            if !isStopped { pace.pauseEverything(at: now) }
        }
        return false
    }

    /// Records that a server accepts requests for a collection.
    mutating func noteSuccess(in name: String, at now: Date) {
        pace.noteSuccess(in: name, at: now)
        outage.noteSuccess(of: server(of: name))
    }

    /// Returns the server of a collection: its host, if a response has told it, or else a name that
    /// the collections of its API share.
    private func server(of name: String) -> String {
        let neighbors = rules.neighbors(of: name)
        let known = ([name] + neighbors).lazy.compactMap { pace.servers[$0] }.first
        return known ?? neighbors.first ?? name
    }
}
