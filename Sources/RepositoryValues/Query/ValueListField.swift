/// A property that is an array of nested values, with access to the properties of these.
///
///     let some = try await orders.find { $0.lines.product == 3 }
///     let large = try await orders.find { $0.lines.contains { $0.product == 3 && $0.amount > 2 } }
///
/// The `Fields` of a generated entity have a `ValueListField` for each property that is an array of
/// values, and whose `indexed` lists properties of the value. A condition on `$0.lines.product` is
/// true if one element satisfies it; several conditions may be satisfied by different elements: see
/// ``FieldPath``. Use ``contains(where:)`` to find one element that satisfies several conditions. A
/// local store evaluates them, with an index if `indexed` lists the property. A repository on a
/// server evaluates them locally on the listed entities, and never sends them.
///
/// If the value has a property with the name of a function of this type, such as `contains`, write
/// `$0.lines[dynamicMember: \.contains]`.
@dynamicMemberLookup
public struct ValueListField<Value: Sendable, Fields: EntityFields>: Sendable {
    private let property: Field<Value>

    /// Creates a field for a property in the default form of its type.
    ///
    /// - Parameter key: The JSON key.
    public init(_ key: String)
    where Value: DictionaryValueInitializable & DictionaryValueRepresentable {
        property = Field(key)
    }

    private init(_ property: Field<Value>) {
        self.property = property
    }

    /// Returns a property of the elements.
    public subscript<Member: PropertyName>(
        dynamicMember member: KeyPath<Fields, Member>
    ) -> Member.Related {
        Member.path(to: Fields()[keyPath: member], behind: property.elementRoute)
    }

    /// Returns a condition that one element satisfies a condition.
    ///
    /// - Parameter filter: Returns the condition on an element, built from its properties.
    /// - Returns: The condition.
    public func contains(where filter: (Fields) -> Condition) -> Condition {
        property.elementRoute(filter(Fields()))
    }
}

extension Field {
    /// Converts a condition on an element of the array into one on the entity.
    var elementRoute: @Sendable (Condition) -> Condition {
        { [key, path] condition in
            .comparison(Comparison(key: key, path: path, hasElement: condition))
        }
    }
}

extension ValueListField: PropertyName {
    /// Returns the field of the property.
    ///
    /// - Parameter name: The property.
    /// - Returns: The field.
    public static func field(of name: ValueListField) -> Field<Value> { name.property }

    /// Returns an array of values in a nested value.
    ///
    /// - Parameters:
    ///   - name: The property of the value.
    ///   - value: The outer property.
    /// - Returns: The property, starting at the entity.
    public static func name<Outer>(
        _ name: ValueListField,
        of value: Field<Outer>
    ) -> ValueListField {
        ValueListField(Field(name.property, of: value))
    }

    /// Returns an array of values that is reached through a reference or another array of values.
    ///
    /// - Parameters:
    ///   - name: The property of the other entity, or of an element.
    ///   - route: Converts a condition on this array into one on the entity at the start of the
    ///     path.
    /// - Returns: The path.
    public static func path(
        to name: ValueListField,
        behind route: @escaping @Sendable (Condition) -> Condition
    ) -> RelatedValueList<Value, Fields> {
        RelatedValueList(name.property, behind: route)
    }
}

extension ValueListField: FieldPath {
    /// Creates a condition on the entity with the array.
    ///
    /// - Parameters:
    ///   - path: The property.
    ///   - condition: Returns the condition.
    /// - Returns: The condition.
    public static func condition(
        on path: ValueListField,
        _ condition: (Field<Value>) -> Condition
    ) -> Condition {
        condition(path.property)
    }
}
