import Diagnostics

/// Checks that the parts of a repository exist, and belong to one API.
struct RepositoryCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap(\.repositories).flatMap(\.kinds).flatMap { kind in
            switch kind {
            case .endpoints(let operations): diagnostics(for: operations, index)
            case .entity(let operations): diagnostics(for: operations, index)
            }
        }
    }

    private func diagnostics(
        for operations: [RepositoryDeclaration.Operation],
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        var api: (name: String?, operation: RepositoryDeclaration.Operation)?
        for operation in operations {
            let name = operation.endpoint
            guard let (endpoint, document) = index.endpoint(named: name.value) else {
                diagnostics += unknown(name, kind: .endpoint, .unknownEndpoint, index)
                continue
            }
            guard index.isAPIKnown(of: endpoint.heading, in: document) else { continue }
            let own = index.api(of: endpoint.heading, in: document)?.heading.name.value
            if let api, api.name != own {
                diagnostics.append(
                    Diagnostic(
                        rule: SchemaRule.mixedAPIs,
                        "the endpoints of a repository must belong to one API",
                        at: name.range,
                        notes: [
                            Diagnostic.Note(
                                "this one belongs to \(api.name ?? "no API")",
                                at: api.operation.endpoint.range
                            )
                        ],
                        hint: "declare a repository for each API"
                    )
                )
            }
            api = api ?? (own, operation)
        }
        return diagnostics
    }

    private func diagnostics(
        for operations: RepositoryDeclaration.EntityOperations,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        if let entity = operations.entity, index.entity(named: entity.value) == nil {
            diagnostics += unknown(entity, kind: .entity, .unknownEntity, index)
        }
        guard let written = operations.path else { return diagnostics }
        let path = "/" + written.value.trimmingSlashes
        do throws(PathTemplate.Problem) {
            guard !path.contains("://") else {
                throw PathTemplate.Problem(
                    message: "the path of a repository cannot be a URL",
                    hint: "the host belongs in the baseURL of the API"
                )
            }
            guard !path.contains("?") else {
                throw PathTemplate.Problem(
                    message: "the path of a repository cannot contain a query",
                    hint:
                        "a repository writes the query from its criteria; declare constant "
                        + "parameters as `query:` of its `requests:`, or of the API"
                )
            }
            if let segment = path.split(separator: "/")
                .first(where: { PathTemplate.foreignParameter(in: $0) != nil })
            {
                throw PathTemplate.Problem(
                    message: "the path of a repository cannot contain parameters, found "
                        + "'\(segment.shortened(to: 40))'",
                    hint: Self.parentHint(path)
                )
            }
            let template = try PathTemplate(path)
            guard template.placeholders.isEmpty, path != "/" else {
                throw PathTemplate.Problem(
                    message: template.placeholders.isEmpty
                        ? "the path of a repository is constant, such as messages"
                        : "the path of a repository cannot contain parameters, found "
                            + "'{\(template.placeholders[0].shortened(to: 40))}'",
                    hint: template.placeholders.isEmpty ? nil : Self.parentHint(path)
                )
            }
        } catch {
            diagnostics.append(
                Diagnostic(
                    rule: SchemaRule.invalidPath,
                    error.message,
                    at: written.range,
                    hint: error.hint
                )
            )
        }
        return diagnostics
    }

    /// The hint for a collection below a parent: the parameters are known where the repository is
    /// created.
    private static func parentHint(_ path: String) -> String {
        let isFixed = { (segment: Substring) in
            !segment.contains("{") && PathTemplate.foreignParameter(in: segment) == nil
        }
        var segments = path.split(separator: "/")
        while let last = segments.last, !isFixed(last) { segments.removeLast() }
        guard let collection = segments.last, !segments.allSatisfy(isFixed) else {
            let collection = segments.isEmpty ? "messages" : segments.joined(separator: "/")
            return "write `path: \(collection.shortened(to: 60))`, to which a repository appends "
                + "the identity; pass a path that varies when you create the repository"
        }
        let example = segments.map { isFixed($0) ? String($0) : "1" }.joined(separator: "/")
        return "write `path: \(collection.shortened(to: 40))`, and pass the whole path when you "
            + "create the repository: `path: \"\(example.shortened(to: 60))\"`"
    }

    private func unknown(
        _ name: Located<String>,
        kind: SchemaIndex.Kind,
        _ rule: SchemaRule,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        let noun = kind == .endpoint ? "endpoint" : "entity"
        let found = index.declaration(named: name.value)
        guard found != nil || !index.lacksDeclarations else { return [] }
        let diagnostic = Diagnostic(
            rule: rule,
            found.map { "'\(name.value)' is \($0.kind.rawValue), expected an \(noun)" }
                ?? "unknown \(noun) '\(name.value.shortened(to: 60))'",
            at: name.range,
            hint: NearestSpelling.hint(for: name.value, in: index.names(of: kind))
        )
        return [diagnostic]
    }
}

extension String {
    /// The text without leading and trailing slashes.
    var trimmingSlashes: String {
        var text = self[...]
        while text.hasPrefix("/") { text = text.dropFirst() }
        while text.hasSuffix("/") { text = text.dropLast() }
        return String(text)
    }
}
