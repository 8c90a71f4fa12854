#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Removes some entities of a collection that the local store does not keep; several in a row remove all of them.
package struct ReplicaTrim: Sendable {
    /// Which entities are looked at.
    enum Part: Sendable {
        /// Those outside of the selection.
        case unselected
        /// Those in the selection behind the newest.
        case older
    }

    /// What was removed.
    package struct Result: Sendable {
        var removed = 0
        /// How many were looked at and stay: a write is pending, or another entity refers to them.
        var held = 0
        /// The newest entity that was removed because of a bound, by the value of its property.
        var newestRemoved: JSON?
        /// Whether there are no more.
        var isEnd = true
    }

    private static let pageSize = 200

    let collection: String
    let part: Part
    /// The time by which the age of an entity is told.
    let date: Date
    /// How many entities of the part were looked at before, and stay.
    var held = 0

    /// Removes them.
    func perform(in ledger: Ledger) throws(StorageError) -> Result {
        var result = Result()
        guard let selection = ledger.collection.keeping else { return result }
        let store = ledger.store
        var criteria = selection.criteria(at: date)
        criteria.limit = Self.pageSize
        criteria.offset = held
        switch part {
        case .unselected:
            (criteria.filter, criteria.order) = (!criteria.filter, [])
        case .older:
            let kept = try selection.keptCount(in: collection, at: date, store)
            criteria.offset += kept ?? .max
            guard kept != nil, criteria.offset < .max else { return result }
        }
        let records = try store.records(in: collection, matching: criteria)
        result.isEnd = records.count < Self.pageSize
        let referred = try ledger.referred(among: records.map(\.key))
        for record in records {
            guard record.state == .synchronized, record.base != nil, !referred.contains(record.key),
                try store.entries(of: record.key).isEmpty,
                try !store.hasPendingFile(of: ledger.schema, record.key)
            else {
                result.held += 1
                continue
            }
            if case .older = part, result.newestRemoved == nil, let order = selection.order {
                result.newestRemoved = try record.members([order.key])[order.key] ?? .null
            }
            try store.remove(record.key)
            result.removed += 1
        }
        // The state is true after each transaction. Another selection has not all that it had any more.
        var state = try ReplicaState(of: collection, selection, in: store)
        state?.date = date
        if let order = selection.order, let newest = result.newestRemoved {
            state?.raiseFloor(to: newest, by: order)
        }
        try ReplicaState.write(state, of: collection, to: store)
        return result
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

/// The end of a pull of a collection of which the store keeps a part.
package struct ReplicaEnd: Sendable {
    /// When the listing began.
    let date: Date
    /// Whether all of the listing is stored.
    let isWhole: Bool
    /// Whether it was a listing of changes, which says nothing of what had not changed.
    let isOfChanges: Bool
    /// The last entity of a listing that went no further because no more are kept.
    let lastListed: [String: JSON]?
    /// The newest entity that was removed because of a bound, by the value of its property.
    let newestRemoved: JSON?

    /// Stores what the store has of the collection now.
    func store(in ledger: Ledger) throws(StorageError) {
        let (store, name) = (ledger.store, ledger.schema.name)
        guard let selection = ledger.collection.keeping else { return }
        let known = try ReplicaState(of: name, selection, in: store)
        let isAnew = isWhole && !isOfChanges
        guard known != nil || isAnew else { return }
        var state = ReplicaState(
            selection: selection.text,
            date: date,
            floor: isAnew ? nil : known?.floor
        )
        if let order = selection.order {
            if let lastListed { state.raiseFloor(to: lastListed[order.key] ?? .null, by: order) }
            if let newestRemoved { state.raiseFloor(to: newestRemoved, by: order) }
        }
        try ReplicaState.write(state, of: name, to: store)
        // Nothing brings older entities in the place of those that have left, but a listing of all.
        guard isOfChanges, state.floor != nil, let bound = selection.count else { return }
        let count = try store.count(in: name, matching: selection.criteria(at: date))
        if count < bound / 2 { try ChangeCursor.forget(of: ledger.schema, in: store) }
    }
}
