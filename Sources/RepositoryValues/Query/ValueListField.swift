/// The name of a property that is a list of values, and that also has the properties of these.
///
///     let some = try await orders.find { $0.lines.product == 3 }
///     let large = try await orders.find { $0.lines.contains { $0.product == 3 && $0.amount > 2 } }
///
/// The `Fields` of a generated entity have one for each list of values with a list under `indexed`. A condition on
/// `$0.lines.product` holds if it holds for one element, see ``FieldPath``: each condition is decided for itself.
/// ``contains(where:)`` asks for one element that satisfies several conditions. A local store decides them, with an
/// index if `indexed` lists the property. A repository on a server decides them on what the service lists, and
/// never sends them.
///
/// If the value has a property with the name of a member of this type, such as `contains`, write
/// `$0.lines[dynamicMember: \.contains]`.
@dynamicMemberLookup
public struct ValueListField<Value: Sendable, Fields: EntityFields>: Sendable {
    private let property: Field<Value>

    /// Creates the name of a property in the own form of its type.
    ///
    /// - Parameter key: The key in JSON.
    public init(_ key: String)
    where Value: DictionaryValueInitializable & DictionaryValueRepresentable {
        property = Field(key)
    }

    private init(_ property: Field<Value>) {
        self.property = property
    }

    /// A property of the elements.
    public subscript<Member: PropertyName>(
        dynamicMember member: KeyPath<Fields, Member>
    ) -> Member.Related {
        Member.path(to: Fields()[keyPath: member], behind: property.elementRoute)
    }

    /// Whether a condition holds for one element.
    ///
    /// - Parameter filter: The condition, made of the names of the properties of an element.
    /// - Returns: The condition.
    public func contains(where filter: (Fields) -> Condition) -> Condition {
        property.elementRoute(filter(Fields()))
    }
}

extension Field {
    /// What turns a condition on an element of the list into one on the entity.
    var elementRoute: @Sendable (Condition) -> Condition {
        { [key, path] condition in
            .comparison(Comparison(key: key, path: path, hasElement: condition))
        }
    }
}

extension ValueListField: PropertyName {
    /// The field of the property.
    ///
    /// - Parameter name: The property.
    /// - Returns: The field.
    public static func field(of name: ValueListField) -> Field<Value> { name.property }

    /// Names a list of values in the value of another property.
    ///
    /// - Parameters:
    ///   - name: The property of the value.
    ///   - value: The property whose value has it.
    /// - Returns: What names it for the entity.
    public static func name<Outer>(
        _ name: ValueListField,
        of value: Field<Outer>
    ) -> ValueListField {
        ValueListField(Field(name.property, of: value))
    }

    /// Names a list of values behind a reference, or in another list of values.
    ///
    /// - Parameters:
    ///   - name: The property of the other entity, or of an element.
    ///   - route: What turns a condition on that into one on the entity with which the path begins.
    /// - Returns: The path.
    public static func path(
        to name: ValueListField,
        behind route: @escaping @Sendable (Condition) -> Condition
    ) -> RelatedValueList<Value, Fields> {
        RelatedValueList(name.property, behind: route)
    }
}

extension ValueListField: FieldPath {
    /// Makes a condition on the entity that has the list.
    ///
    /// - Parameters:
    ///   - path: The property.
    ///   - condition: Makes the condition.
    /// - Returns: The condition.
    public static func condition(
        on path: ValueListField,
        _ condition: (Field<Value>) -> Condition
    ) -> Condition {
        condition(path.property)
    }
}
