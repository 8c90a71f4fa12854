extension ProposedSchema {
    /// Changes all types in the schema.
    mutating func mapTypes(_ change: (ProposedType) -> ProposedType) {
        for index in declarations.indices { declarations[index].body.mapTypes(change) }
    }
}

extension ProposedDeclaration.Body {
    fileprivate mutating func mapTypes(_ change: (ProposedType) -> ProposedType) {
        switch self {
        case .enumeration: break
        case .union(var union):
            for index in union.cases.indices {
                union.cases[index].type = change(union.cases[index].type)
            }
            self = .union(union)
        case .mixin(var body):
            body.properties.mapTypes(change)
            self = .mixin(body)
        case .value(var body):
            body.properties.mapTypes(change)
            self = .value(body)
        case .entity(var body):
            body.properties.mapTypes(change)
            self = .entity(body)
        case .endpoint(var endpoint):
            endpoint.mapTypes(change)
            self = .endpoint(endpoint)
        case .repository(var repository):
            for index in repository.errors.indices {
                repository.errors[index].type = change(repository.errors[index].type)
            }
            self = .repository(repository)
        }
    }
}

extension ProposedEndpoint {
    /// Changes all types in the endpoint.
    mutating func mapTypes(_ change: (ProposedType) -> ProposedType) {
        pathParameters.mapTypes(change)
        query.mapTypes(change)
        headers.mapTypes(change)
        cookies.mapTypes(change)
        responseHeaders.mapTypes(change)
        body?.mapTypes(change)
        response?.mapTypes(change)
        for index in responses.indices { responses[index].body?.mapTypes(change) }
        for index in errors.indices { errors[index].type = change(errors[index].type) }
    }
}

extension ProposedBody {
    /// Changes all types in the body.
    mutating func mapTypes(_ change: (ProposedType) -> ProposedType) {
        switch self {
        case .json(let type): self = .json(change(type))
        case .explicitJSON(let type, let media): self = .explicitJSON(change(type), media: media)
        case .typed(let word, let type, let arrays):
            self = .typed(word, change(type), arrays: arrays)
        case .fields(let word, var properties, let arrays):
            properties.mapTypes(change)
            self = .fields(word, properties, arrays: arrays)
        case .any, .media: break
        }
    }
}

extension [ProposedProperty] {
    fileprivate mutating func mapTypes(_ change: (ProposedType) -> ProposedType) {
        for index in indices {
            let type = change(self[index].type)
            if type != self[index].type {
                // Settings for the former type may not apply to this one.
                self[index].defaultValue = nil
                self[index].example = nil
            }
            self[index].type = type
            self[index].properties?.mapTypes(change)
        }
    }
}
