import Foundation

/// The end of a pull of a partial replica.
package struct ReplicaEnd: Sendable {
    /// The range of the listing.
    let range: ListedRange
    /// Whether all of the listing is stored.
    let isWhole: Bool
    /// Whether it was an incremental listing, without unchanged entities.
    let isOfChanges: Bool
    /// Whether the listing could add older entities than those of the last one.
    let isRefill: Bool
    /// Whether entities from the floor of the replica on were not stored.
    let usesFloor: Bool
    /// Values of the order's property; entities may be missing from the newest value on.
    let missing: [JSON]
    /// The cursor of the listing, if it is to be stored.
    let cursor: String?

    /// Stores the completeness of the replica, and the cursor of the listing.
    ///
    /// Both in one transaction: an incremental listing requires that all of the selection is
    /// stored.
    ///
    /// - Returns: Whether entities have left the replica, and should be replaced by others that
    ///   were not stored.
    func store(in ledger: Ledger) throws(StorageError) -> Bool {
        let (store, name) = (ledger.store, ledger.schema.name)
        guard let selection = ledger.collection.keeping else { return false }
        let known = try ReplicaState(of: name, selection, in: store)
        let isAnew = isWhole && !isOfChanges
        guard known != nil || isAnew else { return false }
        // Without limits, none are missing.
        var count =
            selection.isBounded
            ? try store.count(in: name, matching: selection.criteria(at: range.date)) : 0
        // Some may have been deleted locally since those beyond the number were left out.
        if let limit = selection.count, selection.bytes == nil, !missing.isEmpty {
            count = max(count, limit)
        }
        var state = ReplicaState(
            selection: selection.text,
            date: isAnew ? range.date : max(range.date, known?.date ?? range.date),
            floor: isAnew ? nil : known?.floor,
            count: isAnew && isRefill ? count : max(count, known?.count ?? 0)
        )
        if let order = selection.order {
            for value in missing { state.raiseFloor(to: value, by: order) }
        }
        try ReplicaState.write(state, of: name, to: store)
        if isAnew, let cursor {
            try ChangeCursor(ledger.collection)?.write(cursor, at: ledger.now, to: store)
        }
        guard isAnew, usesFloor else { return false }
        return try state.lacks(state.count, of: name, selection, in: store)
    }
}

/// The entities that a listing contained, or would have contained if they existed.
package struct ListedRange: Sendable {
    /// When the listing began.
    let date: Date
    /// The criteria of the listing; nil for everything.
    let criteria: Criteria?
    /// The last entity of a listing that stopped because no more are kept; nil if it was read to
    /// its end.
    let last: [String: JSON]?

    /// Whether a stored entity is within the range.
    func has(_ record: StoredRecord) -> Bool {
        guard let criteria else { return true }
        guard let members = try? record.members(criteria.keys),
            criteria.filter.holds({ members[$0] })
        else { return false }
        return last.map { criteria.relation(members, $0) != .descending } ?? true
    }

    /// Whether the listing may have ended before an entity, because it has the same value as the
    /// last one.
    func mayEnd(before members: [String: JSON]) -> Bool {
        guard let criteria, let last else { return false }
        return criteria.relation(members, last) == .same
    }
}
