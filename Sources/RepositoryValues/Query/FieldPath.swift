public import Foundation

/// A reference, or a property that is reached through references: `$0.author`, `$0.author.name`.
///
/// A condition works like optional chaining in Swift: `$0.author.name` corresponds to
/// `author?.name`. The path has no value if the reference is empty, or the referenced entity is not
/// in the store. For a message,
///
/// - `$0.author.name == "Ada"` is true if its author is called Ada,
/// - `$0.author.name != "Ada"` is the negation: it is also true if there is no author,
/// - `$0.author.nickname == nil` is true if its author has no nickname, or if there is no author,
/// - `$0.author.age > 18` is true if there is an author who is older than 18.
///
/// A condition on an array of references is true if one of the entities satisfies it. Its negation
/// is true if none does, and `== nil` is true if none has a value.
///
/// Each condition is evaluated separately. `$0.readers.name == "Ada" && $0.readers.age > 18` is
/// also true for a message that was read by Ada, aged 17, and an older person. Use
/// ``refers(to:where:)`` to find one entity that satisfies several conditions.
public protocol FieldPath<Value>: Sendable {
    /// The type of the property.
    associatedtype Value: Sendable

    /// Creates a condition on the entity at the start of the path.
    ///
    /// It is a static function, because an instance function could hide a property of the
    /// referenced entity.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - condition: Returns a condition on the entity with the property.
    /// - Returns: The condition that the path leads to such an entity.
    static func condition(on path: Self, _ condition: (Field<Value>) -> Condition) -> Condition
}

extension FieldPath {
    /// A condition that the property is null or missing, or the path leads to no entity.
    public var isNil: Condition {
        !Self.condition(on: self) { !$0.isNil }
    }

    /// Returns a condition that the property refers to an entity that satisfies a condition, or,
    /// for an array, that one of its elements does.
    ///
    /// - Parameters:
    ///   - entity: The type of the other entity.
    ///   - filter: Returns the condition on it, built from its properties.
    /// - Returns: The condition. Only a local store can evaluate it; it is never sent to a service.
    public func refers<Target: Entity>(
        to entity: Target.Type,
        where filter: (Target.Fields) -> Condition
    ) -> Condition {
        Self.condition(on: self) { $0.refers(to: entity, where: filter) }
    }

    /// Returns a condition on an identity: an entity that satisfies a condition refers to the
    /// entity at the end of the path.
    ///
    /// - Parameters:
    ///   - entity: The type of the other entity.
    ///   - field: The property that refers to it, which may be an array.
    ///   - filter: Returns the condition on the other entity, built from its properties.
    /// - Returns: The condition. Only a local store can evaluate it; it is never sent to a service.
    public func isReferred<Source: Entity, Reference: PropertyName>(
        by entity: Source.Type,
        in field: (Source.Fields) -> Reference,
        where filter: (Source.Fields) -> Condition = { _ in .always }
    ) -> Condition {
        Self.condition(on: self) { $0.isReferred(by: entity, in: field, where: filter) }
    }
}

extension FieldPath where Value: Equatable {
    /// Returns a condition that the property equals a value; nil matches null, missing, and a path
    /// that leads to no entity.
    public static func == (path: Self, value: Value?) -> Condition {
        guard let value else { return path.isNil }
        return condition(on: path) { $0 == value }
    }

    /// Returns a condition that the property has another value, or none: the negation of `==`.
    public static func != (path: Self, value: Value?) -> Condition {
        !(path == value)
    }

    /// Returns a condition that the property equals one of several values.
    ///
    /// - Parameter values: The values.
    /// - Returns: The condition.
    public func isOneOf(_ values: some Sequence<Value>) -> Condition {
        Self.condition(on: self) { $0.isOneOf(values) }
    }
}

extension FieldPath where Value: Comparable {
    /// Returns a condition that the property is less than a value.
    public static func < (path: Self, value: Value) -> Condition {
        condition(on: path) { $0 < value }
    }

    /// Returns a condition that the property is at most a value.
    public static func <= (path: Self, value: Value) -> Condition {
        condition(on: path) { $0 <= value }
    }

    /// Returns a condition that the property is greater than a value.
    public static func > (path: Self, value: Value) -> Condition {
        condition(on: path) { $0 > value }
    }

    /// Returns a condition that the property is at least a value.
    public static func >= (path: Self, value: Value) -> Condition {
        condition(on: path) { $0 >= value }
    }
}

extension FieldPath {
    /// Returns a condition that the array contains an element.
    ///
    /// - Parameter element: The element.
    /// - Returns: The condition.
    public func contains<Element: Hashable>(_ element: Element) -> Condition
    where Value == [Element] {
        Self.condition(on: self) { $0.contains(element) }
    }

    /// Returns a condition that the array contains one of several elements.
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
    /// Returns a condition that the property contains a string; case-sensitive.
    ///
    /// - Parameter text: The string; the empty one matches every value.
    /// - Returns: The condition.
    public func contains(_ text: String) -> Condition {
        Self.condition(on: self) { $0.contains(text) }
    }

    /// Returns a condition that the property begins with a string; case-sensitive.
    ///
    /// - Parameter text: The string.
    /// - Returns: The condition.
    public func hasPrefix(_ text: String) -> Condition {
        Self.condition(on: self) { $0.hasPrefix(text) }
    }

    /// Returns a condition that the property contains a string by the rules of a locale, ignoring
    /// case, diacritics and width.
    ///
    /// - Parameters:
    ///   - text: The string; the empty one matches every value.
    ///   - locale: The locale; the current one by default.
    /// - Returns: The condition. It is evaluated locally, and never sent to a service.
    public func localizedStandardContains(
        _ text: String,
        locale: Locale = .current
    ) -> Condition {
        Self.condition(on: self) { $0.localizedStandardContains(text, locale: locale) }
    }
}
