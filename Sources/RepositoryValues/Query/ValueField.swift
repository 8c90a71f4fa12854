/// The name of a property whose type is a value, and that also has the properties of the value.
///
///     let parisians = try await people.find { $0.address.city == "Paris" }
///     let sorted = try await people.find(orderedBy: { [$0.address.geo.country.ascending] })
///
/// The `Fields` of a generated entity have one for each value with a list under `indexed`. `$0.address.city` is a
/// ``Field``, for conditions, orders and aggregates: what `address?.city` would be in Swift. It has no value
/// if the entity has no address. A local store decides conditions on it, with an index if `indexed` lists it. A
/// repository on a server decides them on what the service lists, and never sends them.
///
/// If the value has a property with the name of a member of this type, such as `isNil`, write
/// `$0.address[dynamicMember: \.isNil]`.
@dynamicMemberLookup
public struct ValueField<Value: Sendable, Fields: EntityFields>: Sendable {
    private let property: Field<Value>

    /// Creates the name of a property.
    ///
    /// - Parameter key: The key in JSON.
    public init(_ key: String)
    where Value: DictionaryValueInitializable & DictionaryValueRepresentable {
        property = Field(key)
    }

    private init(_ property: Field<Value>) {
        self.property = property
    }

    /// A property of the value.
    public subscript<Member: PropertyName>(
        dynamicMember member: KeyPath<Fields, Member>
    ) -> Member {
        Member.name(Fields()[keyPath: member], of: property)
    }
}

extension ValueField: PropertyName {
    /// The field of the property.
    ///
    /// - Parameter name: The property.
    /// - Returns: The field.
    public static func field(of name: ValueField) -> Field<Value> { name.property }

    /// Names a value in the value of another property.
    ///
    /// - Parameters:
    ///   - name: The property of the value.
    ///   - value: The property whose value has it.
    /// - Returns: What names it for the entity.
    public static func name<Outer>(_ name: ValueField, of value: Field<Outer>) -> ValueField {
        ValueField(Field(name.property, of: value))
    }

    /// Names a value behind a reference, or in a list of values.
    ///
    /// - Parameters:
    ///   - name: The property of the other entity, or of an element.
    ///   - route: What turns a condition on that into one on the entity with which the path begins.
    /// - Returns: The path.
    public static func path(
        to name: ValueField,
        behind route: @escaping @Sendable (Condition) -> Condition
    ) -> RelatedValue<Value, Fields> {
        RelatedValue(name.property, behind: route)
    }
}

extension ValueField: FieldPath {
    /// Makes a condition on the entity that has the value.
    ///
    /// - Parameters:
    ///   - path: The property.
    ///   - condition: Makes the condition.
    /// - Returns: The condition.
    public static func condition(
        on path: ValueField,
        _ condition: (Field<Value>) -> Condition
    ) -> Condition {
        condition(path.property)
    }
}
