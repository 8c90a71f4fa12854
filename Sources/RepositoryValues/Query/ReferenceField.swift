/// A property that refers to one or more entities, with access to their properties.
///
///     let byIdentity = try await messages.find { $0.author == "ada" }
///     let byName = try await messages.find { $0.author.name == "Ada" }
///     let byCompany = try await messages.find { $0.author.company.name == "Acme" }
///
/// The `Fields` of a generated entity have a `ReferenceField` for each reference with an `inverse`.
/// It supports the conditions and orders of a ``Field`` of identities. See ``FieldPath`` for the
/// meaning of conditions on properties of the other entity. Only a local store with both types can
/// evaluate them; they are never sent to a service.
///
/// If the other entity has a property with the name of a property of this type, such as
/// `ascending`, use `refers(to:where:)`.
@dynamicMemberLookup
public struct ReferenceField<Value: Sendable, Target: Entity>: Sendable {
    private let property: Field<Value>

    /// Creates a field for a reference in the default form of its type.
    ///
    /// - Parameter key: The JSON key.
    public init(_ key: String)
    where Value: DictionaryValueInitializable & DictionaryValueRepresentable {
        property = Field(key)
    }

    /// Creates a field for a reference with a codec.
    ///
    /// - Parameters:
    ///   - key: The JSON key.
    ///   - codec: The codec.
    public init<Codec: JSONCodec>(_ key: String, using codec: Codec) where Codec.Value == Value {
        property = Field(key, using: codec)
    }

    private init(_ property: Field<Value>) {
        self.property = property
    }

    /// Returns a property of the entity to which the reference refers.
    public subscript<Member: PropertyName>(
        dynamicMember member: KeyPath<Target.Fields, Member>
    ) -> Member.Related {
        Member.path(to: Target.Fields()[keyPath: member], behind: route)
    }

    /// Converts a condition on the other entity into one on this one.
    private var route: @Sendable (Condition) -> Condition {
        { [property] condition in property.refers(to: Target.self) { _ in condition } }
    }
}

extension ReferenceField: PropertyName {
    /// Returns the field of the property.
    ///
    /// - Parameter name: The reference.
    /// - Returns: The field.
    public static func field(of name: ReferenceField) -> Field<Value> { name.property }

    /// Returns a reference in a nested value.
    ///
    /// - Parameters:
    ///   - name: The reference in the value.
    ///   - value: The outer property.
    /// - Returns: The reference, starting at the entity.
    public static func name<Outer>(
        _ name: ReferenceField,
        of value: Field<Outer>
    ) -> ReferenceField {
        ReferenceField(Field(name.property, of: value))
    }

    /// Returns a reference that is reached through another one or an array of values.
    ///
    /// - Parameters:
    ///   - name: The reference of the other entity, or of an element.
    ///   - route: Converts a condition on this reference into one on the entity at the start of the
    ///     path.
    /// - Returns: The path.
    public static func path(
        to name: ReferenceField,
        behind route: @escaping @Sendable (Condition) -> Condition
    ) -> RelatedReference<Value, Target> {
        RelatedReference(name, behind: route)
    }
}

extension ReferenceField: FieldPath {
    /// Creates a condition on the entity with the reference.
    ///
    /// - Parameters:
    ///   - path: The reference.
    ///   - condition: Returns the condition.
    /// - Returns: The condition.
    public static func condition(
        on path: ReferenceField,
        _ condition: (Field<Value>) -> Condition
    ) -> Condition {
        condition(path.property)
    }
}

extension ReferenceField where Value: Comparable {
    /// Ascending order by identity; entities without a reference come first.
    public var ascending: Order { property.ascending }

    /// Descending order by identity; entities without a reference come last.
    public var descending: Order { property.descending }
}
