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

    /// A property of the entity to which this refers.
    public subscript<Member>(
        dynamicMember member: KeyPath<Target.Fields, Field<Member>>
    ) -> RelatedField<Member> {
        RelatedField(Target.Fields()[keyPath: member], behind: route)
    }

    /// A reference of the entity to which this refers.
    public subscript<Member, Next>(
        dynamicMember member: KeyPath<Target.Fields, ReferenceField<Member, Next>>
    ) -> RelatedReference<Member, Next> {
        RelatedReference(Target.Fields()[keyPath: member], behind: route)
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
