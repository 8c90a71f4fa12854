import Parallelism

/// Builds the checked schema from documents in which every rule holds.
///
/// The checks have made sure that everything resolves. If a check ever had a hole, ``build()``
/// would return nil instead of an incomplete schema.
struct SchemaBuilder {
    let index: SchemaIndex

    private let hashability: Hashability
    private let unions: UnionBuilder
    private let structures: StructureBuilder
    private let requests: EndpointBuilder
    /// The entities whose repositories store them in a file, or request changes.
    private let remembered: Set<String>
    /// The deletion rules of the entities that refer to a type, by the name of the type.
    private let deletionRules: [String: [CheckedEntity.DeletionRule]]
    /// The property that orders the newest entities of a type, by the name of the type.
    private let keptBy: [String: String]

    init(index: SchemaIndex) {
        self.index = index
        // Neither needs the other.
        let graph = BackgroundValue { ContainmentGraph(index, crossesUnions: true) }
        hashability = Hashability(index)
        unions = UnionBuilder(index: index, graph: graph.value, hashability: hashability)
        let hasUnions = index.documents.contains { !$0.unions.isEmpty }
        structures = StructureBuilder(
            index: index,
            // Without unions, none is crossed.
            graph: hasUnions ? ContainmentGraph(index, crossesUnions: false) : graph.value,
            hashability: hashability
        )
        requests = EndpointBuilder(index: index)
        let repositories = index.repositoriesInUse.filter {
            if case .since = $0.conventions?.changes { return true }
            return $0.operations.local == .sqlite
        }
        remembered = Set(repositories.map(\.entity.value))
        deletionRules = index.deletionRules
        keptBy = index.keptBy
    }

    func build() -> CheckedSchema? {
        let parts: [CheckedSchema]
        do throws(Unresolved) {
            parts = try index.documents.concurrentMap(chunk: 1, build)
        } catch {
            return nil
        }
        return CheckedSchema(uniting: parts)
    }

    /// Builds the declarations of one document.
    private func build(_ document: SchemaDocument) throws(Unresolved) -> CheckedSchema {
        CheckedSchema(
            apis: document.apis.map { build($0, document) },
            enumerations: try document.enumerations.map { enumeration throws(Unresolved) in
                try build(enumeration, document)
            },
            scalars: try document.scalars.map { scalar throws(Unresolved) in
                try build(scalar, document)
            },
            unions: try document.unions.map { union throws(Unresolved) in
                try unions.build(union, document)
            },
            values: try document.values.map { value throws(Unresolved) in
                try structures.build(value: try index.structure(of: value.heading))
            },
            entities: try document.entities.concurrentMap { entity throws(Unresolved) in
                try structures.build(
                    entity: try index.structure(of: entity.heading),
                    origin: entity.identityOrigin,
                    hasTypedIdentity: entity.hasTypedIdentity ?? document.hasTypedIdentities,
                    resourceType: entity.resourceType?.value,
                    remembersProperties: remembered.contains(entity.heading.name.value),
                    deletionRules: deletionRules[entity.heading.name.value] ?? [],
                    keptBy: keptBy[entity.heading.name.value]
                )
            },
            endpoints: try document.endpoints.concurrentMap { endpoint throws(Unresolved) in
                try requests.build(endpoint, document)
            },
            repositories: try document.repositories.map { repository throws(Unresolved) in
                try build(repository, document)
            }
        )
    }

    /// Something did not resolve that a check should have reported.
    struct Unresolved: Error {}

    private func build(_ api: APIDeclaration, _ document: SchemaDocument) -> CheckedAPI {
        CheckedAPI(
            head: index.head(api.heading, document),
            baseURLs: api.baseURLs.map {
                CheckedBaseURL(
                    environment: $0.environment.value,
                    url: BaseURL.trimmed($0.url.value)
                )
            },
            headers: api.headers.map { CheckedHeader(name: $0.name.value, value: $0.value.value) },
            query: api.query.map(\.checked),
            dates: api.dates,
            authentication: CheckedAPI.Authentication(api.authentication.map(\.value)),
            conventions: api.conventions?.conventions
        )
    }

    private func build(
        _ enumeration: EnumerationDeclaration,
        _ document: SchemaDocument
    ) throws(Unresolved) -> CheckedEnumeration {
        guard let rawType = enumeration.checkedRawType else { throw Unresolved() }
        var cases: [CheckedEnumeration.Case] = []
        for declared in enumeration.cases {
            guard let raw = declared.rawValue(of: rawType) else { throw Unresolved() }
            let former = declared.formerValues(of: rawType)
            guard former.count == declared.former.count else { throw Unresolved() }
            cases.append(
                CheckedEnumeration.Case(
                    name: declared.name.value,
                    raw: raw,
                    former: former,
                    doc: declared.doc
                )
            )
        }
        return CheckedEnumeration(
            head: index.head(enumeration.heading, document),
            rawType: rawType,
            cases: cases,
            keepsUnknown: enumeration.keepsUnknown,
            traits: index.traits(enumeration.traits, enumeration.heading, hashability)
        )
    }

    private func build(
        _ scalar: ScalarDeclaration,
        _ document: SchemaDocument
    ) throws(Unresolved) -> CheckedScalar {
        guard let (primitive, wire) = index.form(ofScalar: scalar.heading.name.value) else {
            throw Unresolved()
        }
        guard let name = scalar.swift?.value else { throw Unresolved() }
        return CheckedScalar(
            head: index.head(scalar.heading, document),
            type: PrimitiveType(rawValue: name).map { .primitive($0) }
                ?? .custom(name: name, module: scalar.module?.value, representation: primitive),
            wire: wire
        )
    }

    private func build(
        _ repository: RepositoryDeclaration,
        _ document: SchemaDocument
    ) throws(Unresolved) -> CheckedRepository {
        let kind: CheckedRepository.Kind
        let api: String?
        switch repository.kinds.first {
        case nil: throw Unresolved()
        case .endpoints(let operations):
            api = operations.first.flatMap { index.endpoint(named: $0.endpoint.value) }.flatMap {
                index.api(of: $0.heading, in: $1)?.heading.name.value
            }
            kind = .endpoints(
                operations.map {
                    CheckedRepository.Operation(
                        name: $0.name.value,
                        endpoint: $0.endpoint.value,
                        doc: $0.doc
                    )
                }
            )
        case .entity(let operations):
            guard let entity = operations.entity, let path = operations.path,
                let remote = operations.remote, let local = operations.local
            else { throw Unresolved() }
            api = index.api(ofEntity: entity)?.heading.name.value
            kind = .entity(
                CheckedRepository.EntityOperations(
                    entity: entity.value,
                    path: path.value.trimmingSlashes,
                    remote: CheckedRepository.RemoteOperation.allCases.filter(
                        remote.map(\.value).contains
                    ),
                    local: local,
                    strategy: operations.strategy.map { strategy in
                        CheckedStrategy(
                            otherwise: strategy.otherwise?.value
                                ?? CheckedStrategy.standard.otherwise,
                            rules: strategy.rules.map {
                                CheckedStrategy.OperationRule(
                                    operation: $0.operation.value,
                                    rule: $0.rule.value
                                )
                            }
                        )
                    },
                    conflicts: operations.conflicts?.value,
                    keep: try operations.keep.map { (keep) throws(Unresolved) in
                        try index.keep(keep, of: entity.value)
                    },
                    conventions: operations.conventions?.conventions,
                    failures: try index.failures(operations.failures)
                )
            )
        }
        return CheckedRepository(
            head: DeclarationHead(
                name: repository.heading.name.value,
                schemaPath: document.path,
                doc: repository.heading.doc,
                api: api
            ),
            kind: kind
        )
    }
}

extension SchemaIndex {
    /// The structure of a declaration.
    fileprivate func structure(
        of heading: DeclarationHeading
    ) throws(SchemaBuilder.Unresolved) -> Structure {
        guard let structure = structure(named: heading.name.value) else {
            throw SchemaBuilder.Unresolved()
        }
        return structure
    }

    /// The heading of every declaration for the back end.
    func head(_ heading: DeclarationHeading, _ document: SchemaDocument) -> DeclarationHead {
        DeclarationHead(
            name: heading.name.value,
            schemaPath: document.path,
            doc: heading.doc,
            api: fact(of: heading, in: document) { $0.heading.name.value },
            module: document.module?.name
        )
    }
}

extension SchemaIndex {
    /// The property that orders the newest entities of a type, by the name of the type.
    fileprivate var keptBy: [String: String] {
        var found: [String: String] = [:]
        for repository in documents.flatMap(\.repositories) {
            for case .entity(let operations) in repository.kinds {
                guard let entity = operations.entity?.value else { continue }
                found[entity] = operations.keep?.property?.value ?? found[entity]
            }
        }
        return found
    }

    /// The entities that a repository keeps locally.
    fileprivate func keep(
        _ keep: KeepDeclaration,
        of entity: String
    ) throws(SchemaBuilder.Unresolved) -> CheckedKeep {
        let structure = structures.first { $0.kind == .entity && $0.heading.name.value == entity }
        var conditions: [CheckedKeep.Condition] = []
        for condition in keep.conditions {
            let name = condition.property.value
            guard let property = structure?.properties.first(where: { $0.name.value == name }),
                let type = resolve(property.type)
            else { throw SchemaBuilder.Unresolved() }
            let values = try condition.values.map { (literal) throws(SchemaBuilder.Unresolved) in
                if case .null = literal.form { return CheckedLiteral.null }
                guard let value = self.literal(literal, as: type.withoutNull) else {
                    throw SchemaBuilder.Unresolved()
                }
                return value
            }
            conditions.append(CheckedKeep.Condition(property: name, values: values))
        }
        return CheckedKeep(
            conditions: conditions,
            newest: keep.newest?.value,
            age: keep.age?.value,
            bytes: keep.bytes?.value,
            property: keep.property?.value
        )
    }
}
