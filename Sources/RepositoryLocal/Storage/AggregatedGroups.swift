/// The groups of an aggregation, computed document by document.
package struct AggregatedGroups {
    private let aggregation: Aggregation
    /// In the order of their first documents, so that rounding errors in sums are the same in every
    /// store.
    private var groups: [AggregatedGroup] = []
    private var places: [JSON: Int] = [:]

    /// Creates the groups, without any documents.
    package init(_ aggregation: Aggregation) {
        self.aggregation = aggregation
        if aggregation.group == nil { _ = place(of: .null) }
    }

    /// Adds the properties of a document; only those of the aggregation are needed.
    package mutating func add(_ members: [String: JSON]) {
        let key = aggregation.group.flatMap { members[$0.key] } ?? .null
        let place = place(of: key)
        aggregation.add(members, to: &groups[place].tally)
    }

    private mutating func place(of key: JSON) -> Int {
        if let place = places[key] { return place }
        places[key] = groups.count
        groups.append(AggregatedGroup(key: key, tally: Tally()))
        return groups.count - 1
    }

    /// The computed groups.
    package var all: [AggregatedGroup] { groups }
}

extension [AggregatedGroup] {
    /// Returns the value of all groups together; nil if it does not fit its type.
    package func value<Value>(of aggregate: Aggregate<Value>) -> Value? {
        var tally = Tally()
        for group in self { tally.merge(group.tally, for: aggregate.aggregation) }
        return aggregate.value(tally)
    }

    /// Returns the value of each group; nil if it does not fit its type.
    package func values<Key: Hashable, Value>(
        of aggregate: Aggregate<Value>,
        by field: Field<Key>
    ) -> [Key?: Value?] {
        var tallies: [Key?: Tally] = [:]
        for group in self {
            // JSON can represent one value in several ways.
            let key = field.value(in: group.key)
            tallies[key, default: Tally()].merge(group.tally, for: aggregate.aggregation)
        }
        return tallies.mapValues { aggregate.value($0) }
    }
}
