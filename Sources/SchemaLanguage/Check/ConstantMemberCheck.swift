import Diagnostics

/// Checks that the constants in the body of a request are not properties of the entity.
///
/// A constant would replace the value of the user.
struct ConstantMemberCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        var seen: Set<SourceRange> = []
        return index.repositoriesInUse.flatMap { repository -> [Diagnostic] in
            guard let conventions = repository.conventions, conventions.isJSONAPI != true,
                let structure = repository.structure, index.areWireFormsKnown(in: structure)
            else { return [] }
            return conventions.requests.flatMap { request -> [Diagnostic] in
                // With an envelope, the properties are elsewhere.
                guard (request.sent ?? conventions.sent ?? "").isEmpty else { return [] }
                return request.constants.compactMap { constant in
                    guard let property = sent(constant.key, by: structure, index),
                        let place = repository.place(
                            of: "requests.\(request.operation.rawValue).with",
                            key: constant.key
                        ), seen.insert(place).inserted
                    else { return nil }
                    let isIdentity = index.isIdentity(property, of: structure)
                    return diagnostic(constant.key, property, isIdentity: isIdentity, at: place)
                }
            }
        }
    }

    /// The property that is sent under a key.
    private func sent(
        _ key: String,
        by structure: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> PropertyDeclaration? {
        structure.properties.first {
            $0.direction != .readOnly && index.wireKey(of: $0, in: structure) == key
        }
    }

    private func diagnostic(
        _ key: String,
        _ property: PropertyDeclaration,
        isIdentity: Bool,
        at place: SourceRange
    ) -> Diagnostic {
        Diagnostic(
            rule: SchemaRule.invalidValue,
            "the constant '\(key.shortened(to: 60))' would replace the property "
                + "'\(property.name.value)', which is sent under that key",
            at: place,
            notes: [
                Diagnostic.Note(
                    "the property is here",
                    at: (property.mixin ?? property.name).range
                )
            ],
            hint: isIdentity
                ? "drop the constant" : "drop the constant, or make the property `readOnly: true`"
        )
    }
}
