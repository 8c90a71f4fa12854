/// A condition on an entity, composed of conditions on its properties.
///
/// It is either true or false, as in Swift: a comparison with a missing value is false, and its
/// negation is true.
public indirect enum Condition: Hashable, Sendable {
    /// A condition on one property.
    case comparison(Comparison)
    /// All of these conditions are true; for an empty array, always true.
    case all([Condition])
    /// At least one of these conditions is true; for an empty array, always false.
    case any([Condition])
    /// The negation of a condition.
    case not(Condition)

    /// A condition that is always true.
    public static let always = Condition.all([])

    /// Returns the conjunction of two conditions.
    public static func && (first: Condition, second: Condition) -> Condition {
        .all(first.conjuncts + second.conjuncts)
    }

    /// Returns the disjunction of two conditions.
    public static func || (first: Condition, second: Condition) -> Condition {
        .any(first.disjuncts + second.disjuncts)
    }

    /// Returns the negation of a condition.
    public static prefix func ! (condition: Condition) -> Condition {
        if case .not(let inner) = condition {
            return inner
        }
        return .not(condition)
    }

    /// The parts of the condition that must all be true.
    public var conjuncts: [Condition] {
        if case .all(let conditions) = self {
            return conditions
        }
        return [self]
    }

    private var disjuncts: [Condition] {
        if case .any(let conditions) = self {
            return conditions
        }
        return [self]
    }

    /// Returns whether a JSON value satisfies the condition.
    ///
    /// - Parameter json: An object; any other value has no properties.
    /// - Returns: Whether it does.
    public func holds(for json: JSON) -> Bool {
        holds { json[$0] }
    }

    /// Returns whether a value in the form of a dictionary satisfies the condition.
    ///
    /// - Parameter dictionary: The properties.
    /// - Returns: Whether it does.
    public func holds(for dictionary: [String: any Sendable]) -> Bool {
        holds { key in dictionary[key].flatMap { try? JSON(any: $0) } }
    }

    package func holds(_ property: (String) -> JSON?) -> Bool {
        switch self {
        case .comparison(let comparison): comparison.holds(for: property(comparison.key) ?? .null)
        case .all(let conditions): conditions.allSatisfy { $0.holds(property) }
        case .any(let conditions): conditions.contains { $0.holds(property) }
        case .not(let condition): !condition.holds(property)
        }
    }
}
