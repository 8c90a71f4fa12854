import Diagnostics

/// Checks that the identity of an entity is a string, an integer or a UUID, and required.
struct IdentityCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap(\.entities).compactMap { entity in
            guard let identity = entity.identity else { return nil }
            let type = identity.type
            if let literal = identity.defaultValue {
                return Diagnostic(
                    rule: SchemaRule.invalidIdentity,
                    "an id has no default",
                    at: literal.range
                )
            }
            let resolved = index.resolve(type)
            if case .primitive(let primitive) = resolved, primitive.canIdentify { return nil }
            // An unknown name has been reported; the ID of an entity may be unresolved without a
            // report, if it is that of this entity.
            if resolved == nil, !index.isIdentityOfEntity(type) { return nil }
            return Diagnostic(
                rule: SchemaRule.invalidIdentity,
                "expected a string, an integer or a UUID as the id of "
                    + entity.heading.name.value,
                at: type.range,
                hint: type.isOptional
                    ? "an id is never null: drop the '?'" : "write `id: String` or `id: Int`"
            )
        }
    }
}

extension SchemaIndex {
    /// Whether a type is `Name.ID` of an entity.
    fileprivate func isIdentityOfEntity(_ type: TypeExpression) -> Bool {
        guard case .name(let name, let member?) = type.form else { return false }
        return member.value == "ID" && entity(named: name) != nil
    }
}

extension PrimitiveType {
    /// Whether the identity of an entity can have this type.
    var canIdentify: Bool { self == .string || self == .uuid || isInteger }
}
