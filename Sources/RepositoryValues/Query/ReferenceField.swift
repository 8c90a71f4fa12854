/// The name of a property that refers to one or more entities, and that also has the properties of these.
///
///     let byIdentity = try await messages.find { $0.author == "ada" }
///     let byName = try await messages.find { $0.author.name == "Ada" }
///     let byCompany = try await messages.find { $0.author.company.name == "Acme" }
///
/// The `Fields` of a generated entity have one for each reference with an `inverse`. It has the conditions and
/// orders of a ``Field`` of identities. ``FieldPath`` describes what conditions on properties of the other
/// entity mean. They are for a local store that has both types: no service is asked for them.
///
/// If the other entity has a property with the name of a member of this type, such as `ascending`, use
/// `refers(to:where:)`.
@dynamicMemberLookup
public struct ReferenceField<Value: Sendable, Target: Entity>: Sendable {
    private let property: Field<Value>

    /// Creates the name of a property in the own form of its type.
    ///
    /// - Parameter key: The key in JSON.
    public init(_ key: String)
    where Value: DictionaryValueInitializable & DictionaryValueRepresentable {
        property = Field(key)
    }

    /// Creates the name of a property in a form of its own.
    ///
    /// - Parameters:
    ///   - key: The key in JSON.
    ///   - codec: The form.
    public init<Codec: JSONCodec>(_ key: String, using codec: Codec) where Codec.Value == Value {
        property = Field(key, using: codec)
    }

    private init(_ property: Field<Value>) {
        self.property = property
    }

    /// A property of the entity to which this refers.
    public subscript<Member: PropertyName>(
        dynamicMember member: KeyPath<Target.Fields, Member>
    ) -> Member.Related {
        Member.path(to: Target.Fields()[keyPath: member], behind: route)
    }

    /// What turns a condition on the other entity into one on this one.
    private var route: @Sendable (Condition) -> Condition {
        { [property] condition in property.refers(to: Target.self) { _ in condition } }
    }
}

extension ReferenceField: PropertyName {
    /// The field of the property.
    ///
    /// - Parameter name: The reference.
    /// - Returns: The field.
    public static func field(of name: ReferenceField) -> Field<Value> { name.property }

    /// Names a reference in the value of another property.
    ///
    /// - Parameters:
    ///   - name: The reference in the value.
    ///   - value: The property whose value has it.
    /// - Returns: What names it for the entity.
    public static func name<Outer>(
        _ name: ReferenceField,
        of value: Field<Outer>
    ) -> ReferenceField {
        ReferenceField(Field(name.property, of: value))
    }

    /// Names a reference behind another one, or in a list of values.
    ///
    /// - Parameters:
    ///   - name: The reference of the other entity, or of an element.
    ///   - route: What turns a condition on that into one on the entity with which the path begins.
    /// - Returns: The path.
    public static func path(
        to name: ReferenceField,
        behind route: @escaping @Sendable (Condition) -> Condition
    ) -> RelatedReference<Value, Target> {
        RelatedReference(name, behind: route)
    }
}

extension ReferenceField: FieldPath {
    /// Makes a condition on the entity that has the reference.
    ///
    /// - Parameters:
    ///   - path: The reference.
    ///   - condition: Makes the condition.
    /// - Returns: The condition.
    public static func condition(
        on path: ReferenceField,
        _ condition: (Field<Value>) -> Condition
    ) -> Condition {
        condition(path.property)
    }
}

extension ReferenceField where Value: Comparable {
    /// The order from the least identity to the greatest; entities without a reference come first.
    public var ascending: Order { property.ascending }

    /// The order from the greatest identity to the least; entities without a reference come last.
    public var descending: Order { property.descending }
}
