/// Compares the entities of two readings, which need not be `Equatable`.
enum EntityComparison {
    /// Whether two arrays contain the same entities in the same order.
    static func areSame<Value: Entity>(_ first: [Value], _ second: [Value]) -> Bool {
        // Cast to `Any` first: with the static type, the compiler assumes that the elements are
        // `Equatable`.
        if let first = first as Any as? any Equatable { return first.isEqual(to: second) }
        // Entities are equal if their JSON is.
        return first.count == second.count
            && zip(first, second).allSatisfy { first, second in
                guard let first = try? first.jsonData(), let second = try? second.jsonData() else {
                    return false
                }
                return first == second
            }
    }

    /// Whether two entities are the same, or both are nil.
    static func areSame<Value: Entity>(_ first: Value?, _ second: Value?) -> Bool {
        areSame(first.map { [$0] } ?? [], second.map { [$0] } ?? [])
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool {
        (other as? Self) == self
    }
}
