import Diagnostics

/// Checks that the parameters for changes and for the sort order are not those of a condition.
///
/// A property with the name of a default parameter, such as `sort`, is allowed: the service
/// decides.
struct ConditionParameterCheck: SchemaCheck {
    /// A parameter, the key that sets it, and its meaning.
    private typealias Role = (name: String, path: String, meaning: String)

    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        var seen: Set<SourceRange> = []
        return index.repositoriesInUse.flatMap { repository -> [Diagnostic] in
            guard let conventions = repository.conventions, let structure = repository.structure,
                index.areWireFormsKnown(in: structure),
                let templates = templates(of: conventions.query.filter)
            else { return [] }
            return roles(of: conventions).compactMap { role in
                guard
                    let property = structure.properties.first(where: { property in
                        let key = index.wireKey(of: property, in: structure)
                        let type = index.resolve(property.type)?.withoutNull
                        return property.direction != .writeOnly
                            && type.map(index.isPlain) == true
                            && templates.contains { $0.replacing("{key}", with: key) == role.name }
                    }), let place = repository.place(of: role.path), seen.insert(place).inserted
                else { return nil }
                return diagnostic(role, property, at: place)
            }
        }
    }

    private func diagnostic(
        _ role: Role,
        _ property: PropertyDeclaration,
        at place: SourceRange
    ) -> Diagnostic {
        Diagnostic(
            rule: SchemaRule.invalidValue,
            "the parameter '\(role.name.shortened(to: 60))' is used for \(role.meaning) and for "
                + "the condition on '\(property.name.value)'",
            at: place,
            notes: [
                Diagnostic.Note(
                    "the property is here",
                    at: (property.mixin ?? property.key ?? property.name).range
                )
            ],
            hint:
                "use the parameters that the service documents; in `filter:`, leave out a "
                + "condition that cannot be sent"
        )
    }

    private func roles(of conventions: CheckedConventions) -> [Role] {
        var roles: [Role] = []
        if case .since(.parameter(let parameter), _) = conventions.changes {
            roles.append((parameter, "changes.parameter", "the changes cursor"))
        }
        let query = conventions.query
        for (key, template) in [("ascending", query.ascending), ("descending", query.descending)] {
            for name in template?.parameters ?? [] {
                roles.append((name, "query.\(key)", "the sort order"))
            }
        }
        return roles
    }

    /// The parameters of conditions, with `{key}`; nil if one parameter contains all conditions.
    private func templates(of filter: CheckedConventions.Filter?) -> [String]? {
        switch filter {
        case .parameters(let templates): templates.map { $0.text.parameter ?? $0.text }
        case nil: ["{key}"]
        case .document, .objects: nil
        }
    }
}

extension String {
    /// The name of the parameter in a template that also contains its value; nil in one without.
    var parameter: String? {
        firstIndex(of: "=").map { String(self[..<$0]) }
    }

    /// The names of the parameters for a sort order, which are separated by `&`.
    var parameters: [String] { split(separator: "&").compactMap { String($0).parameter } }
}
