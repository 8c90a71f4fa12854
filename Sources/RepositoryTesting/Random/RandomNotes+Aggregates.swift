import Foundation
import RepositoryRuntime

/// A type-erased aggregate of random notes.
struct RandomAggregate {
    /// The name of the aggregate in messages.
    let description: String
    /// The aggregation for the store.
    let aggregation: Aggregation
    /// The values of its groups.
    let values: ([AggregatedGroup]) -> [AnyHashable: AnyHashable]

    /// Computes the values for the documents of some records.
    func expected(of records: [StoredRecord]) throws(StorageError) -> [AnyHashable: AnyHashable] {
        var groups = AggregatedGroups(aggregation)
        for record in records {
            groups.add(
                try StoredDocument.members(of: record.document, keys: aggregation.keys)
            )
        }
        return values(groups.all)
    }
}

extension RandomNotes {
    /// Returns a random aggregate, of all entities or of groups.
    mutating func aggregate() -> RandomAggregate {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: grouped("count", .count)
        case 1: grouped("sum of likes", .sum(Field<Int>("likes")))
        case 2: grouped("sum of small", .sum(Field<Int8>("small")))
        case 3: grouped("sum of huge", .sum(Field<UInt64>("huge")))
        case 4: grouped("sum of stock", .sum(Field<Int64>("stock", using: TextCodec())))
        case 5: grouped("sum of score", .sum(Field<Double>("score")))
        case 6: grouped("sum of ratio", .sum(Field<Float>("ratio")))
        case 7: grouped("sum of price", .sum(Field<Decimal>("price")))
        case 8: grouped("sum of likes as Double", .sum(Field<Double>("likes")))
        case 9: grouped("average of likes", .average(Field<Int>("likes")))
        case 10: grouped("average of score", .average(Field<Double>("score")))
        case 11: grouped("average of price", .average(Field<Decimal>("price")))
        case 12: grouped("minimum of likes", .minimum(Field<Int>("likes")))
        case 13: grouped("maximum of text", .maximum(Field<String>("text")))
        case 14: grouped("minimum of text", .minimum(Field<String>("text")))
        case 15: grouped("maximum of score", .maximum(Field<Double>("score")))
        case 16:
            grouped("minimum of sentAt", .minimum(Field<Date>("sentAt", using: Self.dates)))
        case 17: grouped("maximum of day", .maximum(Field<Day>("day")))
        case 18: grouped("minimum of price", .minimum(Field<Decimal>("price")))
        default: grouped("maximum of nowhere", .maximum(Field<String>("nowhere")))
        }
    }

    private mutating func grouped<Value: Hashable & Sendable>(
        _ name: String,
        _ aggregate: Aggregate<Value>
    ) -> RandomAggregate {
        switch Int.random(in: 0..<14, using: &random) {
        case 0: grouped(name, aggregate, by: Field<String>("text"))
        case 1: grouped(name, aggregate, by: Field<Int>("likes"))
        case 2: grouped(name, aggregate, by: Field<Bool>("isRead"))
        case 3: grouped(name, aggregate, by: Field<Date>("sentAt", using: Self.dates))
        case 4: grouped(name, aggregate, by: Field<Decimal>("price"))
        case 5: grouped(name, aggregate, by: Field<UUID>("token"))
        case 6: grouped(name, aggregate, by: Field<UInt64>("huge"))
        case 7: grouped(name, aggregate, by: Field<Float>("ratio"))
        case 8: grouped(name, aggregate, by: Field<LooseCode>("text"))
        case 9: grouped(name, aggregate, by: Field<StrictCode>("text"))
        case 10: grouped(name, aggregate, by: Field<Int64>("stock", using: TextCodec()))
        default:
            RandomAggregate(description: name, aggregation: aggregate.aggregation) { groups in
                [name: AnyHashable(groups.value(of: aggregate))]
            }
        }
    }

    private func grouped<Key: Hashable, Value: Hashable & Sendable>(
        _ name: String,
        _ aggregate: Aggregate<Value>,
        by field: Field<Key>
    ) -> RandomAggregate {
        RandomAggregate(
            description: "\(name) by \(Key.self) in \(field.key)",
            aggregation: aggregate.aggregation.grouped(by: field)
        ) { groups in
            let values = groups.values(of: aggregate, by: field)
            return Dictionary(
                uniqueKeysWithValues: values.map { (AnyHashable($0.key), AnyHashable($0.value)) }
            )
        }
    }
}
