import Foundation

extension SyncReport {
    /// Counts the outcome of a write.
    mutating func count(_ outcome: DeliveryOutcome) {
        switch outcome.kind {
        case .acknowledged: acknowledged += 1
        case .merged: merged += 1
        case .superseded, .deletionLost: superseded += 1
        case .rejected(let write): rejected.append(write)
        case .postponed, .absent: break
        }
        for ended in outcome.ended {
            if ended.operation == .delete { acknowledged += 1 } else { superseded += 1 }
        }
        conflicts += outcome.conflicts
    }
}

extension WriteOutcome {
    /// Returns the outcomes to publish for a delivered write and those that ended with it; none
    /// while it is pending.
    static func all(
        of outcome: DeliveryOutcome,
        for entry: OutboxEntry,
        in collection: RemoteCollection,
        at now: Date
    ) -> [WriteOutcome] {
        let ended = outcome.ended.map(WriteOutcome.init(ofPredecessor:))
        let kind: Kind
        var operation = entry.operation
        var isTemporary = operation == .create && collection.creationCheck != .identity
        switch outcome.kind {
        case .acknowledged, .merged:
            kind = if case .merged = outcome.kind { .merged } else { .acknowledged }
            // If not, the server has accepted the identity that was sent.
            isTemporary = isTemporary && outcome.key != nil
        case .superseded:
            kind = .superseded
        case .deletionLost:
            (kind, operation) = (.superseded, .delete)
        case .rejected(let write):
            let failure = OutboxFailure(message: "The write was rejected.", date: now)
            kind = .rejected(write.entry.failure ?? failure)
            operation = write.entry.operation
            let document = (write.record?.document).flatMap { try? DocumentMembers.read($0) }
            isTemporary = isTemporary && !(document.map(collection.namesIdentity) ?? false)
        case .postponed, .absent:
            return ended
        }
        let told = WriteOutcome(
            collection: entry.key.collection,
            id: (outcome.key ?? entry.key).id,
            temporaryID: isTemporary ? entry.key.id : nil,
            operation: operation,
            kind: kind
        )
        return ended + [told]
    }
}
