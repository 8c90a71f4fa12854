/// A property behind one or more references or lists of values: `$0.author.name`, `$0.lines.amount`.
///
/// It is for conditions alone, see ``FieldPath``: a list cannot be ordered or grouped by it.
public struct RelatedField<Value: Sendable>: FieldPath {
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
    ///   - condition: Makes a condition on the entity or the element that has the property.
    /// - Returns: The condition that the path leads to one of which it holds.
    public static func condition(
        on path: RelatedField,
        _ condition: (Field<Value>) -> Condition
    ) -> Condition {
        path.route(condition(path.property))
    }
}

/// A reference behind one or more references or lists of values: `$0.author.company`.
///
/// It also has the properties of the entity to which it refers: `$0.author.company.name`.
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

    /// Makes a condition on the entity with which the path begins.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - condition: Makes a condition on the entity that has the reference.
    /// - Returns: The condition that the path leads to such an entity.
    public static func condition(
        on path: RelatedReference,
        _ condition: (Field<Value>) -> Condition
    ) -> Condition {
        path.route(condition(path.property))
    }

    /// A property of the entity to which this refers.
    public subscript<Member: PropertyName>(
        dynamicMember member: KeyPath<Target.Fields, Member>
    ) -> Member.Related {
        Member.path(to: Target.Fields()[keyPath: member], behind: next)
    }

    /// What turns a condition on the entity behind this reference into one on the first.
    private var next: @Sendable (Condition) -> Condition {
        { [property, route] condition in
            route(property.refers(to: Target.self) { _ in condition })
        }
    }
}
