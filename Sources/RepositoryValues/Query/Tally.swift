#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The intermediate result of an aggregation.
package struct Tally: Sendable {
    /// The number of entities or, for an average, of values.
    package var count = 0
    /// The sum of integers.
    package var integers = WideSum()
    /// The sum of floating-point numbers.
    package var reals = ExactSum()
    /// The sum of decimal numbers.
    package var decimals = Decimal()
    /// The minimum or maximum.
    package var extreme: JSON?

    /// Creates the result for no entities.
    package init() {}

    /// Merges the result for other entities.
    ///
    /// - Parameters:
    ///   - other: Their result.
    ///   - aggregation: The aggregation.
    package mutating func merge(_ other: Tally, for aggregation: Aggregation) {
        count += other.count
        integers.add(other.integers)
        reals.add(other.reals)
        decimals += other.decimals
        if let extreme = other.extreme { aggregation.choose(extreme, in: &self) }
    }
}

/// An aggregation that a store computes for each group of the matching entities.
public struct Aggregation: Sendable {
    /// The function of an aggregation.
    package enum Function: Sendable {
        /// The number of entities.
        case count
        /// The sum of a property.
        case sum
        /// The sum of a property, and the number of its values.
        case average
        /// The minimum of a property.
        case minimum
        /// The maximum of a property.
        case maximum
    }

    /// A property of any type.
    package struct Property: Sendable {
        /// The JSON key.
        package let key: String
        /// The form of its values in a column; nil if a database cannot compare them.
        package let form: ColumnForm?
    }

    /// The function.
    package let function: Function
    /// The property to aggregate; nil for the entities themselves.
    package let property: Property?
    /// The property to group by; nil for a single group.
    package var group: Property?

    private let insert: @Sendable (JSON, inout Tally) -> Void

    /// Creates an aggregation.
    ///
    /// - Parameters:
    ///   - function: The function.
    ///   - property: The property to aggregate.
    ///   - insert: Adds a value of the property to the result; a value of another type is ignored.
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
    ///   - members: Its properties, of which ``keys`` are needed.
    ///   - tally: The result so far.
    package func add(_ members: [String: JSON], to tally: inout Tally) {
        guard let property else {
            tally.count += 1
            return
        }
        if let value = members[property.key] { insert(value, &tally) }
    }

    /// Stores a value if it is the new minimum or maximum.
    func choose(_ value: JSON, in tally: inout Tally) {
        insert(value, &tally)
    }
}

/// The result of an aggregation for one group of entities.
public struct AggregatedGroup: Sendable {
    /// The value of the property to group by, in the form of one of the documents.
    package let key: JSON
    /// The result.
    package var tally: Tally

    /// Creates a group.
    package init(key: JSON, tally: Tally) {
        self.key = key
        self.tally = tally
    }
}
