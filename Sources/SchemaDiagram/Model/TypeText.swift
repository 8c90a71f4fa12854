package import SchemaLanguage

extension CheckedType {
    /// The type, as a schema writes it.
    package var schemaText: String {
        switch self {
        case .primitive(let type): type.rawValue
        case .enumeration(let name), .scalar(let name), .union(let name), .value(let name),
            .entity(let name):
            name
        case .identity(let entity, _): "\(entity).ID"
        case .draft(let entity): "\(entity).Draft"
        case .patch(let entity): "\(entity).Patch"
        case .array(let element): "[\(element.schemaText)]"
        case .dictionary(let value): "{ String: \(value.schemaText) }"
        case .nullable(let type): "\(type.schemaText)?"
        }
    }

    /// The name of the declared type in it, and whether only its identity is used; nil if there is
    /// none.
    package var declared: (name: String, isIdentity: Bool)? {
        switch self {
        case .primitive: nil
        case .enumeration(let name), .scalar(let name), .union(let name), .value(let name),
            .entity(let name), .draft(let name), .patch(let name):
            (name, false)
        case .identity(let entity, _): (entity, true)
        case .array(let type), .dictionary(let type), .nullable(let type): type.declared
        }
    }

    /// Whether it is a collection.
    var isCollection: Bool {
        switch self {
        case .array, .dictionary: true
        case .nullable(let type): type.isCollection
        default: false
        }
    }
}

extension CheckedEntity {
    /// The type of the identity as a schema writes it, with the name of a distinct Swift type: `Int
    /// as User.ID`.
    package var identityText: String {
        let plain = identity.schemaText
        return hasTypedIdentity ? "\(plain) as \(head.name).ID" : plain
    }
}

extension CheckedProperty {
    /// The type, as a schema writes it, with `?` if the value may be null or missing.
    package var schemaText: String {
        presence == .required ? type.schemaText : "\(type.schemaText)?"
    }

    /// The number of values for each owner.
    var multiplicity: DiagramGraph.Multiplicity {
        if type.isCollection { return .many }
        return presence == .required ? .one : .optional
    }
}

extension CheckedEndpoint {
    /// The method and the path.
    package var requestLine: String { "\(method.rawValue.uppercased()) \(path)" }

    /// The constant header fields of its API, except those that it sets itself.
    package func constantHeaders(of api: CheckedAPI?) -> [CheckedHeader] {
        let own = parameters.filter { $0.location == .header }.map { $0.key.lowercased() }
        return (api?.headers ?? []).filter { !own.contains($0.name.lowercased()) }
    }

    /// The constant query parameters of its API, except those that it sets itself.
    func constantQuery(of api: CheckedAPI?) -> [CheckedQueryConstant] {
        let own = parameters.filter { $0.location == .query }.map(\.key)
        return (api?.query ?? []).filter { !own.contains($0.name) }
    }
}
