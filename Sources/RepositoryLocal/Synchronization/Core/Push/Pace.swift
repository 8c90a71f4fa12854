#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// How often a server is tried: less and less often while nothing comes of it.
///
/// A single write that fails has its own wait, see ``WriteHold``. Here is what holds for others, too:
/// the server cannot be reached, does not take writes of a collection, or fails with one after another.
/// It is not stored: a process that starts tries once.
package struct Pace: Sendable {
    /// What waits.
    private enum Scope: Hashable {
        case everything
        case collection(String)
    }

    private struct Hold {
        /// How many runs in a row came to nothing.
        var failures = 0
        /// Until when nothing is tried by itself.
        var end: Date?
        /// Until when the server has asked to wait, which holds for everybody.
        var asked: Date?
        /// The length of the hold in seconds.
        var wait = 0.0
    }

    private let backoff: Backoff
    private var holds: [Scope: Hold] = [:]

    /// When the first single write is due that waits by its own; nil where none does.
    private(set) var due: Date?
    /// Whether some write waits for another one, and not for a time.
    var hasBlocked = false
    /// The place of the write at which a run has given up: the next one begins behind it.
    ///
    /// Otherwise writes that always fail would hold back all that stand behind them.
    var front: Int64 = 0
    /// Which server has the entities of a collection, as far as answers have said.
    var servers: [String: String] = [:]

    /// Begins without any wait.
    package init(_ backoff: Backoff) {
        self.backoff = backoff
    }

    /// Begins to look at what is due: what is over is over, also where the clock was set back.
    package mutating func begin(at now: Date, isPartial: Bool = false) {
        for scope in holds.keys {
            guard var hold = holds[scope], let end = hold.end else { continue }
            if end <= now {
                (hold.end, hold.asked) = (nil, nil)
            } else if end.timeIntervalSince(now) > hold.wait {
                hold.end = now.addingTimeInterval(hold.wait)
                hold.asked = hold.asked == nil ? nil : hold.end
            }
            holds[scope] = hold
        }
        guard !isPartial else { return }
        due = nil
        hasBlocked = false
    }

    /// Whether nothing at all is tried by itself.
    func holdsEverything(at now: Date) -> Bool {
        holds[.everything]?.end.map { $0 > now } ?? false
    }

    /// Whether no write of a collection is sent.
    func holds(_ collection: String, at now: Date, isByHand: Bool) -> Bool {
        let hold = holds[.collection(collection)]
        return (isByHand ? hold?.asked : hold?.end).map { $0 > now } ?? false
    }

    /// Whether the server has asked to wait with all of a collection.
    func hasToWait(with collection: String, at now: Date) -> Bool {
        holds(collection, at: now, isByHand: true)
    }

    /// Notes when a single write is due.
    mutating func note(due date: Date) {
        due = min(due ?? date, date)
    }

    /// Notes that nothing can be sent, and lets all wait.
    mutating func pauseEverything(at now: Date) {
        pause(.everything, at: now, retryAfter: nil)
    }

    /// Notes that no write of a collection can be sent, and lets them wait.
    mutating func pause(_ collection: String, at now: Date, retryAfter: Duration? = nil) {
        pause(.collection(collection), at: now, retryAfter: retryAfter)
    }

    /// Notes that the server asks to wait, where that says nothing of whether it takes writes.
    mutating func wait(with collection: String, at now: Date, for retryAfter: Duration) {
        var hold = holds[.collection(collection)] ?? Hold()
        let wait = min(retryAfter, Backoff.longestAsked).inSeconds
        let end = now.addingTimeInterval(wait)
        hold.asked = max(hold.asked ?? end, end)
        if hold.end.map({ $0 < end }) ?? true { (hold.end, hold.wait) = (end, wait) }
        holds[.collection(collection)] = hold
    }

    /// Notes that the server has answered.
    mutating func noteAnswer() {
        holds[.everything] = nil
    }

    /// Notes that the server takes writes of a collection.
    ///
    /// A wait that the server has asked for beside its responses goes on.
    mutating func noteSuccess(in collection: String, at now: Date) {
        let scope = Scope.collection(collection)
        if var hold = holds[scope], let asked = hold.asked, asked > now {
            (hold.failures, hold.end) = (0, asked)
            holds[scope] = hold
        } else {
            holds[scope] = nil
        }
        holds[.everything] = nil
    }

    private mutating func pause(_ scope: Scope, at now: Date, retryAfter: Duration?) {
        var hold = holds[scope] ?? Hold()
        hold.failures += 1
        let asked = retryAfter.map { min($0, Backoff.longestAsked) }
        hold.wait = backoff.delay(afterAttempts: hold.failures, retryAfter: asked).inSeconds
        hold.end = now.addingTimeInterval(hold.wait)
        hold.asked = asked.map { now.addingTimeInterval($0.inSeconds) }
        holds[scope] = hold
    }

    /// When to look again; nil where nothing is known to become due.
    func next(after now: Date) -> Date? {
        if holdsEverything(at: now) { return holds[.everything]?.end }
        let ends = holds.compactMap { $0.value.end }
        return (ends + [due].compactMap { $0 }).min()
    }
}
