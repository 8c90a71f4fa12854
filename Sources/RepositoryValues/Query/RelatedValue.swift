/// A value behind one or more references or lists of values: `$0.author.address`, `$0.lines.price`.
///
/// It also has the properties of the value: `$0.author.address.city`.
@dynamicMemberLookup
public struct RelatedValue<Value: Sendable, Fields: EntityFields>: FieldPath {
    private let property: Field<Value>
    private let route: @Sendable (Condition) -> Condition

    init(_ property: Field<Value>, behind route: @escaping @Sendable (Condition) -> Condition) {
        self.property = property
        self.route = route
    }

    /// Makes a condition on the entity with which the path begins.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - condition: Makes a condition on the entity or the element that has the value.
    /// - Returns: The condition that the path leads to one of which it holds.
    public static func condition(
        on path: RelatedValue,
        _ condition: (Field<Value>) -> Condition
    ) -> Condition {
        path.route(condition(path.property))
    }

    /// A property of the value.
    public subscript<Member: PropertyName>(
        dynamicMember member: KeyPath<Fields, Member>
    ) -> Member.Related {
        Member.path(to: Member.name(Fields()[keyPath: member], of: property), behind: route)
    }
}

/// A list of values behind one or more references or other lists of values: `$0.author.addresses`.
///
/// It also has the properties of the values: `$0.author.addresses.city`.
@dynamicMemberLookup
public struct RelatedValueList<Value: Sendable, Fields: EntityFields>: FieldPath {
    private let property: Field<Value>
    private let route: @Sendable (Condition) -> Condition

    init(_ property: Field<Value>, behind route: @escaping @Sendable (Condition) -> Condition) {
        self.property = property
        self.route = route
    }

    /// Makes a condition on the entity with which the path begins.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - condition: Makes a condition on the entity or the element that has the list.
    /// - Returns: The condition that the path leads to one of which it holds.
    public static func condition(
        on path: RelatedValueList,
        _ condition: (Field<Value>) -> Condition
    ) -> Condition {
        path.route(condition(path.property))
    }

    /// A property of the elements.
    public subscript<Member: PropertyName>(
        dynamicMember member: KeyPath<Fields, Member>
    ) -> Member.Related {
        Member.path(to: Fields()[keyPath: member], behind: next)
    }

    /// Whether a condition holds for one element.
    ///
    /// - Parameter filter: The condition, made of the names of the properties of an element.
    /// - Returns: The condition.
    public func contains(where filter: (Fields) -> Condition) -> Condition {
        next(filter(Fields()))
    }

    /// What turns a condition on an element into one on the entity with which the path begins.
    private var next: @Sendable (Condition) -> Condition {
        { [property, route] condition in route(property.elementRoute(condition)) }
    }
}
