import Foundation
package import SchemaLanguage

/// A checked schema from the perspective of a service: its collections with their conventions in
/// effect, its endpoints, and all declarations by name.
package struct ServiceModel: Sendable {
    /// The schema.
    package let schema: CheckedSchema
    /// The repositories of entities, in schema order.
    package let collections: [ServiceCollection]

    /// The minimum depth of the values of declarations.
    let depths: SampleDepths

    private let structures: [String: CheckedStructure]
    private let entities: [String: CheckedEntity]
    private let enumerations: [String: CheckedEnumeration]
    private let scalars: [String: CheckedScalar]
    private let unions: [String: CheckedUnion]
    private let apis: [String: CheckedAPI]

    /// Creates a model.
    ///
    /// - Parameter schema: The schema.
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

    /// The entity with a name; nil if unknown.
    package func entity(_ name: String) -> CheckedEntity? { entities[name] }
    /// The enumeration with a name; nil if unknown.
    package func enumeration(_ name: String) -> CheckedEnumeration? { enumerations[name] }
    /// The scalar with a name; nil if unknown.
    package func scalar(_ name: String) -> CheckedScalar? { scalars[name] }
    /// The union with a name; nil if unknown.
    package func union(_ name: String) -> CheckedUnion? { unions[name] }
    /// The API with a name; nil if unknown.
    package func api(_ name: String) -> CheckedAPI? { apis[name] }

    /// The properties of a value or an entity, with the identity first; empty if unknown.
    package func properties(of name: String) -> [CheckedProperty] {
        if let value = structures[name] { return value.properties }
        return entities[name].map { [$0.identity] + $0.properties } ?? []
    }

    /// The date formats of a wire format; nil if it is not a date.
    package func dateFormats(of wire: WireForm) -> [DateFormat]? {
        switch wire {
        case .date(.own(let formats)): formats
        case .date(.api(let name)): apis[name]?.dates
        case .own, .text, .numericBool, .url: nil
        }
    }
}

extension CheckedUnion {
    /// The case that a value of the discriminator names; nil if unknown.
    package func taggedCase(_ tag: String?) -> Case? {
        tag.flatMap { tag in cases.first { $0.mark == .tag(tag) } }
    }
}

extension CheckedAPI {
    /// The path of the service, without a trailing slash: `/v1`, or empty.
    package var basePath: String {
        let url = baseURLs.first?.url ?? ""
        guard let scheme = url.range(of: "://") else { return "" }
        let rest = url[scheme.upperBound...]
        let path = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
        return String(path.prefix { $0 != "?" && $0 != "#" })
    }
}
