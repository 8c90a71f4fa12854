#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The end of a pull of a collection of which the store keeps a part.
package struct ReplicaEnd: Sendable {
    /// What the listing has brought.
    let range: ListedRange
    /// Whether all of the listing is stored.
    let isWhole: Bool
    /// Whether it was a listing of changes, which says nothing of what had not changed.
    let isOfChanges: Bool
    /// The newest entity that was removed because of a bound, by the value of its property.
    let newestRemoved: JSON?
    /// How far the listing went, if that is to be kept.
    let cursor: String?

    /// Stores what the store has of the collection now, and how far the listing went.
    ///
    /// Both in one transaction: a listing of changes is asked for only where all of the selection is known to be stored.
    func store(in ledger: Ledger) throws(StorageError) {
        let (store, name) = (ledger.store, ledger.schema.name)
        guard let selection = ledger.collection.keeping else { return }
        let known = try ReplicaState(of: name, selection, in: store)
        let isAnew = isWhole && !isOfChanges
        guard known != nil || isAnew else { return }
        var state = ReplicaState(
            selection: selection.text,
            date: isAnew ? range.date : max(range.date, known?.date ?? range.date),
            floor: isAnew ? nil : known?.floor
        )
        if let order = selection.order {
            if let last = range.last { state.raiseFloor(to: last[order.key] ?? .null, by: order) }
            if let newestRemoved { state.raiseFloor(to: newestRemoved, by: order) }
        }
        try ReplicaState.write(state, of: name, to: store)
        if isAnew, let cursor {
            try ChangeCursor(ledger.collection)?.write(cursor, at: ledger.now, to: store)
        }
        // Nothing brings older entities in the place of those that have left, but a listing of all.
        guard isOfChanges, state.floor != nil, selection.bytes == nil, let bound = selection.count
        else { return }
        let count = try store.count(in: name, matching: selection.criteria(at: range.date))
        if count < bound / 2 { try ChangeCursor.forget(of: ledger.schema, in: store) }
    }
}

/// Which entities a listing has brought, or would have if the server had them.
package struct ListedRange: Sendable {
    /// When the listing began.
    let date: Date
    /// What the listing was asked for; nil for everything.
    let criteria: Criteria?
    /// The last entity of a listing that went no further because no more are kept; nil if it went to its end.
    let last: [String: JSON]?

    /// Whether a stored entity belongs to it.
    func has(_ record: StoredRecord) -> Bool {
        guard let criteria else { return true }
        guard let members = try? record.members(criteria.keys),
            criteria.filter.holds({ members[$0] })
        else { return false }
        return relation(members, to: criteria) != .descending
    }

    /// Whether the listing may have ended in front of an entity: it has the same value as the last one.
    func mayEnd(before members: [String: JSON]) -> Bool {
        criteria.map { last != nil && relation(members, to: $0) == .same } ?? false
    }

    private func relation(_ members: [String: JSON], to criteria: Criteria) -> Order.Relation {
        guard let last else { return .ascending }
        let order = criteria.order
        return Order.relation(by: order, { members[order[$0].key] }, { last[order[$0].key] })
    }
}
