import Foundation
package import SchemaLanguage

/// A checked schema as a service sees it: its collections with the conventions that hold for each, its
/// endpoints, and every declaration by name.
package struct ServiceModel: Sendable {
    /// The schema.
    package let schema: CheckedSchema
    /// The repositories of entities, in schema order.
    package let collections: [ServiceCollection]

    /// How deep the values of declarations are at least.
    let depths: SampleDepths

    private let structures: [String: CheckedStructure]
    private let entities: [String: CheckedEntity]
    private let enumerations: [String: CheckedEnumeration]
    private let scalars: [String: CheckedScalar]
    private let unions: [String: CheckedUnion]
    private let apis: [String: CheckedAPI]

    /// Creates a model.
    ///
    /// - Parameter schema: The schema, whose names are all known.
    package init(_ schema: CheckedSchema) {
        self.schema = schema
        depths = SampleDepths(schema)
        structures = Self.byName(schema.values, \.head)
        entities = Self.byName(schema.entities, \.head)
        enumerations = Self.byName(schema.enumerations, \.head)
        scalars = Self.byName(schema.scalars, \.head)
        unions = Self.byName(schema.unions, \.head)
        apis = Self.byName(schema.apis, \.head)
        let entities = entities
        let apis = apis
        let resources = ResourceTypes(schema)
        collections = schema.repositories.compactMap { repository in
            guard case .entity(let operations) = repository.kind,
                let entity = entities[operations.entity]
            else { return nil }
            return ServiceCollection(
                repository,
                operations,
                of: entity,
                on: repository.head.api.flatMap { apis[$0] },
                resources
            )
        }
    }

    private static func byName<Declaration>(
        _ all: [Declaration],
        _ head: (Declaration) -> DeclarationHead
    ) -> [String: Declaration] {
        Dictionary(all.map { (head($0).name, $0) }) { first, _ in first }
    }

    /// The entity of a name; nil for a name that is not known.
    package func entity(_ name: String) -> CheckedEntity? { entities[name] }
    /// The enumeration of a name; nil for a name that is not known.
    package func enumeration(_ name: String) -> CheckedEnumeration? { enumerations[name] }
    /// The scalar of a name; nil for a name that is not known.
    package func scalar(_ name: String) -> CheckedScalar? { scalars[name] }
    /// The union of a name; nil for a name that is not known.
    package func union(_ name: String) -> CheckedUnion? { unions[name] }
    /// The API of a name; nil for a name that is not known.
    package func api(_ name: String) -> CheckedAPI? { apis[name] }

    /// The properties of a value or an entity, the identity first; empty for a name that is not known.
    package func properties(of name: String) -> [CheckedProperty] {
        if let value = structures[name] { return value.properties }
        return entities[name].map { [$0.identity] + $0.properties } ?? []
    }

    /// The formats of dates in a wire form; nil where it is not one of dates.
    package func dateFormats(of wire: WireForm) -> [DateFormat]? {
        switch wire {
        case .date(.own(let formats)): formats
        case .date(.api(let name)): apis[name]?.dates
        case .own, .text, .numericBool, .url: nil
        }
    }
}

extension CheckedAPI {
    /// The path of the service below its host, without a slash at the end: `/v1`, or empty.
    package var basePath: String {
        let url = baseURLs.first?.url ?? ""
        guard let scheme = url.range(of: "://") else { return "" }
        let rest = url[scheme.upperBound...]
        let path = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
        return String(path.prefix { $0 != "?" && $0 != "#" })
    }
}
