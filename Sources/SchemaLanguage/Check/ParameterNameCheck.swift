import Diagnostics

/// Checks that no two parameters of an endpoint have the same name, or the same place in the
/// request.
struct ParameterNameCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.endpoints.flatMap { endpoint in
            names(of: endpoint) + placeholders(of: endpoint) + keys(of: endpoint, index)
                + fields(of: endpoint, index)
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

    /// The properties of a value that a form sends under the same name.
    private func fields(of endpoint: EndpointDeclaration, _ index: SchemaIndex) -> [Diagnostic] {
        guard endpoint.bodyMedia?.form == .form, let body = endpoint.body else { return [] }
        var seen: Set<String> = []
        return index.formNames(of: body, endpoint.bodyMedia?.objects ?? .brackets)
            .filter { !seen.insert($0).inserted }
            .map { name in
                Diagnostic(
                    rule: SchemaRule.duplicateWireKey,
                    "the form contains '\(name.shortened(to: 60))' twice",
                    at: body.range,
                    hint: "write `objects: brackets` if the service supports it"
                )
            }
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
                guard let first = seen.updateValue(parameter, forKey: key) else { return nil }
                let isSame = first.name.range == parameter.name.range
                guard isSame || first.name.value != parameter.name.value else { return nil }
                let place = (first.key ?? first.name).range
                return Diagnostic(
                    rule: SchemaRule.duplicateWireKey,
                    message(key.shortened(to: 60)),
                    at: (parameter.key ?? parameter.name).range,
                    notes: isSame ? [] : [Diagnostic.Note("the first is here", at: place)],
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
    /// The maximum number of names that are collected: nested values can have many.
    private static let limit = 2_000

    /// The names under which a query parameter is sent: those of its properties if it is an object.
    func queryNames(of parameter: PropertyDeclaration) -> [String] {
        var (names, budget) = ([String](), Self.limit)
        let key = parameter.key?.value ?? parameter.name.value
        let objects = parameter.objects?.value ?? .brackets
        add(key, parameter.type, objects, within: [], to: &names, &budget)
        return names
    }

    /// The names of the fields of a form for a value.
    func formNames(of type: TypeExpression, _ objects: CheckedMedia.Objects) -> [String] {
        guard let name = resolve(type)?.formName else { return [] }
        var (names, budget) = ([String](), Self.limit)
        add(propertiesOf: name, nil, objects, within: [], to: &names, &budget)
        return names
    }

    private func add(
        _ name: String,
        _ type: TypeExpression,
        _ objects: CheckedMedia.Objects,
        within outer: Set<String>,
        to names: inout [String],
        _ budget: inout Int
    ) {
        guard objects != .commas, case .value(let value) = resolve(type)?.withoutNull else {
            return names.append(name)
        }
        add(propertiesOf: value, name, objects, within: outer, to: &names, &budget)
    }

    private func add(
        propertiesOf value: String,
        _ name: String?,
        _ objects: CheckedMedia.Objects,
        within outer: Set<String>,
        to names: inout [String],
        _ budget: inout Int
    ) {
        guard !outer.contains(value), let structure = structure(named: value),
            areWireFormsKnown(in: structure)
        else { return }
        for property in structure.properties.filter(\.isWhole) {
            budget -= 1
            guard budget > 0 else { return }
            let key = wireKey(of: property, in: structure)
            let inner =
                switch (name, objects) {
                case (nil, _), (_, .exploded), (_, .commas): key
                case (let name?, .brackets): "\(name)[\(key)]"
                case (let name?, .dots): "\(name).\(key)"
                }
            let within = outer.union([value])
            add(inner, property.type, objects, within: within, to: &names, &budget)
        }
    }
}

extension CheckedType {
    /// The name of the declaration whose properties are the fields of a form.
    var formName: String? {
        switch withoutNull {
        case .value(let name), .entity(let name), .draft(let name), .patch(let name): name
        default: nil
        }
    }
}
