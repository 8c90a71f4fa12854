/// The way back of a reference: what the entity that is referred to calls those that refer to it.
package struct CheckedInverse: Hashable, Sendable {
    /// The name, as the schema writes it: a name in Swift.
    package let name: String
    /// The name of the entity that is referred to.
    package let target: String
    /// Whether the property is a list of references.
    package let isList: Bool
}

extension CheckedType {
    /// The entity that a reference or a list of references names; nil for any other type.
    var referencedEntity: String? {
        switch self {
        case .identity(let entity, _), .array(.identity(let entity, _)): entity
        default: nil
        }
    }
}
