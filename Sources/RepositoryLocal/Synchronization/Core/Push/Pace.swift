package import Foundation

/// Backoff for servers and collections: the delays increase with consecutive failures.
///
/// A single failed write has its own delay, see ``WriteHold``. This covers several writes: the
/// server is unreachable, does not accept writes of a collection, or fails repeatedly. It is not
/// stored, so a new process tries once.
package struct Pace: Sendable {
    private struct Hold {
        /// The number of consecutive failed runs.
        var failures = 0
        /// The end of the backoff.
        var end: Date?
        /// The end of a pause requested by the server, which also applies to explicit runs.
        var asked: Date?
        /// The duration of the pause in seconds.
        var wait = 0.0
    }

    private let backoff: Backoff
    /// The pauses by the name of the collection; nil is everything.
    private var holds: [String?: Hold] = [:]

    /// When the first single write with its own delay is due; nil if there is none.
    private(set) var due: Date?
    /// Whether a write waits for another one, without a time.
    var hasBlocked = false
    /// The sequence number of the write where a run stopped: the next run starts after it.
    ///
    /// Otherwise, writes that always fail would block all later ones.
    var front: Int64 = 0
    /// The server of each collection, as known from responses.
    var servers: [String: String] = [:]

    /// Starts without any pause.
    package init(_ backoff: Backoff) {
        self.backoff = backoff
    }

    /// Removes expired pauses, also after the clock was set back.
    package mutating func begin(at now: Date, isPartial: Bool = false) {
        for name in holds.keys {
            guard var hold = holds[name], let end = hold.end else { continue }
            if end <= now {
                (hold.end, hold.asked) = (nil, nil)
            } else if end.timeIntervalSince(now) > hold.wait {
                hold.end = now.addingTimeInterval(hold.wait)
                hold.asked = hold.asked == nil ? nil : hold.end
            }
            holds[name] = hold
        }
        guard !isPartial else { return }
        due = nil
        hasBlocked = false
    }

    /// Whether all automatic requests are paused.
    func holdsEverything(at now: Date) -> Bool {
        holds[nil]?.end.map { $0 > now } ?? false
    }

    /// Whether the writes of a collection are paused.
    func holds(_ collection: String, at now: Date, isByHand: Bool) -> Bool {
        let hold = holds[collection]
        return (isByHand ? hold?.asked : hold?.end).map { $0 > now } ?? false
    }

    /// Records when a single write is due.
    mutating func note(due date: Date) {
        due = min(due ?? date, date)
    }

    /// Records a pause requested by the server that does not mean that it rejects writes.
    mutating func wait(with collection: String, at now: Date, for retryAfter: Duration) {
        var hold = holds[collection] ?? Hold()
        let wait = min(retryAfter, Backoff.longestAsked).inSeconds
        let end = now.addingTimeInterval(wait)
        hold.asked = max(hold.asked ?? end, end)
        if hold.end.map({ $0 < end }) ?? true { (hold.end, hold.wait) = (end, wait) }
        holds[collection] = hold
    }

    /// Records that the server has responded.
    mutating func noteAnswer() {
        holds.removeValue(forKey: nil)
    }

    /// Records that the server accepts writes of a collection.
    ///
    /// A pause requested in other responses still applies.
    mutating func noteSuccess(in collection: String, at now: Date) {
        if var hold = holds[collection], let asked = hold.asked, asked > now {
            (hold.failures, hold.end) = (0, asked)
            holds[collection] = hold
        } else {
            holds[collection] = nil
        }
        noteAnswer()
    }

    /// Pauses a collection, because none of its writes can be sent; nil pauses everything.
    mutating func pause(_ collection: String?, at now: Date, retryAfter: Duration? = nil) {
        var hold = holds[collection] ?? Hold()
        hold.failures += 1
        let asked = retryAfter.map { min($0, Backoff.longestAsked) }
        let delay = backoff.delay(afterAttempts: hold.failures, retryAfter: asked).inSeconds
        // The same response may have requested a longer pause in another header field.
        let requested = [hold.asked, asked.map { now.addingTimeInterval($0.inSeconds) }]
        hold.asked = requested.compactMap(\.self).filter { $0 > now }.max()
        let end = max(now.addingTimeInterval(delay), hold.asked ?? now)
        (hold.end, hold.wait) = (end, end.timeIntervalSince(now))
        holds[collection] = hold
    }

    /// Returns the time of the next due write or end of a pause; nil if there is none.
    func next(after now: Date) -> Date? {
        if holdsEverything(at: now) { return holds[nil]?.end }
        let ends = holds.compactMap { $0.value.end }
        return (ends + [due].compactMap { $0 }).min()
    }
}
