/// A property whose type is a nested value, with access to the properties of the value.
///
///     let parisians = try await people.find { $0.address.city == "Paris" }
///     let sorted = try await people.find(orderedBy: { [$0.address.geo.country.ascending] })
///
/// The `Fields` of a generated entity have a `ValueField` for each property that is a value, and
/// whose `indexed` lists properties of the value. `$0.address.city` is a ``Field`` for conditions,
/// orders and aggregates, and corresponds to `address?.city` in Swift. It has no value if the
/// entity has no address. A local store evaluates conditions on it, with an index if `indexed`
/// lists the property. A repository on a server evaluates them locally on the listed entities, and
/// never sends them.
///
/// If the value has a property with the name of a property of this type, such as `isNil`, write
/// `$0.address[dynamicMember: \.isNil]`.
@dynamicMemberLookup
public struct ValueField<Value: Sendable, Fields: EntityFields>: Sendable {
    private let property: Field<Value>

    /// Creates a field for a property.
    ///
    /// - Parameter key: The JSON key.
    public init(_ key: String)
    where Value: DictionaryValueInitializable & DictionaryValueRepresentable {
        property = Field(key)
    }

    private init(_ property: Field<Value>) {
        self.property = property
    }

    /// Returns a property of the value.
    public subscript<Member: PropertyName>(
        dynamicMember member: KeyPath<Fields, Member>
    ) -> Member {
        Member.name(Fields()[keyPath: member], of: property)
    }
}

extension ValueField: PropertyName {
    /// Returns the field of the property.
    ///
    /// - Parameter name: The property.
    /// - Returns: The field.
    public static func field(of name: ValueField) -> Field<Value> { name.property }

    /// Returns a nested value of another nested value.
    ///
    /// - Parameters:
    ///   - name: The property of the value.
    ///   - value: The outer property.
    /// - Returns: The property, starting at the entity.
    public static func name<Outer>(_ name: ValueField, of value: Field<Outer>) -> ValueField {
        ValueField(Field(name.property, of: value))
    }

    /// Returns a value that is reached through a reference or an array of values.
    ///
    /// - Parameters:
    ///   - name: The property of the other entity, or of an element.
    ///   - route: Converts a condition on this value into one on the entity at the start of the
    ///     path.
    /// - Returns: The path.
    public static func path(
        to name: ValueField,
        behind route: @escaping @Sendable (Condition) -> Condition
    ) -> RelatedValue<Value, Fields> {
        RelatedValue(name.property, behind: route)
    }
}

extension ValueField: FieldPath {
    /// Creates a condition on the entity with the value.
    ///
    /// - Parameters:
    ///   - path: The property.
    ///   - condition: Returns the condition.
    /// - Returns: The condition.
    public static func condition(
        on path: ValueField,
        _ condition: (Field<Value>) -> Condition
    ) -> Condition {
        condition(path.property)
    }
}
