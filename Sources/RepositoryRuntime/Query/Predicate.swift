/// A condition on an entity, made of conditions on its properties.
///
/// There are two truth values, as in Swift: a condition on what has no value does not hold, and
/// its negation does.
public indirect enum Predicate: Hashable, Sendable {
    /// A condition on one property.
    case comparison(Comparison)
    /// All of these; an empty list always holds.
    case all([Predicate])
    /// Any of these; an empty list never holds.
    case any([Predicate])
    /// The opposite.
    case not(Predicate)

    /// What always holds.
    public static let always = Predicate.all([])

    /// Whether both hold.
    public static func && (first: Predicate, second: Predicate) -> Predicate {
        .all(first.conjuncts + second.conjuncts)
    }

    /// Whether one of both holds.
    public static func || (first: Predicate, second: Predicate) -> Predicate {
        .any(first.disjuncts + second.disjuncts)
    }

    /// Whether it does not hold.
    public static prefix func ! (predicate: Predicate) -> Predicate {
        if case .not(let inner) = predicate {
            return inner
        }
        return .not(predicate)
    }

    /// What must hold together, one by one.
    public var conjuncts: [Predicate] {
        if case .all(let predicates) = self {
            return predicates
        }
        return [self]
    }

    private var disjuncts: [Predicate] {
        if case .any(let predicates) = self {
            return predicates
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

    private func holds(_ property: (String) -> JSON?) -> Bool {
        switch self {
        case .comparison(let comparison): comparison.holds(for: property(comparison.key) ?? .null)
        case .all(let predicates): predicates.allSatisfy { $0.holds(property) }
        case .any(let predicates): predicates.contains { $0.holds(property) }
        case .not(let predicate): !predicate.holds(property)
        }
    }
}

/// Another name of `Predicate`, for files that import Foundation, which has one of its own.
public typealias Condition = Predicate
