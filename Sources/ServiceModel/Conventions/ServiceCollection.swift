package import RepositoryNetworking
package import SchemaLanguage

/// A repository of entities, as offered by its service.
package struct ServiceCollection: Sendable {
    /// The name of the repository.
    package let name: String
    /// The entity.
    package let entity: CheckedEntity
    /// The operations of the repository.
    package let offer: CheckedRepository.EntityOperations
    /// The service; nil if the schema names none.
    package let api: CheckedAPI?
    /// The conventions in effect.
    package let conventions: Conventions

    init(
        _ repository: CheckedRepository,
        _ offer: CheckedRepository.EntityOperations,
        of entity: CheckedEntity,
        on api: CheckedAPI?,
        _ resources: ResourceTypes
    ) {
        name = repository.head.name
        self.entity = entity
        self.offer = offer
        self.api = api
        let checked = offer.conventions(over: api)
        var conventions = Conventions(checked)
        if checked.isJSONAPI == true { conventions.resource = resources.form(of: offer) }
        // A client that assigns identities looks its create up by reading.
        if checked.creation == nil, entity.identityOrigin == .client {
            conventions.creationCheck = .identity
        }
        self.conventions = conventions
    }

    /// The operations that the service supports.
    package var operations: [ServiceOperation] {
        offer.remote.flatMap { operation -> [ServiceOperation] in
            switch operation {
            case .create: [.create]
            case .read: [.list, .read]
            case .update: [.update]
            case .patch: [.patch]
            case .delete: [.delete]
            case .synchronize: [.createAll]
            }
        }
    }

    /// The path of the collection, for example `/v1/messages`.
    package var path: String { (api?.basePath ?? "") + "/" + offer.path }

    /// The key of the entities in the service: repositories of one API with the same path share them.
    package var table: String { "\(api?.head.name ?? "") \(path)" }

    /// The path of a listing.
    package var listPath: String { conventions.form(of: .list).path(in: path) }
}

/// The resource types in JSON:API: as declared for the entity, or the last part of its repository's
/// path.
struct ResourceTypes {
    /// The types that entities declare.
    private let declared: [String: String]
    private var types: [String: String]
    private var references: [String: [String: String]] = [:]

    init(_ schema: CheckedSchema) {
        declared = Dictionary(
            schema.entities.compactMap { entity in
                entity.resourceType.map { (entity.head.name, $0) }
            }
        ) { first, _ in first }
        types = declared
        for case .entity(let offer) in schema.repositories.map(\.kind)
        where types[offer.entity] == nil {
            types[offer.entity] = Self.type(of: offer)
        }
        for entity in schema.entities {
            for property in entity.properties where [.own, .text].contains(property.wire) {
                guard case .identity(let other, _) = property.type.leaf else { continue }
                references[entity.head.name, default: [:]][property.key] = types[other] ?? other
            }
        }
    }

    func form(of offer: CheckedRepository.EntityOperations) -> Conventions.ResourceForm {
        Conventions.ResourceForm(
            type: declared[offer.entity] ?? Self.type(of: offer),
            relationships: references[offer.entity] ?? [:]
        )
    }

    private static func type(of offer: CheckedRepository.EntityOperations) -> String {
        offer.path.split(separator: "/").last.map(String.init) ?? offer.path
    }
}
