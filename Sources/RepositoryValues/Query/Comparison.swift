import Foundation

/// One condition on one property.
public struct Comparison: Sendable {
    /// How a property and the operands are compared.
    public enum Operator: String, Hashable, Sendable {
        /// The property has the value of the operand.
        case equal
        /// The property is less than the operand.
        case less
        /// The property is at most the operand.
        case lessOrEqual
        /// The property is greater than the operand.
        case greater
        /// The property is at least the operand.
        case greaterOrEqual
        /// The property contains the text of the operand.
        case contains
        /// The property begins with the text of the operand.
        case hasPrefix
        /// The property contains the text of the first operand by the rules of the language that the second
        /// one names.
        case localizedStandardContains
        /// The property is a list in which one of the operands is an element.
        case containsElement
        /// The property has the value of one of the operands.
        case isOneOf
        /// The property is null or absent; there is no operand.
        case isNull
        /// The property is null, absent, or of another type; there is no operand.
        case hasNoValue
        /// The property refers to an entity of which a condition holds, or one refers to it; the operands are
        /// identities, once they are known. Only a local store can tell.
        case isRelated
        /// The property is a list of values, and a condition holds for one of them; there is no operand.
        case hasElement
    }

    /// The key of the property in JSON; of a property of a value, that of the property that has the value.
    public let key: String
    /// The keys that lead from there to a property of a value, which is compared; none for the property itself.
    package let path: [String]
    /// How they are compared.
    public let `operator`: Operator
    /// What the property is compared with, as it stands in JSON.
    public let operands: [JSON]
    /// Whether the key is known to be one of a property; a key of a dictionary may be anything.
    public let isDeclared: Bool

    /// The operands as columns of a database hold them, for each kind of column that may; none
    /// where a database cannot compare them.
    package let columns: [ColumnOperands]

    /// The condition on other entities; nil where this one is on the property alone.
    package let related: RelatedCondition?

    /// The condition on one element of a list of values; nil where this one is on the property itself.
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

    /// Creates a condition on one element of a list of values.
    ///
    /// - Parameters:
    ///   - key: The key in JSON.
    ///   - path: The keys that lead from there to the list.
    ///   - condition: The condition on the element, made of the names of its own properties.
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

    /// Creates a condition that a key has a value, as dictionaries of criteria say it.
    ///
    /// - Parameters:
    ///   - key: The key in JSON.
    ///   - value: The value; null asks for null and for absent.
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

    /// Creates a condition that a key has a value in JSON, which a column of a kind may hold.
    ///
    /// - Parameters:
    ///   - key: The key in JSON.
    ///   - value: The value; null asks for null and for absent.
    ///   - kind: The kind of the column; nil where there is none.
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

    /// Creates a condition that a key has a date, in whichever common form it is written.
    ///
    /// - Parameters:
    ///   - key: The key in JSON.
    ///   - date: The date.
    init(key: String, date: Date) {
        let codec = DateCodec(.iso8601, .rfc1123, .unixSeconds)
        self.init(
            key: key,
            operator: .equal,
            operands: [(try? JSON(any: codec.dictionaryValue(of: date))) ?? .null],
            isDeclared: false,
            matches: { (try? codec.decode(dictionaryValue: $0.any)) == date }
        )
    }

    /// The same comparison with other operands: it holds for what is equal to one of them, or has such an element.
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

    /// Whether the condition holds for a value in JSON; null stands for absent, too.
    ///
    /// - Parameter value: What the entity has under ``key``.
    /// - Returns: Whether it holds.
    public func holds(for value: JSON) -> Bool {
        matches(value)
    }
}

extension Comparison: Hashable {
    /// Whether two conditions compare the same with the same.
    public static func == (first: Comparison, second: Comparison) -> Bool {
        first.key == second.key && first.path == second.path
            && first.operator == second.operator && first.element == second.element
            && first.operands == second.operands
            && first.related?.schema == second.related?.schema
            && first.related?.filter == second.related?.filter
            && first.related?.key == second.related?.key
            && first.related?.path == second.related?.path
    }

    /// Feeds the condition to a hasher.
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
