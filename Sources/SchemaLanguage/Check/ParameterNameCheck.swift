import Diagnostics

/// Checks that no two parameters of an endpoint have the same name, or the same place in the
/// request.
struct ParameterNameCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.endpoints.flatMap { endpoint in
            names(of: endpoint) + placeholders(of: endpoint) + keys(of: endpoint, index)
        }
    }

    private func keys(of endpoint: EndpointDeclaration, _ index: SchemaIndex) -> [Diagnostic] {
        let several = "write an array for a parameter that is sent several times"
        let query = keys(of: endpoint.queryParameters, by: index.queryNames, hint: several) {
            "the query contains '\($0)' twice"
        }
        let cookies = keys(of: endpoint.cookieParameters, hint: "drop one of them") {
            "the cookie '\($0)' has two parameters"
        }
        let body = keys(of: endpoint.parts.map(\.property), hint: several) {
            "the body contains '\($0)' twice"
        }
        let path = keys(of: endpoint.pathParameters, hint: "drop one of them") {
            "the placeholder '{\($0)}' has two parameters"
        }
        return query + cookies + body + path
    }

    private func names(of endpoint: EndpointDeclaration) -> [Diagnostic] {
        var seen: [String: PropertyDeclaration] = [:]
        return endpoint.parameters.compactMap { parameter in
            guard let first = seen.updateValue(parameter, forKey: parameter.name.value) else {
                return nil
            }
            return Diagnostic(
                rule: SchemaRule.duplicateProperty,
                "'\(endpoint.heading.name.value)' has two parameters named "
                    + "'\(parameter.name.value)'",
                at: parameter.name.range,
                notes: [Diagnostic.Note("the first is here", at: first.name.range)]
            )
        }
    }

    /// A placeholder that is not declared under `path:` is a parameter, too.
    private func placeholders(of endpoint: EndpointDeclaration) -> [Diagnostic] {
        guard let path = endpoint.path, let template = try? PathTemplate(path.value) else {
            return []
        }
        let declared = Set(endpoint.pathParameters.map { $0.key?.value ?? $0.name.value })
        let others = endpoint.parameters.dropFirst(endpoint.pathParameters.count)
        return others.compactMap { parameter in
            let name = parameter.name.value
            guard template.placeholders.contains(name), !declared.contains(name) else { return nil }
            return Diagnostic(
                rule: SchemaRule.duplicateProperty,
                "the parameter '\(name)' is already part of the path, as the placeholder "
                    + "'{\(name)}'",
                at: parameter.name.range,
                notes: [Diagnostic.Note("the path is here", at: path.range)],
                hint:
                    "to set the type of the placeholder, move it to `path:`; for another "
                    + "parameter, rename it and write `key: \(name)`"
            )
        }
    }

    /// Parameters with different names that are sent under the same one.
    private func keys(
        of parameters: [PropertyDeclaration],
        by names: (PropertyDeclaration) -> [String] = { [$0.key?.value ?? $0.name.value] },
        hint: String,
        message: (String) -> String
    ) -> [Diagnostic] {
        var seen: [String: PropertyDeclaration] = [:]
        return parameters.filter(\.isWhole).flatMap { parameter in
            names(parameter).compactMap { key in
                guard let first = seen.updateValue(parameter, forKey: key),
                    first.name.value != parameter.name.value
                else { return nil }
                return Diagnostic(
                    rule: SchemaRule.duplicateWireKey,
                    message(key.shortened(to: 60)),
                    at: (parameter.key ?? parameter.name).range,
                    notes: [
                        Diagnostic.Note("the first is here", at: (first.key ?? first.name).range)
                    ],
                    hint: parameter.isExploded || first.isExploded
                        ? "drop one of them, or write `objects: brackets` if the service supports "
                            + "it"
                        : hint
                )
            }
        }
    }
}

extension PropertyDeclaration {
    /// Whether the properties of the parameter are separate query parameters.
    var isExploded: Bool { self.objects?.value == .exploded }
}

extension SchemaIndex {
    /// The names under which a query parameter is sent: those of its properties if it is an
    /// exploded object.
    func queryNames(of parameter: PropertyDeclaration) -> [String] {
        guard parameter.isExploded,
            case .value(let name) = resolve(parameter.type)?.withoutNull
        else { return [parameter.key?.value ?? parameter.name.value] }
        guard let structure = structure(named: name), areWireFormsKnown(in: structure) else {
            return []
        }
        return structure.properties.filter(\.isWhole).map { wireKey(of: $0, in: structure) }
    }
}
