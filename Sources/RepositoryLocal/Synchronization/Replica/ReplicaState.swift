import Foundation

/// The completeness of a partial replica: the selection that was fully stored, and how far back it
/// is complete.
package struct ReplicaState: Equatable {
    /// The text of the selection.
    let selection: String
    /// The time when the selection was last applied: entities that were too old then are not
    /// stored.
    var date: Date
    /// The value of the order's property from which on entities may be missing; nil if none are.
    private(set) var floor: JSON?
    /// The number of entities after the last listing that could add older ones.
    let count: Int

    private static func name(of collection: String) -> String { "replica/\(collection)" }

    init(selection: String, date: Date, floor: JSON?, count: Int) {
        (self.selection, self.date, self.floor, self.count) = (selection, date, floor, count)
    }

    /// Reads the state of a collection; nil if it is unknown, or that of another selection.
    package init?(
        of collection: String,
        _ selection: ReplicaSelection,
        in store: any StorageReader
    ) throws(StorageError) {
        guard let members = try store.note(forKey: Self.name(of: collection)),
            let text = members["selection"]?.string, text == selection.text,
            let date = members["date"]?.date
        else { return nil }
        self.selection = text
        self.date = date
        floor = members["floor"]
        count = members["count"]?.int ?? .max
    }

    /// Records that entities may be missing from a value of the order's property on.
    mutating func raiseFloor(to value: JSON, by order: Order) {
        guard let known = floor else { return floor = value }
        if order.precedes(value, known) { floor = value }
    }

    /// Whether so many entities have left that older ones, which the server has, should replace
    /// them.
    ///
    /// A full listing for each of them would cost more than it gains.
    func isDepleted(
        of collection: String,
        _ selection: ReplicaSelection,
        in store: any StorageReader
    ) throws(StorageError) -> Bool {
        try lacks(count - count / 4, of: collection, selection, in: store)
    }

    /// Whether fewer entities than a number are at least as new as those that may be missing.
    func lacks(
        _ number: Int,
        of collection: String,
        _ selection: ReplicaSelection,
        in store: any StorageReader
    ) throws(StorageError) -> Bool {
        guard let floor, let order = selection.order, number > 0 else { return false }
        var criteria = selection.criteria(at: date)
        (criteria.offset, criteria.limit) = (number - 1, 1)
        let record = try store.records(in: collection, matching: criteria).first
        guard let value = try record?.members([order.key])[order.key] else { return true }
        return order.precedes(floor, value)
    }

    /// Stores the state of a collection; nil means that nothing is known about its completeness.
    static func write(
        _ state: ReplicaState?,
        of collection: String,
        to store: any StorageWriter
    ) throws(StorageError) {
        var members: [String: JSON] = [:]
        if let state {
            members["selection"] = .string(state.selection)
            members["date"] = .seconds(state.date)
            members["floor"] = state.floor
            members["count"] = .number(JSON.Number(state.count))
        }
        let old = try store.note(forKey: name(of: collection))
        guard members != old else { return }
        try store.set(note: members, forKey: name(of: collection))
        // The completeness of query results may have changed.
        guard members["selection"] != old?["selection"] || members["floor"] != old?["floor"] else {
            return
        }
        store.touch(collection)
    }

    /// Whether a store keeps only part of a collection.
    static func isPart(_ collection: String, in store: any StorageReader) throws(StorageError)
        -> Bool
    {
        try store.value(forKey: name(of: collection)) != nil
    }

    /// Records that a store keeps all of a collection, if it kept a part before.
    static func forget(
        _ collection: String,
        in storage: any Storage
    ) async throws(StorageError) {
        let isPart = try await storage.read { store throws(StorageError) in
            try Self.isPart(collection, in: store)
        }
        guard isPart else { return }
        try await storage.write { store throws(StorageError) in
            try store.set(nil, forKey: name(of: collection))
            store.touch(collection)
        }
    }
}

extension ReplicaState {
    /// Whether an entity was stored, provided that the server had it when the selection was last
    /// applied.
    package func holds(_ members: [String: JSON], by selection: ReplicaSelection) -> Bool {
        guard selection.filter(at: date).holds({ members[$0] }) else { return false }
        guard let floor, let order = selection.order else { return true }
        return order.precedes(members[order.key] ?? .null, floor)
    }

    /// Whether a result contains all entities that the server had for some criteria when the state
    /// was stored; false if unknown.
    ///
    /// `last` has the properties of the result's last entity, if the result has as many as the
    /// criteria's limit.
    func holdsAll(
        of criteria: Criteria,
        _ selection: ReplicaSelection,
        last: [String: JSON]?
    ) -> Bool {
        let asked = criteria.filter.conjuncts
        let isSelected = selection.filter(at: date).conjuncts.allSatisfy { kept in
            asked.contains { $0.implies(kept) }
        }
        guard isSelected else { return false }
        guard let floor, let order = selection.order else { return true }
        func isAboveFloor(_ value: JSON) -> Bool { order.precedes(value, floor) }
        if criteria.order.first == order, let value = last?[order.key], isAboveFloor(value) {
            return true
        }
        return asked.contains { condition in
            guard case .comparison(let comparison) = condition, comparison.key == order.key,
                comparison.path == order.path
            else { return false }
            switch comparison.operator {
            case .greater:
                return comparison.values.allSatisfy {
                    isAboveFloor($0) || $0.value(at: order.path) == floor.value(at: order.path)
                }
            case .greaterOrEqual, .equal, .isOneOf:
                return comparison.values.allSatisfy(isAboveFloor)
            default:
                return false
            }
        }
    }
}

extension Condition {
    /// Whether this condition implies another one; false if unknown.
    fileprivate func implies(_ other: Condition) -> Bool {
        guard self != other else { return true }
        switch other {
        case .any(let conditions): return conditions.contains { implies($0) }
        case .all(let conditions): return conditions.allSatisfy { implies($0) }
        case .not: return false
        case .comparison(let kept):
            guard case .comparison(let asked) = self, asked.key == kept.key,
                asked.path == kept.path
            else { return false }
            switch (asked.operator, kept.operator) {
            case (.equal, _), (.isOneOf, _):
                return kept.related == nil && asked.values.allSatisfy { kept.holds(for: $0) }
            case (.isNull, _):
                return kept.holds(for: .null)
            case (.greater, .greater), (.greater, .greaterOrEqual),
                (.greaterOrEqual, .greater), (.greaterOrEqual, .greaterOrEqual),
                (.less, .less), (.less, .lessOrEqual),
                (.lessOrEqual, .less), (.lessOrEqual, .lessOrEqual):
                return asked.values.allSatisfy { kept.holds(for: $0) }
            default:
                return false
            }
        }
    }
}

extension Comparison {
    /// For each operand, the value of the key in an entity whose compared property equals the
    /// operand.
    fileprivate var values: [JSON] { operands.map { JSON($0, at: path) } }
}

extension StoredEntities {
    /// Whether a result may lack entities that the server had when its listing was last stored;
    /// without a selection, the store keeps all of them.
    func isIncomplete(
        _ criteria: Criteria,
        _ results: [StoredRecord],
        _ selection: ReplicaSelection?
    ) throws(StorageError) -> Bool {
        // A condition on other entities is evaluated with the stored ones.
        for related in criteria.filter.related
        where try ReplicaState.isPart(related.schema.name, in: store) {
            return true
        }
        guard let selection else { return false }
        guard let state = try ReplicaState(of: collection, selection, in: store) else {
            return true
        }
        var last: [String: JSON]?
        if let order = selection.order, let limit = criteria.limit, results.count >= limit {
            last = try results.last?.members([order.key])
        }
        return try !state.holdsAll(of: current(criteria), selection, last: last)
    }
}
