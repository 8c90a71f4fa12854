import Foundation

/// A write to send again later, with an increasing delay.
package struct Postponement: Sendable {
    let id: OutboxEntry.ID
    /// The error; nil if the server reported none for this write.
    let error: RepositoryError?
    /// In flight if the server may have carried the write out.
    let state: OutboxEntry.State
    /// What else should not be sent now.
    var pause = Verdict.Pause.entry
    /// Whether the entry's number of attempts already includes this one.
    var isCounted = false
}

extension Postponement {
    init(
        _ attempt: WriteAttempt,
        after error: RepositoryError?,
        as state: OutboxEntry.State = .inFlight,
        pause: Verdict.Pause = .entry
    ) {
        let isCounted = !attempt.isRepeated
        self.init(
            id: attempt.entry.id,
            error: error,
            state: state,
            pause: pause,
            isCounted: isCounted
        )
    }

    /// Stores the postponement.
    func perform(
        in store: any StorageWriter,
        by backoff: Backoff,
        at now: Date
    ) throws(StorageError) -> DeliveryOutcome {
        var outcome = DeliveryOutcome(.postponed)
        (outcome.error, outcome.pause) = (error, pause)
        guard var entry = try store.entry(id) else { return outcome }
        let asked = error?.retryAfter.map { min($0, Backoff.longestAsked) }
        entry.state = state
        entry.failure = error.map { OutboxFailure($0, at: now) }
        if pause == .entry {
            if !isCounted { entry.attempts += 1 }
        } else if isCounted {
            // The failure says nothing about this write. If nothing was sent, a creation can still
            // become part of a batch.
            let isSent = state == .inFlight || error?.response != nil
            entry.attempts = max(entry.attempts - 1, isSent ? 1 : 0)
        }
        // If nothing can be sent, the write is due as soon as something can be.
        let isHeld = pause == .entry || asked != nil
        let delay = backoff.delay(afterAttempts: entry.attempts, retryAfter: asked)
        var hold = try WriteHold(of: entry, in: store)
        hold.end = isHeld ? now.addingTimeInterval(delay.inSeconds) : nil
        hold.asked = asked.map { now.addingTimeInterval($0.inSeconds) }
        try store.hold(entry, until: hold)
        try store.updateState(of: entry.key)
        outcome.until = hold.end
        return outcome
    }
}
