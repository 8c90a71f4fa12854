import Foundation

/// One condition on one property.
public struct Comparison: Sendable {
    /// The operator that compares a property with the operands.
    public enum Operator: String, Hashable, Sendable {
        /// The property equals the operand.
        case equal
        /// The property is less than the operand.
        case less
        /// The property is at most the operand.
        case lessOrEqual
        /// The property is greater than the operand.
        case greater
        /// The property is at least the operand.
        case greaterOrEqual
        /// The property contains the string of the operand.
        case contains
        /// The property begins with the string of the operand.
        case hasPrefix
        /// The property contains the string of the first operand by the rules of the locale that
        /// the second one names.
        case localizedStandardContains
        /// The property is an array that contains one of the operands.
        case containsElement
        /// The property equals one of the operands.
        case isOneOf
        /// The property is null or missing; there is no operand.
        case isNull
        /// The property is null, missing, or of another type; there is no operand.
        case hasNoValue
        /// The property refers to an entity that satisfies a condition, or is referred to by one.
        ///
        /// The store sets the operands to the identities of these entities. Only a local store can
        /// evaluate it.
        case isRelated
        /// The property is an array of values, one of which satisfies a condition; there is no
        /// operand.
        case hasElement
    }

    /// The JSON key of the property; for a nested property, that of the outer property.
    public let key: String
    /// The keys that lead from there to the compared nested property; empty for the property
    /// itself.
    package let path: [String]
    /// The operator.
    public let `operator`: Operator
    /// The operands in their JSON form.
    public let operands: [JSON]
    /// Whether the key belongs to a declared property; false for keys in a dictionary of criteria.
    public let isDeclared: Bool

    /// The operands in their form for each kind of column that may store the property; empty if a
    /// database cannot compare them.
    package let columns: [ColumnOperands]

    /// The condition on other entities; nil if this one is only about the property.
    package let related: RelatedCondition?

    /// The condition on one element of an array of values; nil if this one is about the property
    /// itself.
    package let element: Condition?

    private let matches: @Sendable (JSON) -> Bool

    package init(
        key: String,
        path: [String] = [],
        operator: Operator,
        operands: [JSON],
        isDeclared: Bool,
        columns: [ColumnOperands] = [],
        matches: @escaping @Sendable (JSON) -> Bool
    ) {
        self.key = key
        self.path = path
        self.operator = `operator`
        self.operands = operands
        self.isDeclared = isDeclared
        self.columns = columns
        self.matches = matches
        related = nil
        element = nil
    }

    /// Creates a condition on one element of an array of values.
    ///
    /// - Parameters:
    ///   - key: The JSON key.
    ///   - path: The keys that lead from there to the array.
    ///   - condition: The condition on the element, built from its properties.
    package init(key: String, path: [String], hasElement condition: Condition) {
        self.key = key
        self.path = path
        self.operator = .hasElement
        self.operands = []
        self.isDeclared = true
        self.columns = []
        self.matches = { json in
            json.value(at: path).array?.contains { element in
                element.kind == .object && condition.holds(for: element)
            } ?? false
        }
        self.related = nil
        self.element = condition
    }

    /// Creates a condition on other entities.
    init(key: String, path: [String], _ related: RelatedCondition) {
        self.key = key
        self.path = path
        self.operator = .isRelated
        self.operands = []
        self.isDeclared = true
        self.columns = []
        self.matches = { _ in false }
        self.related = related
        self.element = nil
    }

    /// Creates a condition that a key has a value, as in dictionaries of criteria.
    ///
    /// - Parameters:
    ///   - key: The JSON key.
    ///   - value: The value; null matches null and missing.
    public init(key: String, value: JSON) {
        self.init(
            key: key,
            operator: value.isNull ? .isNull : .equal,
            operands: value.isNull ? [] : [value],
            isDeclared: false,
            columns: ColumnOperands.forms(of: value),
            matches: { $0 == value }
        )
    }

    /// Creates a condition that a key has a JSON value, which a column of a kind may store.
    ///
    /// - Parameters:
    ///   - key: The JSON key.
    ///   - value: The value; null matches null and missing.
    ///   - kind: The kind of the column; nil if there is none.
    package init(key: String, value: JSON, kind: IndexedProperty.Kind?) {
        guard let kind, !value.isNull, let operands = ColumnOperands(of: value, kind) else {
            self.init(key: key, value: value)
            return
        }
        self.init(
            key: key,
            operator: .equal,
            operands: [value],
            isDeclared: true,
            columns: [operands],
            matches: { $0 == value }
        )
    }

    /// Creates a condition that a key has a date, in any common format.
    ///
    /// - Parameters:
    ///   - key: The JSON key.
    ///   - date: The date.
    init(key: String, date: Date) {
        let codec = DateCodec(.iso8601, .rfc1123, .unixSeconds)
        // As it is stored.
        let date = Instant(date)?.date ?? date
        self.init(
            key: key,
            operator: .equal,
            operands: [(try? JSON(any: codec.dictionaryValue(of: date))) ?? .null],
            isDeclared: false,
            matches: { (try? codec.decode(dictionaryValue: $0.any)) == date }
        )
    }

    /// Returns the same comparison with other operands: it matches a value that equals, or an array
    /// that contains, one of them.
    package func replacing(_ identities: [JSON]) -> Comparison {
        Comparison(
            key: key,
            path: path,
            operator: `operator`,
            operands: identities,
            isDeclared: isDeclared,
            columns: identities.count == 1 && `operator` != .containsElement
                ? ColumnOperands.forms(of: identities[0]).map { $0.at(path) } : [],
            matches: { [path, `operator`] json in
                let value = json.value(at: path)
                guard `operator` == .containsElement else { return identities.contains(value) }
                return value.array?.contains { identities.contains($0) } ?? false
            }
        )
    }

    /// Returns whether a JSON value satisfies the condition; a missing value counts as null.
    ///
    /// - Parameter value: The value of the entity under ``key``.
    /// - Returns: Whether it holds.
    public func holds(for value: JSON) -> Bool {
        matches(value)
    }
}

extension Comparison: Hashable {
    /// Returns whether two conditions compare the same property with the same operands.
    public static func == (first: Comparison, second: Comparison) -> Bool {
        first.key == second.key && first.path == second.path
            && first.operator == second.operator && first.element == second.element
            && first.operands == second.operands
            && first.related?.schema == second.related?.schema
            && first.related?.filter == second.related?.filter
            && first.related?.key == second.related?.key
            && first.related?.path == second.related?.path
    }

    /// Hashes the properties that determine equality.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(path)
        hasher.combine(element)
        hasher.combine(`operator`)
        hasher.combine(operands)
    }
}
