/// A condition on an entity, made of conditions on its properties.
///
/// There are two truth values, as in Swift: a condition on what has no value does not hold, and
/// its negation does.
public indirect enum Condition: Hashable, Sendable {
    /// A condition on one property.
    case comparison(Comparison)
    /// All of these; an empty list always holds.
    case all([Condition])
    /// Any of these; an empty list never holds.
    case any([Condition])
    /// The opposite.
    case not(Condition)

    /// What always holds.
    public static let always = Condition.all([])

    /// Whether both hold.
    public static func && (first: Condition, second: Condition) -> Condition {
        .all(first.conjuncts + second.conjuncts)
    }

    /// Whether one of both holds.
    public static func || (first: Condition, second: Condition) -> Condition {
        .any(first.disjuncts + second.disjuncts)
    }

    /// Whether it does not hold.
    public static prefix func ! (condition: Condition) -> Condition {
        if case .not(let inner) = condition {
            return inner
        }
        return .not(condition)
    }

    /// What must hold together, one by one.
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

    /// Whether it holds for a value in JSON.
    ///
    /// - Parameter json: An object; any other value has no properties.
    /// - Returns: Whether it holds.
    public func holds(for json: JSON) -> Bool {
        holds { json[$0] }
    }

    /// Whether it holds for a value in the form of a dictionary.
    ///
    /// - Parameter dictionary: The properties.
    /// - Returns: Whether it holds.
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
