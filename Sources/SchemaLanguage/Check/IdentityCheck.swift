import Diagnostics

/// The identity of an entity is text, a whole number or a UUID, and always there.
struct IdentityCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap(\.entities).compactMap { entity in
            let type = entity.identity.type
            if let literal = entity.identity.defaultValue {
                return Diagnostic(
                    rule: SchemaRule.invalidIdentity,
                    "an id has no default",
                    at: literal.range
                )
            }
            guard let resolved = index.resolve(type) else { return nil }
            if case .primitive(let primitive) = resolved, primitive.canIdentify { return nil }
            return Diagnostic(
                rule: SchemaRule.invalidIdentity,
                "the id of \(entity.heading.name.value) is text, a whole number or a UUID",
                at: type.range,
                hint: type.isOptional
                    ? "an id is never null: drop the '?'" : "write `id: String` or `id: Int`"
            )
        }
    }
}

extension PrimitiveType {
    /// Whether the identity of an entity can have this type.
    var canIdentify: Bool { self == .string || self == .uuid || isInteger }
}
