/// Builds the checked schema from documents in which every rule holds.
///
/// What the checks have let through resolves; should a check ever have a hole, ``build()`` gives
/// nothing rather than a schema in which something is missing.
struct SchemaBuilder {
    let index: SchemaIndex

    func build() -> CheckedSchema? {
        var apis: [CheckedAPI] = []
        var enumerations: [CheckedEnumeration] = []
        var values: [CheckedStructure] = []
        var entities: [CheckedEntity] = []
        var endpoints: [CheckedEndpoint] = []
        var repositories: [CheckedRepository] = []
        let graph = ContainmentGraph(index) { _, _ in true }
        let structures = StructureBuilder(index: index, graph: graph)
        let requests = EndpointBuilder(index: index)
        do throws(Unresolved) {
            for document in index.documents {
                for api in document.apis { apis.append(build(api, document)) }
                for enumeration in document.enumerations {
                    enumerations.append(try build(enumeration, document))
                }
                for value in document.values {
                    values.append(try structures.build(value, document))
                }
                for entity in document.entities {
                    entities.append(try structures.build(entity, document))
                }
                for endpoint in document.endpoints {
                    endpoints.append(try requests.build(endpoint, document))
                }
                for repository in document.repositories {
                    repositories.append(build(repository, document))
                }
            }
        } catch {
            return nil
        }
        return CheckedSchema(
            apis: apis,
            enumerations: enumerations,
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
            authentication: .none
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
            cases.append(
                CheckedEnumeration.Case(name: declared.name.value, raw: raw, doc: declared.doc)
            )
        }
        return CheckedEnumeration(
            head: index.head(enumeration.heading, document),
            rawType: rawType,
            cases: cases,
            keepsUnknown: enumeration.keepsUnknown,
            traits: .standard
        )
    }

    private func build(
        _ repository: RepositoryDeclaration,
        _ document: SchemaDocument
    ) -> CheckedRepository {
        let kind: CheckedRepository.Kind
        let api: String?
        switch repository.kind {
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
            let name = operations.entity.value
            api = index.structures.first { $0.heading.name.value == name }.flatMap {
                index.api(of: $0.heading, in: $0.document)?.heading.name.value
            }
            kind = .entity(
                CheckedRepository.EntityOperations(
                    entity: name,
                    path: operations.path.value.trimmingSlashes,
                    remote: operations.remote
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
    /// What the back end knows of every declaration.
    func head(_ heading: DeclarationHeading, _ document: SchemaDocument) -> DeclarationHead {
        DeclarationHead(
            name: heading.name.value,
            schemaPath: document.path,
            doc: heading.doc,
            api: api(of: heading, in: document)?.heading.name.value
        )
    }

    /// The form on the wire of the single values in a property.
    func wire(
        of property: PropertyDeclaration,
        _ type: CheckedType,
        _ heading: DeclarationHeading,
        _ document: SchemaDocument
    ) -> WireForm {
        guard type.containsDate else { return .own }
        if !property.formats.isEmpty { return .date(.own(property.formats.map(\.value))) }
        return api(of: heading, in: document).map { .date(.api($0.heading.name.value)) } ?? .own
    }
}

/// Builds structures.
struct StructureBuilder {
    let index: SchemaIndex
    let graph: ContainmentGraph

    func build(
        _ value: StructureDeclaration,
        _ document: SchemaDocument
    ) throws(SchemaBuilder.Unresolved) -> CheckedStructure {
        let structure = SchemaIndex.Structure(
            heading: value.heading,
            document: document,
            properties: value.properties
        )
        var properties: [CheckedProperty] = []
        for property in value.properties { properties.append(try build(property, of: structure)) }
        return CheckedStructure(
            head: index.head(value.heading, document),
            properties: properties,
            traits: .standard
        )
    }

    func build(
        _ entity: EntityDeclaration,
        _ document: SchemaDocument
    ) throws(SchemaBuilder.Unresolved) -> CheckedEntity {
        let structure = SchemaIndex.Structure(
            heading: entity.heading,
            document: document,
            properties: entity.properties
        )
        var properties: [CheckedProperty] = []
        for property in entity.properties { properties.append(try build(property, of: structure)) }
        return CheckedEntity(
            head: index.head(entity.heading, document),
            identity: try build(entity.identity, of: structure),
            identityOrigin: entity.identityOrigin,
            properties: properties,
            traits: .standard
        )
    }

    private func build(
        _ property: PropertyDeclaration,
        of structure: SchemaIndex.Structure
    ) throws(SchemaBuilder.Unresolved) -> CheckedProperty {
        guard let type = index.resolve(property.type) else { throw SchemaBuilder.Unresolved() }
        var literal: CheckedLiteral?
        if let written = property.defaultValue {
            literal = index.literal(written, as: type)
            guard literal != nil else { throw SchemaBuilder.Unresolved() }
        }
        return CheckedProperty(
            name: property.name.value,
            key: index.wireKey(of: property, in: structure),
            type: type.withoutNull,
            presence: Presence(
                mayBeAbsent: property.mayBeAbsent,
                mayBeNull: property.type.isOptional
            ),
            defaultValue: literal,
            doc: property.doc,
            direction: property.isReadOnly ? .readOnly : .readWrite,
            wire: index.wire(of: property, type, structure.heading, structure.document),
            onInvalid: .fail,
            isRedacted: false,
            deprecation: nil,
            isIndexed: false,
            example: nil,
            isIndirect: graph.cycle(through: property, of: structure) != nil
        )
    }
}

extension Presence {
    init(mayBeAbsent: Bool, mayBeNull: Bool) {
        self =
            switch (mayBeAbsent, mayBeNull) {
            case (false, false): .required
            case (false, true): .nullable
            case (true, false): .optional
            case (true, true): .optionalNullable
            }
    }
}
