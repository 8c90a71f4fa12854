import Foundation

/// A part of a listing to store.
package struct PulledPage {
    /// The result of storing a part.
    package struct Result: Sendable {
        var pulled = 0
        var removed = 0
        /// Whether no entity was skipped because of a pending write or an unresolved creation.
        var isWhole = true
    }

    let elements: [RemoteElement]
    let listedAt: Date

    /// Stores the part.
    func store(in ledger: Ledger) throws(StorageError) -> Result {
        let (schema, now) = (ledger.schema, ledger.now)
        let cursor = ChangeCursor(ledger.collection)
        try cursor?.notePart(at: now, in: ledger.store)
        let selection = ledger.collection.keeping?.filter(at: listedAt)
        let confirmations = Confirmations(
            schema,
            in: ledger.store,
            at: listedAt,
            now: now,
            areListed: true
        )
        var result = Result()
        for element in elements {
            switch element {
            case .tombstone(let id, _):
                if try confirmations.remove(id: id) {
                    result.removed += 1
                } else if cursor != nil {
                    let key = RecordKey(collection: schema.name, id: id)
                    result.isWhole = try ledger.store.record(key) == nil && result.isWhole
                }
            case .entity(let state), .surplus(let state):
                guard let id = state.members[schema.identityKey]?.identityText else { continue }
                if element.isSurplus || selection?.holds({ state.members[$0] }) == false {
                    // The stored state will show that the entity has left the replica.
                    let key = RecordKey(collection: schema.name, id: id)
                    guard try ledger.store.record(key) != nil else { continue }
                }
                let document = try DocumentMembers.write(state.members)
                if try confirmations.put(listed: document, id: id, entityTag: state.tag) {
                    result.pulled += 1
                } else {
                    result.isWhole = false
                }
            }
        }
        return result
    }
}

extension StoredRecord {
    /// Whether the server had the entity, but did not list it.
    ///
    /// An entity that was never confirmed exists only locally.
    func wasNotListed(since date: Date, now: Date) -> Bool {
        state == .synchronized && isUnlisted(since: date, now: now)
    }

    /// Whether the server had the entity but did not list it, and it has pending writes.
    func isHeldUnlisted(since date: Date, now: Date) -> Bool {
        state != .synchronized && isUnlisted(since: date, now: now)
    }

    /// Whether the server has confirmed the entity after a date.
    func wasConfirmed(after date: Date, now: Date) -> Bool {
        confirmedAt.map { $0 > date && $0 <= now } ?? false
    }

    /// A confirmation in the future was recorded while the clock was wrong, so its real
    /// date is unknown.
    private func isUnlisted(since date: Date, now: Date) -> Bool {
        base != nil && (confirmedAt.map { $0 < date || $0 > now } ?? true)
    }
}
