#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Removes some entities of a collection that the local store does not keep; several in a row remove all of them.
package struct ReplicaTrim: Sendable {
    /// Which entities are looked at.
    enum Part: Sendable {
        /// Those that the listing should have had, and did not, behind an identity: nobody was asked what has become of
        /// them.
        case unlisted(after: String?)
        /// Those outside of the selection.
        case unselected
        /// Those in the selection behind the newest, of which so many stay; nil while that is not counted.
        case older(kept: Int?)
    }

    /// What was removed.
    package struct Result: Sendable {
        var removed = 0
        /// The newest entity that was removed because of a bound, by the value of its property.
        var newestRemoved: JSON?
        /// What is removed next; nil if this was all.
        var next: ReplicaTrim?
    }

    private static let pageSize = 1_000

    let collection: String
    var part: Part
    /// What the listing should have had.
    let range: ListedRange
    /// How many entities of the part were looked at before, and stay.
    private var held = 0

    init(_ part: Part, of collection: String, _ range: ListedRange) {
        (self.part, self.collection, self.range) = (part, collection, range)
    }

    /// Removes them.
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
            // Something may have been missed by the listing. The next pull lists all there is again.
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
        // The state is true after each transaction. Another selection has not all that it had any more.
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
        let referred = try ledger.referred(among: records.map(\.key))
        for record in records {
            guard record.state == .synchronized, record.base != nil, !referred.contains(record.key),
                try store.entries(of: record.key).isEmpty,
                try !store.hasPendingFile(of: ledger.schema, record.key)
            else {
                next.held += 1
                continue
            }
            if case .older = part, result.newestRemoved == nil,
                let order = ledger.collection.keeping?.order
            {
                result.newestRemoved = try record.members([order.key])[order.key] ?? .null
            }
            try store.remove(record.key)
            result.removed += 1
        }
    }
}

extension ReplicaSelection {
    /// How many entities in the selection the bounds allow to stay; nil if there is no bound, or all of them may.
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
