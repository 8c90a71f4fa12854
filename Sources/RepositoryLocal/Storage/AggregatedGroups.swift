/// The groups of an aggregation, while it goes through documents.
package struct AggregatedGroups {
    private let aggregation: Aggregation
    /// In the order in which their first documents came: decimal numbers that are rounded on the way give the
    /// same sum everywhere.
    private var groups: [AggregatedGroup] = []
    private var places: [JSON: Int] = [:]

    /// Creates it without any document.
    ///
    /// - Parameter aggregation: What is computed.
    package init(_ aggregation: Aggregation) {
        self.aggregation = aggregation
        if aggregation.group == nil { _ = place(of: .null) }
    }

    /// Adds a document.
    ///
    /// - Parameter members: Its members, of which those of the aggregation are needed.
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

    /// What was computed of each group.
    package var all: [AggregatedGroup] { groups }
}

extension [AggregatedGroup] {
    /// The value of all groups together; nil where it does not fit its type.
    package func value<Value>(of aggregate: Aggregate<Value>) -> Value? {
        var tally = Tally()
        for group in self { tally.merge(group.tally, for: aggregate.aggregation) }
        return aggregate.value(tally)
    }

    /// The value of each group; nil where it does not fit its type.
    package func values<Key: Hashable, Value>(
        of aggregate: Aggregate<Value>,
        by field: Field<Key>
    ) -> [Key?: Value?] {
        var tallies: [Key?: Tally] = [:]
        for group in self {
            // One value may be written in several ways in JSON.
            let key = field.value(in: group.key)
            tallies[key, default: Tally()].merge(group.tally, for: aggregate.aggregation)
        }
        return tallies.mapValues { aggregate.value($0) }
    }
}
