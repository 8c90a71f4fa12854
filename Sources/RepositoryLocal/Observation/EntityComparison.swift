/// Tells whether two readings gave the same entities, which need not be `Equatable`.
enum EntityComparison {
    /// Whether the entities are the same, in the same order.
    static func areSame<Value: Entity>(_ first: [Value], _ second: [Value]) -> Bool {
        // Seen as `Any`: the compiler takes an array for `Equatable` whatever its elements are.
        if let first = first as Any as? any Equatable { return first.isEqual(to: second) }
        // As JSON they are equal if all that is stored of them is.
        return first.count == second.count
            && zip(first, second).allSatisfy { first, second in
                guard let first = try? first.jsonData(), let second = try? second.jsonData() else {
                    return false
                }
                return first == second
            }
    }

    /// Whether both are the same entity, or there is none.
    static func areSame<Value: Entity>(_ first: Value?, _ second: Value?) -> Bool {
        areSame(first.map { [$0] } ?? [], second.map { [$0] } ?? [])
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool {
        (other as? Self) == self
    }
}
