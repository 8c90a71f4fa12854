import Foundation

/// The state that one part of a run passes on to the next.
struct RunState: Sendable {
    let rules: SyncRules
    /// The pace for the next run.
    var pace: Pace
    var report = SyncReport()
    var notices: [SyncNotice] = []
    /// Whether the run must end as soon as the results of completed requests are stored.
    var isStopped = false
    /// Whether another run waits for this one.
    ///
    /// If so, an automatic run ends between two files, because each may take long.
    var isAwaited = false
    /// Whether nothing is reachable, so that nothing else needs to be tried.
    var isUnreachable = false
    /// The collections whose service does not accept writes and files in this run.
    private(set) var paused: Set<String>
    /// The number of consecutive failures of each server.
    private var failures: [String: Int] = [:]

    /// The number of consecutive failures after which a server gets no more requests.
    private static let failureLimit = 3

    /// Starts with the pauses of earlier runs.
    init(rules: SyncRules, pace: Pace, at now: Date) {
        (self.rules, self.pace) = (rules, pace)
        let names = rules.collections.map(\.schema.name)
        paused = Set(names.filter { pace.holds($0, at: now, isByHand: rules.isByHand) })
    }

    /// Records that a service has requested a pause: it gets no more requests.
    mutating func pause(_ name: String, for duration: Duration, at now: Date) {
        for other in rules.neighbors(of: name) {
            pace.wait(with: other, at: now, for: duration)
            paused.insert(other)
        }
    }

    /// Adds an error to the problems of the report.
    mutating func note(_ error: RepositoryError, in collection: String, id: String? = nil) {
        report.add(SyncProblem(error.message, collection: collection, id: id, cause: error))
    }

    // MARK: - Outcomes of requests

    /// Records what a failure means for other requests; returns whether its server gets no more
    /// requests, because it fails repeatedly.
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
            let count = error.isOfServer ? failures[server, default: 0] + 1 : nil
            failures[server] = count
            guard let count, count >= Self.failureLimit else { return false }
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
            if !isStopped { pace.pause(nil, at: now) }
        }
        return false
    }

    /// Records that a server accepts requests for a collection.
    mutating func noteSuccess(in name: String, at now: Date) {
        pace.noteSuccess(in: name, at: now)
        failures[server(of: name)] = nil
    }

    /// Returns the server of a collection: its host, if a response has told it, or else a name that
    /// the collections of its API share.
    private func server(of name: String) -> String {
        let neighbors = rules.neighbors(of: name)
        let known = ([name] + neighbors).lazy.compactMap { pace.servers[$0] }.first
        return known ?? neighbors.first ?? name
    }
}

extension RepositoryError {
    /// Whether the server failed or did not respond, regardless of the request.
    fileprivate var isOfServer: Bool {
        if let status { return status == 408 || status >= 500 }
        return cause is NetworkingError
    }
}
