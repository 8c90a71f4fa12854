/// Schemas in which every rule holds: the input of the back end.
///
/// Only ``SchemaChecker`` makes one, so every name in it refers to an existing declaration, and
/// translation needs no error path for it. Declarations are in the order of the files, sorted by
/// path, and within a file in the order of the text.
package struct CheckedSchema: Hashable, Sendable {
    /// The services.
    package let apis: [CheckedAPI]
    /// The enumerations.
    package let enumerations: [CheckedEnumeration]
    /// The domain types with a JSON representation.
    package let scalars: [CheckedScalar]
    /// The values of one of several types.
    package let unions: [CheckedUnion]
    /// The structures without identity.
    package let values: [CheckedStructure]
    /// The structures with identity.
    package let entities: [CheckedEntity]
    /// The requests to the services.
    package let endpoints: [CheckedEndpoint]
    /// The repositories.
    package let repositories: [CheckedRepository]

    init(
        apis: [CheckedAPI] = [],
        enumerations: [CheckedEnumeration] = [],
        scalars: [CheckedScalar] = [],
        unions: [CheckedUnion] = [],
        values: [CheckedStructure] = [],
        entities: [CheckedEntity] = [],
        endpoints: [CheckedEndpoint] = [],
        repositories: [CheckedRepository] = []
    ) {
        self.apis = apis
        self.enumerations = enumerations
        self.scalars = scalars
        self.unions = unions
        self.values = values
        self.entities = entities
        self.endpoints = endpoints
        self.repositories = repositories
    }

    /// Unites the declarations of several schemas, in their order.
    init(uniting parts: [CheckedSchema]) {
        self.init(
            apis: parts.flatMap(\.apis),
            enumerations: parts.flatMap(\.enumerations),
            scalars: parts.flatMap(\.scalars),
            unions: parts.flatMap(\.unions),
            values: parts.flatMap(\.values),
            entities: parts.flatMap(\.entities),
            endpoints: parts.flatMap(\.endpoints),
            repositories: parts.flatMap(\.repositories)
        )
    }

    /// The schema without the declarations imported from other modules.
    package var own: CheckedSchema {
        func own<Declaration>(
            _ all: [Declaration],
            _ head: (Declaration) -> DeclarationHead
        ) -> [Declaration] {
            all.contains { head($0).module != nil } ? all.filter { head($0).module == nil } : all
        }
        return CheckedSchema(
            apis: own(apis, \.head),
            enumerations: own(enumerations, \.head),
            scalars: own(scalars, \.head),
            unions: own(unions, \.head),
            values: own(values, \.head),
            entities: own(entities, \.head),
            endpoints: endpoints,
            repositories: repositories
        )
    }
}

/// The common parts of declarations.
package struct DeclarationHead: Hashable, Sendable {
    /// The name in the schema; unique in the namespace of its kind.
    package let name: String
    /// The schema file that declares it, relative to the package.
    package let schemaPath: String
    /// The documentation, unchanged; may have several lines, never blank.
    package let doc: String?
    /// The name of its API.
    package let api: String?
    /// The module of another output that it is imported from; nil if it is generated here.
    package var module: String?
}

/// A service: its base URLs and conventions.
package struct CheckedAPI: Hashable, Sendable {
    /// Name, schema and documentation.
    package let head: DeclarationHead
    /// The URL of each environment, in schema order; a single `production` if the schema declares
    /// one URL.
    package let baseURLs: [CheckedBaseURL]
    /// The header fields of every request, in schema order.
    package let headers: [CheckedHeader]
    /// The query parameters of every request, in schema order.
    package let query: [CheckedQueryConstant]
    /// The formats of dates; never empty.
    package let dates: [DateFormat]
    /// The authentication of requests.
    package let authentication: Authentication
    /// The conventions that repositories follow; nil for plain REST.
    package let conventions: CheckedConventions?

    /// The authentication of requests.
    package enum Authentication: Hashable, Sendable {
        /// No authentication.
        case none
        /// `Authorization: Bearer …` (RFC 6750).
        case bearer
        /// `Authorization: Basic …` (RFC 7617).
        case basic
        /// A key in the header field with that name.
        case header(String)
        /// A key in the query parameter with that name.
        case query(String)
        /// A key in the cookie with that name.
        case cookie(String)
        /// Several of these at once, each in its own place.
        case all([Authentication])

        /// The credentials of a request: none, one, or several at once.
        init(_ credentials: [Authentication]) {
            self = credentials.count > 1 ? .all(credentials) : credentials.first ?? .none
        }
    }
}

/// The URL of a service in one environment.
package struct CheckedBaseURL: Hashable, Sendable {
    /// `production`, `staging`, or a name that the schema defines.
    package let environment: String
    /// An absolute URL with scheme `http` or `https`, without a trailing slash.
    package let url: String
}

/// A constant header field.
package struct CheckedHeader: Hashable, Sendable {
    /// The field's name, a legal token.
    package let name: String
    /// The field's value, without line breaks.
    package let value: String
}

/// A constant query parameter.
package struct CheckedQueryConstant: Hashable, Sendable {
    /// The parameter's name.
    package let name: String
    /// The parameter's value, not yet encoded.
    package let value: String
}

/// An enumeration of strings or integers.
package struct CheckedEnumeration: Hashable, Sendable {
    /// One case.
    package struct Case: Hashable, Sendable {
        /// The name in the schema.
        package let name: String
        /// The raw value in JSON.
        package let raw: RawValue
        /// The raw values in earlier versions.
        package let former: [RawValue]
        /// The documentation.
        package let doc: String?
    }

    /// A raw value.
    package enum RawValue: Hashable, Sendable {
        case string(String)
        /// An integer in the range of the type, in decimal digits, with a unique spelling.
        case integer(String)
    }

    /// Name, schema and documentation.
    package let head: DeclarationHead
    /// `string`, or one of the integer types.
    package let rawType: PrimitiveType
    /// The cases, at least one, with distinct names and raw values.
    package let cases: [Case]
    /// Whether an unknown value is kept; if not, it is an error.
    package let keepsUnknown: Bool
    /// Its conformances in addition to those of every enumeration.
    package let traits: DeclarationTraits
}

/// A structure without identity.
package struct CheckedStructure: Hashable, Sendable {
    /// Name, schema and documentation.
    package let head: DeclarationHead
    /// The properties, in schema order, those of mixins last, with unique names and keys.
    package let properties: [CheckedProperty]
    /// Its conformances and options.
    package let traits: DeclarationTraits
    /// Whether the schema declares it inline, in a property.
    package var isInline = false
}

/// A structure with identity.
package struct CheckedEntity: Hashable, Sendable {
    /// Who assigns the identity of a new entity.
    package enum IdentityOrigin: String, Hashable, Sendable, CaseIterable {
        /// The server: a draft has none.
        case server
        /// The client: a draft must have one.
        case client
        /// Either: a draft may have one.
        case either
    }

    /// Name, schema and documentation.
    package let head: DeclarationHead
    /// The identity; named `id`, a string, an integer or a UUID.
    package let identity: CheckedProperty
    /// Who assigns the identity.
    package let identityOrigin: IdentityOrigin
    /// Whether the identity has its own Swift type, which differs from those of other entities.
    package var hasTypedIdentity = false
    /// Its resource type in JSON:API; nil if that is the last part of the path of its repository.
    package var resourceType: String?
    /// Whether a repository stores it in a file, or requests its changes instead of full listings:
    /// the stored entities may lack properties that are added later.
    package var remembersProperties = false
    /// The other properties, in schema order, those of mixins last.
    package let properties: [CheckedProperty]
    /// Its conformances and options.
    package let traits: DeclarationTraits
    /// Its indexes in a local store, in addition to single indexed properties.
    package var indexes = CheckedIndexes()
    /// The effects on the entities that refer to it when it is deleted.
    package var deletionRules: [DeletionRule] = []
    /// Its names in earlier versions.
    package var formerNames: [String] = []
    /// The version number for stores; nil if it is not numbered.
    package var version: Int?

    /// The effect on entities when one that they refer to by a property is deleted.
    package struct DeletionRule: Hashable, Sendable {
        /// The name of the referring entities.
        package let source: String
        /// The key of the property.
        package let key: String
        /// The effect on them.
        package let action: DeletionAction
    }
}
