/// The groups of an aggregation, while it goes through documents.
package struct AggregatedGroups {
    private let aggregation: Aggregation
    private var tallies: [JSON: Tally] = [:]

    /// Creates it without any document.
    ///
    /// - Parameter aggregation: What is computed.
    package init(_ aggregation: Aggregation) {
        self.aggregation = aggregation
        if aggregation.group == nil { tallies[.null] = Tally() }
    }

    /// Adds a document.
    ///
    /// - Parameter members: Its members, of which those of the aggregation are needed.
    package mutating func add(_ members: [String: JSON]) {
        let key = aggregation.group.flatMap { members[$0.key] } ?? .null
        aggregation.add(members, to: &tallies[key, default: Tally()])
    }

    /// What was computed of each group.
    package var all: [AggregatedGroup] {
        tallies.map { AggregatedGroup(key: $0.key, tally: $0.value) }
    }
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
