public import Foundation

/// A reference, or a property behind one or more references: `$0.author`, `$0.author.name`.
///
/// Read a condition like optional chaining in Swift: `$0.author.name` is what `author?.name` would be. It has
/// no value if the entity refers to nothing, or to an entity that the store does not have. For a message,
///
/// - `$0.author.name == "Ada"` holds if its author is called Ada,
/// - `$0.author.name != "Ada"` is the negation: it also holds if there is no author,
/// - `$0.author.nickname == nil` holds if its author has no nickname, or if there is no author,
/// - `$0.author.age > 18` holds if there is an author who is older than 18.
///
/// A condition behind a list of references holds if one of the entities satisfies it. So its negation holds if
/// none does, and `== nil` holds if none has a value.
///
/// Each condition is decided for itself. `$0.readers.name == "Ada" && $0.readers.age > 18` also holds for a
/// message that Ada, aged 17, and an older person have read. ``refers(to:where:)`` asks for one entity that
/// satisfies several conditions.
public protocol FieldPath<Value>: Sendable {
    /// The type of the property.
    associatedtype Value: Sendable

    /// Makes a condition on the entity with which the path begins.
    ///
    /// It is a static function, so that it hides no property of an entity behind a ``ReferenceField``.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - condition: Makes a condition on the entity that has the property.
    /// - Returns: The condition that the path leads to such an entity.
    static func condition(on path: Self, _ condition: (Field<Value>) -> Condition) -> Condition
}

extension FieldPath {
    /// Whether the property is null or absent, or the path leads to no entity.
    public var isNil: Condition {
        !Self.condition(on: self) { !$0.isNil }
    }

    /// Whether the property refers to an entity of which a condition holds, as the local store has it; of a
    /// list, whether one of its elements does.
    ///
    /// - Parameters:
    ///   - entity: The type of the other entity.
    ///   - filter: The condition on it, made of the names of its properties.
    /// - Returns: The condition. It is for a local store: no service is asked for it.
    public func refers<Target: Entity>(
        to entity: Target.Type,
        where filter: (Target.Fields) -> Condition
    ) -> Condition {
        Self.condition(on: self) { $0.refers(to: entity, where: filter) }
    }

    /// Whether an entity of which a condition holds refers to the one behind the path, as the local store has
    /// it; for an identity.
    ///
    /// - Parameters:
    ///   - entity: The type of the other entity.
    ///   - field: The property by which it refers, which may be a list.
    ///   - filter: The condition on it, made of the names of its properties.
    /// - Returns: The condition. It is for a local store: no service is asked for it.
    public func isReferred<Source: Entity, Reference: PropertyName>(
        by entity: Source.Type,
        in field: (Source.Fields) -> Reference,
        where filter: (Source.Fields) -> Condition = { _ in .always }
    ) -> Condition {
        Self.condition(on: self) { $0.isReferred(by: entity, in: field, where: filter) }
    }
}

extension FieldPath where Value: Equatable {
    /// Whether the property has a value; nil stands for null, absent, and a path that leads to no entity.
    public static func == (path: Self, value: Value?) -> Condition {
        guard let value else { return path.isNil }
        return condition(on: path) { $0 == value }
    }

    /// Whether the property has another value, or none: the negation of `==`.
    public static func != (path: Self, value: Value?) -> Condition {
        !(path == value)
    }

    /// Whether the property has one of some values.
    ///
    /// - Parameter values: The values.
    /// - Returns: The condition.
    public func isOneOf(_ values: some Sequence<Value>) -> Condition {
        Self.condition(on: self) { $0.isOneOf(values) }
    }
}

extension FieldPath where Value: Comparable {
    /// Whether the property is less than a value.
    public static func < (path: Self, value: Value) -> Condition {
        condition(on: path) { $0 < value }
    }

    /// Whether the property is at most a value.
    public static func <= (path: Self, value: Value) -> Condition {
        condition(on: path) { $0 <= value }
    }

    /// Whether the property is greater than a value.
    public static func > (path: Self, value: Value) -> Condition {
        condition(on: path) { $0 > value }
    }

    /// Whether the property is at least a value.
    public static func >= (path: Self, value: Value) -> Condition {
        condition(on: path) { $0 >= value }
    }
}

extension FieldPath {
    /// Whether the list has an element.
    ///
    /// - Parameter element: The element.
    /// - Returns: The condition.
    public func contains<Element: Hashable>(_ element: Element) -> Condition
    where Value == [Element] {
        Self.condition(on: self) { $0.contains(element) }
    }

    /// Whether the list has one of some elements.
    ///
    /// - Parameter elements: The elements.
    /// - Returns: The condition.
    public func containsAny<Element: Hashable>(
        of elements: some Sequence<Element>
    ) -> Condition where Value == [Element] {
        Self.condition(on: self) { $0.containsAny(of: elements) }
    }
}

extension FieldPath where Value == String {
    /// Whether the property contains a text, with the same letters.
    ///
    /// - Parameter text: The text; the empty one is in every value.
    /// - Returns: The condition.
    public func contains(_ text: String) -> Condition {
        Self.condition(on: self) { $0.contains(text) }
    }

    /// Whether the property begins with a text, with the same letters.
    ///
    /// - Parameter text: The text.
    /// - Returns: The condition.
    public func hasPrefix(_ text: String) -> Condition {
        Self.condition(on: self) { $0.hasPrefix(text) }
    }

    /// Whether the property contains a text as people search for it: without regard to case, diacritics and
    /// width, by the rules of a language.
    ///
    /// - Parameters:
    ///   - text: The text; the empty one is in every value.
    ///   - locale: The language; that of the user by default.
    /// - Returns: The condition. It is decided on this device: no service is asked for it.
    public func localizedStandardContains(
        _ text: String,
        locale: Locale = .current
    ) -> Condition {
        Self.condition(on: self) { $0.localizedStandardContains(text, locale: locale) }
    }
}
