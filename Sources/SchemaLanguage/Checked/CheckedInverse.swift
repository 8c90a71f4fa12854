/// The inverse of a reference: the function of an entity that finds the entities that refer to it.
package struct CheckedInverse: Hashable, Sendable {
    /// The name in the schema, which is also a Swift name.
    package let name: String
    /// The name of the entity that the reference refers to.
    package let target: String
    /// Whether the property is an array of references.
    package let isList: Bool
}

extension CheckedType {
    /// The entity of a reference or an array of references; nil for any other type.
    var referencedEntity: String? {
        switch self {
        case .identity(let entity, _), .array(.identity(let entity, _)): entity
        default: nil
        }
    }
}
