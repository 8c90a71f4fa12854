import Diagnostics

/// Checks that the type of each JSON:API resource is known, and is declared only for services that
/// use JSON:API.
struct ResourceTypeCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let repositories = index.documents.flatMap(\.repositories).flatMap(\.kinds).compactMap {
            if case .entity(let operations) = $0 { operations } else { nil }
        }
        return unused(in: index, repositories) + missing(in: index, repositories)
    }

    private func unused(
        in index: SchemaIndex,
        _ repositories: [RepositoryDeclaration.EntityOperations]
    ) -> [Diagnostic] {
        let declarations =
            index.documents.flatMap(\.apis).compactMap(\.conventions)
            + repositories.compactMap(\.conventions)
        let isKnown = declarations.allSatisfy(\.isWhole) && !index.lacksDeclarations
        guard isKnown, !declarations.contains(where: { $0.conventions.isJSONAPI == true }) else {
            return []
        }
        return index.documents.flatMap { document in
            document.entities.compactMap { entity in
                entity.resourceType.map { type in
                    Diagnostic(
                        rule: SchemaRule.invalidValue,
                        "no service here uses JSON:API, so the type "
                            + "'\(type.value.shortened(to: 60))' has no effect",
                        at: type.range,
                        hint: advice(for: index.api(of: entity.heading, in: document))
                            + ", or drop `resource:`"
                    )
                }
            }
        }
    }

    /// The way to use JSON:API, based on the conventions of the service.
    private func advice(for api: APIDeclaration?) -> String {
        guard let api else { return "write `conventions: jsonAPI` on the API" }
        let name = api.heading.name.value
        guard let said = api.conventions else { return "write `conventions: jsonAPI` on \(name)" }
        if said.pair(at: ["resource"]) != nil {
            return "write `resource: jsonAPI` in the conventions of \(name), with `envelope: data`"
        }
        return said.like == nil
            ? "write `like: jsonAPI` in the conventions of \(name)"
            : "write `resource: jsonAPI` in the conventions of \(name), with `envelope: data`"
    }

    private func missing(
        in index: SchemaIndex,
        _ repositories: [RepositoryDeclaration.EntityOperations]
    ) -> [Diagnostic] {
        // A listing has a path whose last part is the type.
        var known = Set(repositories.compactMap { $0.entity?.value })
        return repositories.flatMap { repository -> [Diagnostic] in
            guard let entity = repository.entity, sends(repository),
                speaksJSONAPI(repository, index),
                let structure = index.structure(named: entity.value)
            else { return [] }
            return structure.properties.compactMap { property in
                guard property.direction != .readOnly,
                    case .identity(let name, _)? = index.resolve(property.type)?.leaf,
                    let other = index.entity(named: name), other.resourceType == nil,
                    other.heading.isWhole, known.insert(name).inserted
                else { return nil }
                return Diagnostic(
                    rule: SchemaRule.missingKey,
                    "'\(name)' needs the key 'resource': references to it contain its JSON:API "
                        + "type, which no repository determines",
                    at: other.heading.name.range,
                    notes: [
                        Diagnostic.Note(
                            "\(entity.value) refers to it here",
                            at: (property.mixin?.range ?? property.type.range)
                        )
                    ],
                    hint: "write the type that the service uses, such as `resource: people`"
                )
            }
        }
    }

    /// Whether a repository sends entities, including their references.
    private func sends(_ repository: RepositoryDeclaration.EntityOperations) -> Bool {
        (repository.remote ?? []).contains {
            switch $0.value {
            case .create, .update, .patch, .synchronize: true
            case .read, .delete: false
            }
        }
    }

    private func speaksJSONAPI(
        _ repository: RepositoryDeclaration.EntityOperations,
        _ index: SchemaIndex
    ) -> Bool {
        let api = repository.entity.flatMap(index.api(ofEntity:))
        guard let own = repository.conventions else {
            return api?.conventions?.conventions.isJSONAPI == true
        }
        return own.conventions(over: api).isJSONAPI == true
    }
}
