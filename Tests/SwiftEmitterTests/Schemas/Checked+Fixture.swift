@testable import SchemaLanguage

// Short forms, with what most tests do not care about left out.

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
        dates: DateFormats? = nil,
        isIndirect: Bool = false
    ) -> CheckedProperty {
        CheckedProperty(
            name: name,
            key: key ?? name,
            type: type,
            presence: presence,
            defaultValue: defaultValue,
            doc: doc,
            direction: isReadOnly ? .readOnly : .readWrite,
            wire: dates.map { .date($0) } ?? .own,
            onInvalid: .fail,
            isRedacted: false,
            deprecation: nil,
            isIndexed: false,
            example: nil,
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
        properties: [CheckedProperty] = []
    ) -> CheckedEntity {
        CheckedEntity(
            head: .named(name, doc: doc),
            identity: id,
            identityOrigin: origin,
            properties: properties,
            traits: .standard
        )
    }
}

extension CheckedStructure {
    static func named(
        _ name: String,
        doc: String? = nil,
        properties: [CheckedProperty] = []
    ) -> CheckedStructure {
        CheckedStructure(
            head: .named(name, doc: doc),
            properties: properties,
            traits: .standard
        )
    }
}

extension CheckedEnumeration {
    static func named(
        _ name: String,
        doc: String? = nil,
        raw rawType: PrimitiveType = .string,
        keepsUnknown: Bool = true,
        cases: [(String, RawValue)]
    ) -> CheckedEnumeration {
        CheckedEnumeration(
            head: .named(name, doc: doc),
            rawType: rawType,
            cases: cases.map { Case(name: $0.0, raw: $0.1, doc: nil) },
            keepsUnknown: keepsUnknown,
            traits: .standard
        )
    }
}

extension CheckedAPI {
    static func named(
        _ name: String,
        doc: String? = nil,
        baseURLs: [(String, String)] = [("production", "https://api.example.com/v1")],
        headers: [(String, String)] = [],
        dates: [DateFormat] = [.iso8601]
    ) -> CheckedAPI {
        CheckedAPI(
            head: .named(name, doc: doc),
            baseURLs: baseURLs.map { CheckedBaseURL(environment: $0.0, url: $0.1) },
            headers: headers.map { CheckedHeader(name: $0.0, value: $0.1) },
            dates: dates,
            authentication: .none
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
        dates: DateFormats? = nil
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
            wire: dates.map { .date($0) } ?? .own
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
        example: String? = nil
    ) -> CheckedEndpoint {
        CheckedEndpoint(
            head: .named(name, doc: doc, api: api),
            method: method,
            path: path,
            parameters: parameters,
            body: body,
            response: response,
            failures: failures.map { Failure(status: $0.0, type: $0.1) },
            environment: environment,
            authenticates: true,
            example: example
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
        remote: [RemoteOperation] = RemoteOperation.allCases
    ) -> CheckedRepository {
        CheckedRepository(
            head: .named(name, doc: doc, api: api),
            kind: .entity(EntityOperations(entity: entity, path: path, remote: remote))
        )
    }
}
