import SchemaDiagram
import SchemaLanguage

/// The declarations of a schema by the types that they use.
struct TypeUses {
    /// A declaration.
    struct User {
        let kind: SiteMap.Kind
        let head: DeclarationHead
    }

    private var users: [String: [User]] = [:]

    init(_ schema: CheckedSchema) {
        for entity in schema.entities {
            note(.entity, entity.head, entity.properties.map(\.type))
        }
        for value in schema.values { note(.value, value.head, value.properties.map(\.type)) }
        for union in schema.unions { note(.union, union.head, union.cases.map(\.type)) }
        for endpoint in schema.endpoints {
            let types =
                (endpoint.body.map { [$0] } ?? []) + endpoint.response.types
                + endpoint.failures.map(\.type) + endpoint.parameters.map(\.type)
            note(.endpoint, endpoint.head, types)
        }
    }

    /// The other declarations that use a type: entities, values, unions, then endpoints.
    func users(of name: String) -> [User] {
        (users[name] ?? []).filter { $0.kind == .endpoint || $0.head.name != name }
    }

    private mutating func note(
        _ kind: SiteMap.Kind,
        _ head: DeclarationHead,
        _ types: [CheckedType]
    ) {
        for name in Set(types.compactMap { $0.declared?.name }) {
            users[name, default: []].append(User(kind: kind, head: head))
        }
    }
}
