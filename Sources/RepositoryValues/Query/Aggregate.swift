#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A value computed from many entities: their number, or the sum, average, minimum or maximum of a
/// property.
///
///     let likes = try await messages.aggregate({ .sum($0.likes) }, where: { $0.author == "ada" })
///     let byAuthor = try await messages.aggregate({ .average($0.likes) }, by: { $0.author })
///
/// Entities whose property is null, missing or of another type are ignored.
public struct Aggregate<Value: Equatable & Sendable>: Sendable {
    /// The computation for a store.
    package let aggregation: Aggregation
    /// Reads the result of a store; nil if it is too large for its type.
    package let value: @Sendable (Tally) -> Value?
}

extension Aggregate where Value == Int {
    /// The number of entities.
    public static var count: Aggregate {
        Aggregate(aggregation: Aggregation(.count) { _, _ in }) { $0.count }
    }

    /// The sum of integers; 0 if there are none.
    ///
    /// - Parameter field: The property.
    /// - Returns: The aggregate. Its computation throws if the sum does not fit an `Int`.
    public static func sum<Number: FixedWidthInteger>(_ field: Field<Number>) -> Aggregate {
        Aggregate(aggregation: field.total(.sum) { $1.integers.add($0) }) { $0.integers.integer }
    }
}

extension Aggregate where Value == Double {
    /// The sum of floating-point numbers, rounded once at the end; 0 if there are none.
    ///
    /// - Parameter field: The property.
    /// - Returns: The aggregate. Its computation throws if the sum does not fit a `Double`.
    public static func sum<Number: BinaryFloatingPoint>(_ field: Field<Number>) -> Aggregate {
        Aggregate(aggregation: field.total(.sum) { $1.reals.add(Double($0)) }) { tally in
            tally.reals.rounded.isFinite ? tally.reals.rounded : nil
        }
    }
}

extension Aggregate where Value == Decimal {
    /// The sum of decimal numbers; 0 if there are none.
    ///
    /// - Parameter field: The property.
    /// - Returns: The aggregate. Its computation throws if the sum does not fit a `Decimal`.
    public static func sum(_ field: Field<Decimal>) -> Aggregate {
        Aggregate(aggregation: field.total(.sum) { $1.decimals += $0 }) { tally in
            tally.decimals.isNaN ? nil : tally.decimals
        }
    }
}

extension Aggregate where Value == Double? {
    /// The average of integers; nil if there are none.
    ///
    /// - Parameter field: The property.
    /// - Returns: The aggregate.
    public static func average<Number: FixedWidthInteger>(_ field: Field<Number>) -> Aggregate {
        Aggregate(aggregation: field.total(.average) { $1.integers.add($0) }) { tally in
            .some(tally.count == 0 ? nil : tally.integers.double / Double(tally.count))
        }
    }

    /// The average of floating-point numbers; nil if there are none.
    ///
    /// - Parameter field: The property.
    /// - Returns: The aggregate. Its computation throws if the sum does not fit a `Double`.
    public static func average<Number: BinaryFloatingPoint>(_ field: Field<Number>) -> Aggregate {
        Aggregate(aggregation: field.total(.average) { $1.reals.add(Double($0)) }) { tally in
            guard tally.count > 0 else { return .some(nil) }
            let sum = tally.reals.rounded
            return sum.isFinite ? sum / Double(tally.count) : nil
        }
    }
}

extension Aggregate where Value == Decimal? {
    /// The average of decimal numbers; nil if there are none.
    ///
    /// - Parameter field: The property.
    /// - Returns: The aggregate. Its computation throws if the sum does not fit a `Decimal`.
    public static func average(_ field: Field<Decimal>) -> Aggregate {
        Aggregate(aggregation: field.total(.average) { $1.decimals += $0 }) { tally in
            guard tally.count > 0 else { return .some(nil) }
            return tally.decimals.isNaN ? nil : tally.decimals / Decimal(tally.count)
        }
    }
}

extension Aggregate {
    /// The least value; nil if there is none.
    ///
    /// - Parameter field: The property.
    /// - Returns: The aggregate.
    public static func minimum<Member: Comparable>(_ field: Field<Member>) -> Aggregate
    where Value == Member? {
        Aggregate(aggregation: field.extreme(.minimum)) { .some($0.extreme.flatMap(field.read)) }
    }

    /// The greatest value; nil if there is none.
    ///
    /// - Parameter field: The property.
    /// - Returns: The aggregate.
    public static func maximum<Member: Comparable>(_ field: Field<Member>) -> Aggregate
    where Value == Member? {
        Aggregate(aggregation: field.extreme(.maximum)) { .some($0.extreme.flatMap(field.read)) }
    }
}

extension Aggregation {
    /// Returns the same aggregation for each value of a property.
    package func grouped<Value>(by field: Field<Value>) -> Aggregation {
        var grouped = self
        grouped.group = field.property
        return grouped
    }
}

extension Field {
    /// Returns a value of the property; nil if it has none of its type.
    package func value(in json: JSON) -> Value? {
        read(json)
    }

    /// The property without its type.
    fileprivate var property: Aggregation.Property {
        Aggregation.Property(key: key, form: form)
    }

    fileprivate func total(
        _ function: Aggregation.Function,
        _ add: @escaping @Sendable (Value, inout Tally) -> Void
    ) -> Aggregation {
        Aggregation(function, of: property) { [read] json, tally in
            guard let value = read(json) else { return }
            tally.count += 1
            add(value, &tally)
        }
    }
}

extension Field where Value: Comparable {
    fileprivate func extreme(_ function: Aggregation.Function) -> Aggregation {
        Aggregation(function, of: property) { json, tally in
            guard let value = read(json) else { return }
            guard let known = tally.extreme.flatMap(read) else {
                tally.extreme = json
                return
            }
            let isMore = function == .minimum ? precedes(value, known) : precedes(known, value)
            if isMore { tally.extreme = json }
        }
    }
}
