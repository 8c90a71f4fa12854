import Foundation

/// A transaction that removes some entities outside of the replica; a sequence of them removes all.
package struct ReplicaTrim: Sendable {
    /// The entities to examine.
    enum Part: Sendable {
        /// Entities in the range of the listing but missing from it, after an identity, whose state
        /// was not fetched.
        case unlisted(after: String?)
        /// Entities outside of the selection.
        case unselected
        /// Entities in the selection after the newest ones; `kept` is the number to keep, nil if
        /// not yet counted.
        case older(kept: Int?)
    }

    /// The result of a transaction.
    package struct Result: Sendable {
        var removed = 0
        /// The newest entity that was removed because of a limit, by the value of its property.
        var newestRemoved: JSON?
        /// The next transaction; nil if this was the last one.
        var next: ReplicaTrim?
    }

    private static let pageSize = 1_000

    let collection: String
    var part: Part
    /// The range of the listing.
    let range: ListedRange
    /// The number of examined entities of the part that are kept.
    private var held = 0

    init(_ part: Part, of collection: String, _ range: ListedRange) {
        (self.part, self.collection, self.range) = (part, collection, range)
    }

    /// Removes the entities.
    func perform(in ledger: Ledger) throws(StorageError) -> Result {
        var result = Result()
        guard let selection = ledger.collection.keeping else { return result }
        let store = ledger.store
        var next = self
        var records: [StoredRecord]
        switch part {
        case .unlisted(let place):
            records = try store.records(in: collection, after: place, limit: Self.pageSize)
            if records.count == Self.pageSize { next.part = .unlisted(after: records.last?.key.id) }
            let isEnd = records.count < Self.pageSize
            records.removeAll {
                !$0.wasNotListed(since: range.date, now: ledger.now) || !range.has($0)
            }
            try remove(records, &result, &next, in: ledger)
            result.next = isEnd ? nil : next
            // The listing may have missed entities, so the next pull must list everything again.
            if result.removed > 0 { try ReplicaState.write(nil, of: collection, to: store) }
            return result
        case .unselected:
            let filter = selection.filter(at: range.date)
            guard filter != .always else { return result }
            let criteria = Criteria(filter: !filter, limit: Self.pageSize, offset: held)
            records = try store.records(in: collection, matching: criteria)
        case .older(var kept):
            if kept == nil {
                kept = try selection.keptCount(in: collection, at: range.date, store)
            }
            guard let kept else { return result }
            next.part = .older(kept: kept)
            var criteria = selection.criteria(at: range.date)
            (criteria.limit, criteria.offset) = (Self.pageSize, kept + held)
            records = try store.records(in: collection, matching: criteria)
        }
        let isEnd = records.count < Self.pageSize
        try remove(records, &result, &next, in: ledger)
        result.next = isEnd ? nil : next
        // Keep the state correct after each transaction. Removing entities makes another selection
        // incomplete.
        var state = try ReplicaState(of: collection, selection, in: store)
        if let known = state { state?.date = max(known.date, range.date) }
        if let order = selection.order, let newest = result.newestRemoved {
            state?.raiseFloor(to: newest, by: order)
        }
        try ReplicaState.write(state, of: collection, to: store)
        return result
    }

    private func remove(
        _ records: [StoredRecord],
        _ result: inout Result,
        _ next: inout ReplicaTrim,
        in ledger: Ledger
    ) throws(StorageError) {
        let store = ledger.store
        var open: [StoredRecord] = []
        for record in records where record.state == .synchronized && record.base != nil {
            guard try store.entries(of: record.key).isEmpty,
                try !store.hasPendingFile(of: ledger.schema, record.key)
            else { continue }
            open.append(record)
        }
        let referred = try ledger.referred(fromOutsideOf: open)
        var removed: Set<RecordKey> = []
        for record in open where !referred.contains(record.key) {
            try store.remove(record.key)
            removed.insert(record.key)
        }
        result.removed += removed.count
        next.held += records.count - removed.count
        if case .older = part, result.newestRemoved == nil,
            let order = ledger.collection.keeping?.order,
            let newest = records.first(where: { removed.contains($0.key) })
        {
            result.newestRemoved = try newest.members([order.key])[order.key] ?? .null
        }
    }
}

extension ReplicaSelection {
    /// Returns the number of entities to keep within the limits; nil if there is no limit, or it is
    /// not reached.
    fileprivate func keptCount(
        in collection: String,
        at date: Date,
        _ store: any StorageReader
    ) throws(StorageError) -> Int? {
        guard isBounded else { return nil }
        guard let bytes else { return count }
        var criteria = criteria(at: date)
        criteria.limit = 200
        var size = 0
        while true {
            let records = try store.records(in: collection, matching: criteria)
            for (index, record) in records.enumerated() {
                size += record.document.count
                let place = criteria.offset + index
                if size > bytes || place >= count ?? .max { return place }
            }
            guard records.count == criteria.limit else { return nil }
            criteria.offset += records.count
        }
    }
}
