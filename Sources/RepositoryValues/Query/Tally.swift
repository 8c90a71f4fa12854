#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What has been counted and added of some entities.
package struct Tally: Sendable {
    /// How many entities or, for an average, values there are.
    package var count = 0
    /// The sum of integers.
    package var integers = WideSum()
    /// The sum of floating-point numbers.
    package var reals = ExactSum()
    /// The sum of decimal numbers.
    package var decimals = Decimal()
    /// The least or the greatest value.
    package var extreme: JSON?

    /// Creates one of no entities.
    package init() {}

    /// Adds what is known of other entities.
    ///
    /// - Parameters:
    ///   - other: What is known of them.
    ///   - aggregation: The aggregation.
    package mutating func merge(_ other: Tally, for aggregation: Aggregation) {
        count += other.count
        integers.add(other.integers)
        reals.add(other.reals)
        decimals += other.decimals
        if let extreme = other.extreme { aggregation.choose(extreme, in: &self) }
    }
}

/// What a store computes of the entities of which a condition holds, for each group of them.
public struct Aggregation: Sendable {
    /// What is computed.
    package enum Function: Sendable {
        /// How many entities there are.
        case count
        /// The sum of a property.
        case sum
        /// The sum of a property, and how many values it has.
        case average
        /// The least value of a property.
        case minimum
        /// The greatest value of a property.
        case maximum
    }

    /// A property, whatever its type is.
    package struct Property: Sendable {
        /// The key in JSON.
        package let key: String
        /// How its values stand in a column; nil where a database cannot compare them.
        package let form: ColumnForm?
    }

    /// What is computed.
    package let function: Function
    /// Of which property; nil for the entities themselves.
    package let property: Property?
    /// The property that tells the groups apart; nil where all are one.
    package var group: Property?

    private let insert: @Sendable (JSON, inout Tally) -> Void

    /// Creates an aggregation.
    ///
    /// - Parameters:
    ///   - function: What is computed.
    ///   - property: Of which property.
    ///   - insert: Adds a value of the property to what is known; one of another type is ignored.
    init(
        _ function: Function,
        of property: Property? = nil,
        insert: @escaping @Sendable (JSON, inout Tally) -> Void
    ) {
        self.function = function
        self.property = property
        self.insert = insert
    }

    /// The keys of the properties that it reads.
    package var keys: Set<String> {
        Set([property?.key, group?.key].compactMap { $0 })
    }

    /// Adds an entity.
    ///
    /// - Parameters:
    ///   - members: Its members, of which ``keys`` are needed.
    ///   - tally: What is known of others.
    package func add(_ members: [String: JSON], to tally: inout Tally) {
        guard let property else {
            tally.count += 1
            return
        }
        if let value = members[property.key] { insert(value, &tally) }
    }

    /// Takes a value as the extreme one where it is.
    func choose(_ value: JSON, in tally: inout Tally) {
        insert(value, &tally)
    }
}

/// What was computed of one group of entities.
public struct AggregatedGroup: Sendable {
    /// The property that tells the groups apart, as it stands in one of their documents.
    package let key: JSON
    /// What was computed.
    package var tally: Tally

    /// Creates a group.
    package init(key: JSON, tally: Tally) {
        self.key = key
        self.tally = tally
    }
}
