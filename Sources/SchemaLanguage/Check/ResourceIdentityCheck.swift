import Diagnostics

/// Checks that identities of JSON:API are strings (jsonapi.org, 1.1), including those of referenced
/// entities.
struct ResourceIdentityCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        var seen: Set<SourceRange> = []
        return index.repositoriesInUse.flatMap { repository -> [Diagnostic] in
            guard repository.conventions?.isJSONAPI == true, let structure = repository.structure
            else { return [] }
            let names =
                [repository.entity.value]
                + structure.properties.compactMap { reference(of: $0, in: structure, index) }
            return names.compactMap { name in
                guard let entity = index.entity(named: name), let identity = entity.identity,
                    case .primitive(let type)? = index.resolve(identity.type), type.isInteger,
                    seen.insert(identity.type.range).inserted
                else { return nil }
                return Diagnostic(
                    rule: SchemaRule.invalidIdentity,
                    "identities in JSON:API are strings, but that of \(name) is a number",
                    at: identity.type.range,
                    notes: name == repository.entity.value
                        ? []
                        : [
                            Diagnostic.Note(
                                "\(repository.entity.value) refers to it",
                                at: structure.heading.name.range
                            )
                        ],
                    hint: "write `String`: an identity that looks like a number also comes as \"1\""
                )
            }
        }
    }

    /// The entity that a property refers to by its plain identity.
    private func reference(
        of property: PropertyDeclaration,
        in structure: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> String? {
        guard let type = index.resolve(property.type)?.leaf, case .identity(let name, _) = type,
            index.wire(of: property, type, structure.heading, structure.document) == .own
        else { return nil }
        return name
    }
}
