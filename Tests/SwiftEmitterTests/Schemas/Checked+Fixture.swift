@testable import SchemaLanguage

// Short forms, which omit details that most tests do not need.

extension DeclarationHead {
    static func named(
        _ name: String,
        doc: String? = nil,
        api: String? = "Service"
    ) -> DeclarationHead {
        DeclarationHead(name: name, schemaPath: "Schemas/test.yaml", doc: doc, api: api)
    }
}

extension CheckedProperty {
    static func named(
        _ name: String,
        _ type: CheckedType = .primitive(.string),
        key: String? = nil,
        presence: Presence = .required,
        default defaultValue: CheckedLiteral? = nil,
        doc: String? = nil,
        isReadOnly: Bool = false,
        direction: PropertyDirection? = nil,
        dates: DateFormats? = nil,
        wire: WireForm = .own,
        constraints: CheckedConstraints = CheckedConstraints(),
        onInvalid: InvalidValuePolicy = .fail,
        isRedacted: Bool = false,
        deprecated deprecation: String? = nil,
        inverse: CheckedInverse? = nil,
        example: String? = nil,
        isIndirect: Bool = false
    ) -> CheckedProperty {
        CheckedProperty(
            name: name,
            key: key ?? name,
            type: type,
            presence: presence,
            defaultValue: defaultValue,
            doc: doc,
            direction: direction ?? (isReadOnly ? .readOnly : .readWrite),
            wire: dates.map { .date($0) } ?? wire,
            constraints: constraints,
            onInvalid: onInvalid,
            isRedacted: isRedacted,
            deprecation: deprecation,
            isIndexed: false,
            queries: nil,
            onDelete: nil,
            inverse: inverse,
            file: nil,
            isListed: true,
            isReturned: true,
            former: [],
            example: example,
            isIndirect: isIndirect
        )
    }
}

extension CheckedEntity {
    static func named(
        _ name: String,
        doc: String? = nil,
        id: CheckedProperty = .named("id", key: "_id"),
        origin: IdentityOrigin = .server,
        properties: [CheckedProperty] = [],
        traits: DeclarationTraits = .standard
    ) -> CheckedEntity {
        CheckedEntity(
            head: .named(name, doc: doc),
            identity: id,
            identityOrigin: origin,
            properties: properties,
            traits: traits
        )
    }
}

extension CheckedStructure {
    static func named(
        _ name: String,
        doc: String? = nil,
        properties: [CheckedProperty] = [],
        traits: DeclarationTraits = .standard
    ) -> CheckedStructure {
        CheckedStructure(
            head: .named(name, doc: doc),
            properties: properties,
            traits: traits
        )
    }
}

extension CheckedEnumeration {
    static func named(
        _ name: String,
        doc: String? = nil,
        raw rawType: PrimitiveType = .string,
        keepsUnknown: Bool = true,
        cases: [(String, RawValue)],
        traits: DeclarationTraits = .standard
    ) -> CheckedEnumeration {
        CheckedEnumeration(
            head: .named(name, doc: doc),
            rawType: rawType,
            cases: cases.map { Case(name: $0.0, raw: $0.1, former: [], doc: nil) },
            keepsUnknown: keepsUnknown,
            traits: traits
        )
    }
}

extension CheckedAPI {
    static func named(
        _ name: String,
        doc: String? = nil,
        baseURLs: [(String, String)] = [("production", "https://api.example.com/v1")],
        headers: [(String, String)] = [],
        dates: [DateFormat] = [.iso8601],
        authentication: Authentication = .none
    ) -> CheckedAPI {
        CheckedAPI(
            head: .named(name, doc: doc),
            baseURLs: baseURLs.map { CheckedBaseURL(environment: $0.0, url: $0.1) },
            headers: headers.map { CheckedHeader(name: $0.0, value: $0.1) },
            query: [],
            dates: dates,
            authentication: authentication,
            conventions: nil
        )
    }
}

extension CheckedParameter {
    static func named(
        _ name: String,
        in location: Location = .query,
        _ type: CheckedType = .primitive(.string),
        key: String? = nil,
        isOptional: Bool = false,
        default defaultValue: CheckedLiteral? = nil,
        doc: String? = nil,
        transform: Transform? = nil,
        dates: DateFormats? = nil,
        wire: WireForm = .own
    ) -> CheckedParameter {
        CheckedParameter(
            name: name,
            key: key ?? name,
            location: location,
            type: type,
            isOptional: isOptional,
            defaultValue: defaultValue,
            doc: doc,
            transform: transform,
            wire: dates.map { .date($0) } ?? wire
        )
    }
}

extension CheckedEndpoint {
    static func named(
        _ name: String,
        doc: String? = nil,
        api: String? = "Service",
        _ method: Method = .get,
        _ path: String = "/items",
        parameters: [CheckedParameter] = [],
        body: CheckedType? = nil,
        response: Response = .empty,
        failures: [(Int, CheckedType)] = [],
        environment: String? = nil,
        authenticates: Bool = true,
        example: String? = nil
    ) -> CheckedEndpoint {
        CheckedEndpoint(
            head: .named(name, doc: doc, api: api),
            method: method,
            path: path,
            parameters: parameters,
            body: body,
            bodyMedia: .json,
            response: response,
            responseMedia: .json,
            paging: nil,
            wrap: nil,
            unwrap: nil,
            failures: failures.map { Failure(status: $0.0, type: $0.1) },
            environment: environment,
            authenticates: authenticates,
            example: example
        )
    }
}

extension CheckedScalar {
    static func named(
        _ name: String,
        doc: String? = nil,
        _ primitive: PrimitiveType,
        wire: WireForm = .own
    ) -> CheckedScalar {
        CheckedScalar(head: .named(name, doc: doc), type: .primitive(primitive), wire: wire)
    }

    static func named(
        _ name: String,
        custom type: String,
        module: String? = nil,
        _ representation: PrimitiveType = .string
    ) -> CheckedScalar {
        CheckedScalar(
            head: .named(name),
            type: .custom(name: type, module: module, representation: representation),
            wire: .own
        )
    }
}

extension CheckedUnion {
    /// Creates a union with a tag; each case has its own name as its tag, unless it declares
    /// another one.
    static func named(
        _ name: String,
        doc: String? = nil,
        by discriminator: String,
        keepsUnknown: Bool = true,
        cases: [(name: String, type: CheckedType)],
        tags: [String: String] = [:],
        traits: DeclarationTraits = .standard,
        isIndirect: Bool = false
    ) -> CheckedUnion {
        CheckedUnion(
            head: .named(name, doc: doc),
            discriminator: discriminator,
            cases: cases.map {
                Case(name: $0.name, type: $0.type, doc: doc, mark: .tag(tags[$0.name] ?? $0.name))
            },
            keepsUnknown: keepsUnknown,
            traits: traits,
            isIndirect: isIndirect
        )
    }

    /// Creates a union by kind.
    static func named(
        _ name: String,
        keepsUnknown: Bool = true,
        kinds: [(name: String, type: CheckedType, kind: WireKind)],
        traits: DeclarationTraits = .standard,
        isIndirect: Bool = false
    ) -> CheckedUnion {
        CheckedUnion(
            head: .named(name),
            discriminator: nil,
            cases: kinds.map { Case(name: $0.name, type: $0.type, doc: nil, mark: .kind($0.kind)) },
            keepsUnknown: keepsUnknown,
            traits: traits,
            isIndirect: isIndirect
        )
    }
}

extension DeclarationTraits {
    static func traits(
        conforms: [String] = [],
        isHashable: Bool = true,
        keepsUnknownKeys: Bool = false
    ) -> DeclarationTraits {
        DeclarationTraits(
            conformances: conforms,
            isHashable: isHashable,
            keepsUnknownKeys: keepsUnknownKeys
        )
    }
}

extension CheckedRepository {
    static func named(
        _ name: String,
        doc: String? = nil,
        api: String? = "Service",
        operations: [(String, String)]
    ) -> CheckedRepository {
        CheckedRepository(
            head: .named(name, doc: doc, api: api),
            kind: .endpoints(
                operations.map { Operation(name: $0.0, endpoint: $0.1, doc: nil) }
            )
        )
    }

    static func named(
        _ name: String,
        doc: String? = nil,
        api: String? = "Service",
        entity: String,
        path: String = "items",
        remote: [RemoteOperation] = RemoteOperation.allCases,
        local: LocalStore = .nowhere,
        strategy: CheckedStrategy? = nil,
        conflicts: ConflictPolicy? = nil
    ) -> CheckedRepository {
        CheckedRepository(
            head: .named(name, doc: doc, api: api),
            kind: .entity(
                EntityOperations(
                    entity: entity,
                    path: path,
                    remote: remote,
                    local: local,
                    strategy: strategy,
                    conflicts: conflicts,
                    conventions: nil
                )
            )
        )
    }
}
