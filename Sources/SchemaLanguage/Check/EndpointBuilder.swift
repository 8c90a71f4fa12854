/// Builds endpoints.
struct EndpointBuilder {
    let index: SchemaIndex

    func build(
        _ endpoint: EndpointDeclaration,
        _ document: SchemaDocument
    ) throws(SchemaBuilder.Unresolved) -> CheckedEndpoint {
        var body: CheckedType?
        if let expression = endpoint.body {
            guard let type = index.resolve(expression) else { throw SchemaBuilder.Unresolved() }
            body = type
        }
        guard let method = endpoint.method, let path = endpoint.path else {
            throw SchemaBuilder.Unresolved()
        }
        return CheckedEndpoint(
            head: index.head(endpoint.heading, document),
            method: method,
            path: path.value,
            parameters: try parameters(of: endpoint, path, document),
            body: body,
            bodyMedia: endpoint.bodyMedia?.checked ?? .json,
            response: try response(of: endpoint),
            responseMedia: endpoint.responseMedia?.checked ?? .json,
            paging: endpoint.paging?.value,
            wrap: endpoint.wrap?.value,
            unwrap: endpoint.unwrap?.value,
            failures: try index.failures(endpoint.failures),
            responseHeaders: try endpoint.responseHeaders.map {
                parameter throws(SchemaBuilder.Unresolved) in
                try build(parameter, .header, endpoint, document)
            },
            options: endpoint.options,
            deprecation: endpoint.deprecation,
            environment: endpoint.environment?.value,
            authenticates: endpoint.authenticates,
            example: endpoint.example.map { example in
                // An example that is not JSON is used unchanged.
                (endpoint.hasJSONExample ? nil : example.scalarText) ?? JSONText.text(of: example)
            }
        )
    }

    private func response(
        of endpoint: EndpointDeclaration
    ) throws(SchemaBuilder.Unresolved) -> CheckedEndpoint.Response {
        guard endpoint.outcomes.isEmpty else { return .byStatus(try outcomes(of: endpoint)) }
        guard let expression = endpoint.response else { return .empty }
        guard let type = index.resolve(expression) else { throw SchemaBuilder.Unresolved() }
        // An element of a stream may be an array.
        let isStreamed = endpoint.responseMedia?.form.isStreamed ?? false
        guard !isStreamed, case .array(let element) = type, element == element.withoutNull else {
            return .single(type)
        }
        return .array(element)
    }

    private func outcomes(
        of endpoint: EndpointDeclaration
    ) throws(SchemaBuilder.Unresolved) -> [CheckedEndpoint.Outcome] {
        var outcomes: [CheckedEndpoint.Outcome] = []
        for outcome in endpoint.outcomes {
            let type = outcome.type.flatMap(index.resolve)
            guard let status = Int(outcome.status.value), type != nil || outcome.type == nil
            else { throw SchemaBuilder.Unresolved() }
            let media = outcome.media?.checked ?? .json
            outcomes.append(CheckedEndpoint.Outcome(status: status, type: type, media: media))
        }
        return outcomes.sorted { $0.status < $1.status }
    }

    /// The placeholders of the path in its order, declared or not, then the query, then the headers,
    /// then the cookies, then the parts of the body.
    private func parameters(
        of endpoint: EndpointDeclaration,
        _ path: Located<String>,
        _ document: SchemaDocument
    ) throws(SchemaBuilder.Unresolved) -> [CheckedParameter] {
        guard let template = try? PathTemplate(path.value) else {
            throw SchemaBuilder.Unresolved()
        }
        var parameters: [CheckedParameter] = []
        for placeholder in template.placeholders {
            let declared = endpoint.pathParameters.first {
                ($0.key?.value ?? $0.name.value) == placeholder
            }
            let parameter =
                declared
                ?? PropertyDeclaration(
                    PropertyDeclaration.Contents(
                        name: Located(placeholder, at: path.range),
                        type: TypeExpression(
                            form: .name(PrimitiveType.string.rawValue, member: nil),
                            range: path.range
                        )
                    )
                )
            parameters.append(try build(parameter, .path, endpoint, document))
        }
        for parameter in endpoint.queryParameters {
            parameters.append(try build(parameter, .query, endpoint, document))
        }
        for parameter in endpoint.headerParameters {
            parameters.append(try build(parameter, .header, endpoint, document))
        }
        for parameter in endpoint.cookieParameters {
            parameters.append(try build(parameter, .cookie, endpoint, document))
        }
        for part in endpoint.parts {
            let location = self.location(of: part)
            parameters.append(try build(part.property, location, endpoint, document))
        }
        return parameters
    }

    private func location(of part: PartDeclaration) -> CheckedParameter.Location {
        if part.isFile { return .file }
        let isText = index.resolve(part.property.type).map(index.isTextual) ?? true
        return isText ? .field : .jsonPart
    }

    private func build(
        _ parameter: PropertyDeclaration,
        _ location: CheckedParameter.Location,
        _ endpoint: EndpointDeclaration,
        _ document: SchemaDocument
    ) throws(SchemaBuilder.Unresolved) -> CheckedParameter {
        guard let type = index.resolve(parameter.type) else { throw SchemaBuilder.Unresolved() }
        var literal: CheckedLiteral?
        if let written = parameter.defaultValue {
            literal = index.literal(written, as: type)
            guard literal != nil else { throw SchemaBuilder.Unresolved() }
        }
        return CheckedParameter(
            name: parameter.name.value,
            key: parameter.key?.value ?? parameter.name.value,
            location: location,
            type: type.withoutNull,
            isOptional: parameter.mayBeAbsent || parameter.type.isOptional,
            defaultValue: literal,
            doc: parameter.doc,
            transform: parameter.transform,
            wire: index.wire(of: parameter, type, endpoint.heading, document),
            arrays: parameter.arrays?.value ?? (location.isJoined ? .commas : .repeated),
            objects: parameter.objects?.value ?? (location.isJoined ? .commas : .brackets)
        )
    }
}

extension CheckedParameter.Location {
    /// Whether several parts are joined to one string.
    fileprivate var isJoined: Bool {
        switch self {
        case .path, .header, .cookie: true
        case .query, .field, .jsonPart, .file: false
        }
    }
}

extension SchemaIndex {
    /// Failures by ascending status, then those of classes, and then that of all others.
    func failures(
        _ declared: [EndpointDeclaration.Failure]
    ) throws(SchemaBuilder.Unresolved) -> [CheckedEndpoint.Failure] {
        var failures: [CheckedEndpoint.Failure] = []
        for failure in declared {
            let status = failure.statusClass ?? Int(failure.status.value)
            guard status != nil || failure.isDefault, let type = resolve(failure.type)
            else { throw SchemaBuilder.Unresolved() }
            failures.append(
                CheckedEndpoint.Failure(status: status, type: type, isText: failure.isText)
            )
        }
        // The first digit of a status is its class.
        func order(_ failure: CheckedEndpoint.Failure) -> Int {
            failure.status.map { $0 < 100 ? $0 * 1_000 : $0 } ?? .max
        }
        return failures.sorted { order($0) < order($1) }
    }
}
