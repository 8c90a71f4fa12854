import Diagnostics

/// The parameters that say since when, and in which order, are those of no condition on a property.
///
/// That of a property which is called like one of plain REST, `sort` for one, is as the service has it.
struct ConditionParameterCheck: SchemaCheck {
    /// A parameter, where it is said, and what it says.
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
            "the parameter '\(role.name.shortened(to: 60))' says \(role.meaning), and is that of a "
                + "condition on '\(property.name.value)', too",
            at: place,
            notes: [
                Diagnostic.Note(
                    "the property is here",
                    at: (property.mixin ?? property.key ?? property.name).range
                )
            ],
            hint:
                "name the parameter that the service documents for each; a condition that cannot be "
                + "sent is left out of `filter:`"
        )
    }

    private func roles(of conventions: CheckedConventions) -> [Role] {
        var roles: [Role] = []
        if case .since(.parameter(let parameter), _) = conventions.changes {
            roles.append((parameter, "changes.parameter", "since when"))
        }
        let query = conventions.query
        for (key, template) in [("ascending", query.ascending), ("descending", query.descending)] {
            for name in template?.parameters ?? [] {
                roles.append((name, "query.\(key)", "in which order"))
            }
        }
        return roles
    }

    /// The parameters of conditions, with `{key}`; nil where one has all of them.
    private func templates(of filter: CheckedConventions.Filter?) -> [String]? {
        switch filter {
        case .parameters(let templates): templates.map { $0.text.parameter ?? $0.text }
        case nil: ["{key}"]
        case .document, .objects: nil
        }
    }
}

extension String {
    /// The name of the parameter of a template that has its value, too; nil of one without.
    var parameter: String? {
        firstIndex(of: "=").map { String(self[..<$0]) }
    }

    /// The names of the parameters of an order, which has several with `&` between them.
    var parameters: [String] { split(separator: "&").compactMap { String($0).parameter } }
}
