/// Schemas in which every rule holds: the one value that the back end gets.
///
/// Only ``SchemaChecker`` makes one, so whatever names something here names something that exists,
/// and translation has no error path for it. Declarations stand in the order of the files, sorted by
/// path, and within a file in the order of the text.
package struct CheckedSchema: Hashable, Sendable {
    /// The services.
    package let apis: [CheckedAPI]
    /// The enumerations.
    package let enumerations: [CheckedEnumeration]
    /// The domain types on a representation in JSON.
    package let scalars: [CheckedScalar]
    /// The values of one of several types.
    package let unions: [CheckedUnion]
    /// The structures without identity.
    package let values: [CheckedStructure]
    /// The structures with identity.
    package let entities: [CheckedEntity]
    /// The requests that the services answer.
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

    /// The schema without what it imports of other modules.
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

/// What every declaration has.
package struct DeclarationHead: Hashable, Sendable {
    /// The name, as the schema writes it; unique in the namespace of its kind.
    package let name: String
    /// The schema file that declares it, relative to the package.
    package let schemaPath: String
    /// The documentation, as written; may have several lines, never blank.
    package let doc: String?
    /// The name of the API that it belongs to.
    package let api: String?
    /// The module of another output that it is imported from; nil of what is generated.
    package var module: String?
}

/// A service: where it is and how it writes things.
package struct CheckedAPI: Hashable, Sendable {
    /// Name, schema and documentation.
    package let head: DeclarationHead
    /// The URL of each environment, in schema order; one entry `production` where the schema gives one URL.
    package let baseURLs: [CheckedBaseURL]
    /// The header fields of every request, in schema order.
    package let headers: [CheckedHeader]
    /// The parameters in the query of every request, in schema order.
    package let query: [CheckedQueryConstant]
    /// The formats of dates; never empty.
    package let dates: [DateFormat]
    /// How requests say who sends them.
    package let authentication: Authentication
    /// How it writes what repositories ask of it; nil where it is plain REST.
    package let conventions: CheckedConventions?

    /// How requests say who sends them.
    package enum Authentication: Hashable, Sendable {
        /// They do not.
        case none
        /// `Authorization: Bearer …` (RFC 6750).
        case bearer
        /// `Authorization: Basic …` (RFC 7617).
        case basic
        /// A key in the header field of that name.
        case header(String)
        /// A key in the query parameter of that name.
        case query(String)
        /// A key in the cookie of that name.
        case cookie(String)
        /// Several of these at once, each in a place of its own.
        case all([Authentication])

        /// The credentials of a request: none, one, or several at once.
        init(_ credentials: [Authentication]) {
            self = credentials.count > 1 ? .all(credentials) : credentials.first ?? .none
        }
    }
}

/// The URL of a service in one environment.
package struct CheckedBaseURL: Hashable, Sendable {
    /// `production`, `staging`, or a name of the schema's own.
    package let environment: String
    /// An absolute URL with scheme `http` or `https`, without a trailing slash.
    package let url: String
}

/// A header field of fixed value.
package struct CheckedHeader: Hashable, Sendable {
    /// The field's name, a legal token.
    package let name: String
    /// The field's value, without line breaks.
    package let value: String
}

/// A parameter in a query with a value that is always the same.
package struct CheckedQueryConstant: Hashable, Sendable {
    /// The parameter's name.
    package let name: String
    /// The parameter's value, not yet encoded.
    package let value: String
}

/// An enumeration of text or whole numbers.
package struct CheckedEnumeration: Hashable, Sendable {
    /// One case.
    package struct Case: Hashable, Sendable {
        /// The name, as the schema writes it.
        package let name: String
        /// The raw value on the wire.
        package let raw: RawValue
        /// The raw values that it had in earlier versions.
        package let former: [RawValue]
        /// The documentation.
        package let doc: String?
    }

    /// A value on the wire.
    package enum RawValue: Hashable, Sendable {
        case string(String)
        /// A whole number in the range of the type, in decimal digits: the text is one of a kind.
        case integer(String)
    }

    /// Name, schema and documentation.
    package let head: DeclarationHead
    /// `string`, or one of the integers.
    package let rawType: PrimitiveType
    /// The cases, at least one, with distinct names and raw values.
    package let cases: [Case]
    /// Whether a value that the schema does not know is kept; otherwise it is an error.
    package let keepsUnknown: Bool
    /// What it conforms to beyond what every enumeration does.
    package let traits: DeclarationTraits
}

/// A structure without identity.
package struct CheckedStructure: Hashable, Sendable {
    /// Name, schema and documentation.
    package let head: DeclarationHead
    /// The properties, in schema order, those of mixins last, with distinct names and keys.
    package let properties: [CheckedProperty]
    /// What it conforms to and carries beyond its properties.
    package let traits: DeclarationTraits
    /// Whether the schema describes it in place, in the property that has it.
    package var isInline = false
}

/// A structure with identity.
package struct CheckedEntity: Hashable, Sendable {
    /// Who makes the identity of a new entity.
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
    /// The identity; named `id`, of type text, a whole number or UUID.
    package let identity: CheckedProperty
    /// Who makes the identity.
    package let identityOrigin: IdentityOrigin
    /// Whether the identity has a type of its own in Swift, so that it is no identity of another entity.
    package var hasTypedIdentity = false
    /// The type of its resources in JSON:API; nil where that is the last part of the path of its
    /// repository.
    package var resourceType: String?
    /// Whether a repository of it asks for what has changed, and not for all there is.
    package var isListedByChanges = false
    /// The other properties, in schema order, those of mixins last.
    package let properties: [CheckedProperty]
    /// What it conforms to and carries beyond its properties.
    package let traits: DeclarationTraits
    /// How a local store finds it, beyond single indexed properties.
    package var indexes = CheckedIndexes()
    /// What becomes of the entities that refer to one of these when it is deleted.
    package var deletionRules: [DeletionRule] = []
    /// The names that it had in earlier versions.
    package var formerNames: [String] = []
    /// The number of its version, as stores have it; nil where it is not numbered.
    package var version: Int?

    /// What becomes of the entities that refer to one that is deleted, by one of their properties.
    package struct DeletionRule: Hashable, Sendable {
        /// The name of the entities that refer to it.
        package let source: String
        /// The key of the property.
        package let key: String
        /// What becomes of them.
        package let action: DeletionAction
    }
}
