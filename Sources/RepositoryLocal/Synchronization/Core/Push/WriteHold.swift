import Foundation

/// The time until which a failed write is not sent again.
struct WriteHold: Sendable {
    /// The end for automatic runs: of the backoff, or of a pause requested by the server if that is
    /// later.
    var end: Date?
    /// The end of a pause requested by the server, which also applies to explicit runs; nil if
    /// there is none.
    var asked: Date?

    /// Reads the hold of a write.
    init(of entry: OutboxEntry, in store: any StorageReader) throws(StorageError) {
        end = entry.notBefore
        asked = entry.notBefore == nil ? nil : try WriteHistory.of(entry.id, in: store).asked
    }

    /// When the hold ends; nil if the write may be sent.
    func end(at now: Date, isByHand: Bool) -> Date? {
        (isByHand ? asked : end).flatMap { $0 > now ? $0 : nil }
    }
}

extension StorageWriter {
    /// Sets the hold of a write.
    func hold(_ entry: OutboxEntry, until hold: WriteHold) throws(StorageError) {
        var entry = entry
        entry.notBefore = hold.end
        try put(entry)
        var history = try WriteHistory.of(entry.id, in: self)
        guard history.asked != hold.asked else { return }
        history.asked = hold.asked
        try history.note(for: entry.id, in: self)
    }

    /// Limits the remaining holds of writes to the durations set when they failed.
    ///
    /// The clock may have been wrong then, and set back since.
    func shortenHolds(
        of ids: [OutboxEntry.ID],
        at now: Date,
        longest: Duration
    ) throws(StorageError) {
        for id in ids {
            guard var entry = try entry(id) else { continue }
            var hold = try WriteHold(of: entry, in: self)
            let most = Backoff.longestAsked.inSeconds
            let wait = hold.asked.map { date in
                min(most, entry.failure.map { date.timeIntervalSince($0.date) } ?? most)
            }
            let limit = now.addingTimeInterval(max(longest.inSeconds, wait ?? 0))
            guard let end = hold.end, end > limit else { continue }
            hold.end = limit
            hold.asked = wait.map { now.addingTimeInterval($0) }
            // The delay counts from now on.
            if let failure = entry.failure { entry.failure?.date = min(failure.date, now) }
            try self.hold(entry, until: hold)
        }
    }
}
