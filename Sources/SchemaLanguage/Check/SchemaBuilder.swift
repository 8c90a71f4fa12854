/// Builds the checked schema from documents in which every rule holds.
///
/// What the checks have let through resolves; should a check ever have a hole, ``build()`` gives
/// nothing rather than a schema in which something is missing.
struct SchemaBuilder {
    let index: SchemaIndex

    func build() -> CheckedSchema? {
        var apis: [CheckedAPI] = []
        var enumerations: [CheckedEnumeration] = []
        var scalars: [CheckedScalar] = []
        var unions: [CheckedUnion] = []
        var values: [CheckedStructure] = []
        var entities: [CheckedEntity] = []
        var endpoints: [CheckedEndpoint] = []
        var repositories: [CheckedRepository] = []
        let hashability = Hashability(index)
        let graph = ContainmentGraph(index, crossesUnions: false)
        let unionBuilder = UnionBuilder(
            index: index,
            graph: ContainmentGraph(index, crossesUnions: true),
            hashability: hashability
        )
        let structures = StructureBuilder(index: index, graph: graph, hashability: hashability)
        let requests = EndpointBuilder(index: index)
        do throws(Unresolved) {
            for document in index.documents {
                for api in document.apis { apis.append(build(api, document)) }
                for enumeration in document.enumerations {
                    enumerations.append(try build(enumeration, document, hashability))
                }
                for scalar in document.scalars { scalars.append(try build(scalar, document)) }
                for union in document.unions {
                    unions.append(try unionBuilder.build(union, document))
                }
                for value in document.values {
                    let structure = try index.structure(of: value.heading)
                    values.append(try structures.build(value: structure))
                }
                for entity in document.entities {
                    let structure = try index.structure(of: entity.heading)
                    let origin = entity.identityOrigin
                    entities.append(try structures.build(entity: structure, origin: origin))
                }
                for endpoint in document.endpoints {
                    endpoints.append(try requests.build(endpoint, document))
                }
                for repository in document.repositories {
                    repositories.append(try build(repository, document))
                }
            }
        } catch {
            return nil
        }
        return CheckedSchema(
            apis: apis,
            enumerations: enumerations,
            scalars: scalars,
            unions: unions,
            values: values,
            entities: entities,
            endpoints: endpoints,
            repositories: repositories
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
            dates: api.dates,
            authentication: api.authentication?.value ?? .none
        )
    }

    private func build(
        _ enumeration: EnumerationDeclaration,
        _ document: SchemaDocument,
        _ hashability: Hashability
    ) throws(Unresolved) -> CheckedEnumeration {
        guard let rawType = enumeration.checkedRawType else { throw Unresolved() }
        var cases: [CheckedEnumeration.Case] = []
        for declared in enumeration.cases {
            guard let raw = declared.rawValue(of: rawType) else { throw Unresolved() }
            cases.append(
                CheckedEnumeration.Case(name: declared.name.value, raw: raw, doc: declared.doc)
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
            guard let name = operations.entity?.value, let path = operations.path,
                let remote = operations.remote, let local = operations.local
            else { throw Unresolved() }
            api = index.structure(named: name).flatMap {
                index.api(of: $0.heading, in: $0.document)?.heading.name.value
            }
            kind = .entity(
                CheckedRepository.EntityOperations(
                    entity: name,
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
                    conflicts: operations.conflicts?.value
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

    /// What the back end knows of every declaration.
    func head(_ heading: DeclarationHeading, _ document: SchemaDocument) -> DeclarationHead {
        DeclarationHead(
            name: heading.name.value,
            schemaPath: document.path,
            doc: heading.doc,
            api: api(of: heading, in: document)?.heading.name.value
        )
    }
}
