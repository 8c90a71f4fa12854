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
    /// Whether nothing is reachable, so that nothing else needs to be tried.
    var isUnreachable = false
    /// The collections whose service does not accept writes and files in this run.
    private(set) var paused: Set<String>
    private var outage = Outage()

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
