/// A property that is reached through references or arrays of values: `$0.author.name`,
/// `$0.lines.amount`.
///
/// It supports only conditions: see ``FieldPath``. Results cannot be ordered or grouped by it.
public struct RelatedField<Value: Sendable>: FieldPath {
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
    ///   - condition: Returns a condition on the entity or the element with the property.
    /// - Returns: The condition that the path leads to an entity or element that satisfies it.
    public static func condition(
        on path: RelatedField,
        _ condition: (Field<Value>) -> Condition
    ) -> Condition {
        path.route(condition(path.property))
    }
}

/// A reference that is reached through references or arrays of values: `$0.author.company`.
///
/// It gives access to the properties of the entity to which it refers: `$0.author.company.name`.
@dynamicMemberLookup
public struct RelatedReference<Value: Sendable, Target: Entity>: FieldPath {
    private let property: Field<Value>
    private let route: @Sendable (Condition) -> Condition

    init(
        _ reference: ReferenceField<Value, Target>,
        behind route: @escaping @Sendable (Condition) -> Condition
    ) {
        property = ReferenceField.field(of: reference)
        self.route = route
    }

    /// Creates a condition on the entity at the start of the path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - condition: Returns a condition on the entity with the reference.
    /// - Returns: The condition that the path leads to such an entity.
    public static func condition(
        on path: RelatedReference,
        _ condition: (Field<Value>) -> Condition
    ) -> Condition {
        path.route(condition(path.property))
    }

    /// Returns a property of the entity to which the reference refers.
    public subscript<Member: PropertyName>(
        dynamicMember member: KeyPath<Target.Fields, Member>
    ) -> Member.Related {
        Member.path(to: Target.Fields()[keyPath: member], behind: next)
    }

    /// Converts a condition on the entity at the end of the path into one on the first.
    private var next: @Sendable (Condition) -> Condition {
        { [property, route] condition in
            route(property.refers(to: Target.self) { _ in condition })
        }
    }
}
