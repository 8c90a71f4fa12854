/// A value that is reached through references or arrays of values: `$0.author.address`,
/// `$0.lines.price`.
///
/// It gives access to the properties of the value: `$0.author.address.city`.
@dynamicMemberLookup
public struct RelatedValue<Value: Sendable, Fields: EntityFields>: FieldPath {
    private let property: Field<Value>
    private let route: @Sendable (Condition) -> Condition

    init(_ property: Field<Value>, behind route: @escaping @Sendable (Condition) -> Condition) {
        self.property = property
        self.route = route
    }

    /// Creates a condition on the entity at the start of the path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - condition: Returns a condition on the entity or the element with the value.
    /// - Returns: The condition that the path leads to an entity or element that satisfies it.
    public static func condition(
        on path: RelatedValue,
        _ condition: (Field<Value>) -> Condition
    ) -> Condition {
        path.route(condition(path.property))
    }

    /// Returns a property of the value.
    public subscript<Member: PropertyName>(
        dynamicMember member: KeyPath<Fields, Member>
    ) -> Member.Related {
        Member.path(to: Member.name(Fields()[keyPath: member], of: property), behind: route)
    }
}

/// An array of values that is reached through references or other arrays of values:
/// `$0.author.addresses`.
///
/// It gives access to the properties of the values: `$0.author.addresses.city`.
@dynamicMemberLookup
public struct RelatedValueList<Value: Sendable, Fields: EntityFields>: FieldPath {
    private let property: Field<Value>
    private let route: @Sendable (Condition) -> Condition

    init(_ property: Field<Value>, behind route: @escaping @Sendable (Condition) -> Condition) {
        self.property = property
        self.route = route
    }

    /// Creates a condition on the entity at the start of the path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - condition: Returns a condition on the entity or the element with the array.
    /// - Returns: The condition that the path leads to an entity or element that satisfies it.
    public static func condition(
        on path: RelatedValueList,
        _ condition: (Field<Value>) -> Condition
    ) -> Condition {
        path.route(condition(path.property))
    }

    /// Returns a property of the elements.
    public subscript<Member: PropertyName>(
        dynamicMember member: KeyPath<Fields, Member>
    ) -> Member.Related {
        Member.path(to: Fields()[keyPath: member], behind: next)
    }

    /// Returns a condition that one element satisfies a condition.
    ///
    /// - Parameter filter: Returns the condition on an element, built from its properties.
    /// - Returns: The condition.
    public func contains(where filter: (Fields) -> Condition) -> Condition {
        next(filter(Fields()))
    }

    /// Converts a condition on an element into one on the entity at the start of the path.
    private var next: @Sendable (Condition) -> Condition {
        { [property, route] condition in route(property.elementRoute(condition)) }
    }
}
