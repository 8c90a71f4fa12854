import SchemaLanguage

/// A file to be rendered.
struct TranslatedFile: Sendable {
    let model: any FileModel
    let template: FileTemplate
    let name: String
    let folder: FileTable.Folder
}

/// Translates a checked schema into view models: every decision is made here.
struct SchemaTranslator {
    private let schema: CheckedSchema
    private let access: String
    private let headers: HeaderTranslator
    private let names: DeclarationNames
    private let types: TypeTranslator

    /// Makes a translator of a schema.
    init(_ schema: CheckedSchema, access: ProjectConfiguration.AccessLevel) {
        self.schema = schema
        self.access = access.modifier
        headers = HeaderTranslator(access: access)
        names = DeclarationNames(schema)
        types = TypeTranslator(schema, names: names)
    }

    /// Hands each file on as soon as it is translated, so that only one view model lives at a time.
    func translate(_ consume: (TranslatedFile) -> Void) {
        translateTypes(consume)
        let endpoints = translateEndpoints(consume)
        translateRepositories(endpoints, consume)
    }

    private func translateTypes(_ consume: (TranslatedFile) -> Void) {
        let apis = APITranslator(
            access: access,
            headers: headers,
            names: names,
            redacted: RedactedKeys(schema)
        )
        for api in schema.apis {
            let model = apis.translate(api)
            consume(TranslatedFile(model: model, template: .api, name: model.name, folder: .apis))
        }
        let enumerations = EnumerationTranslator(headers: headers, names: names)
        for enumeration in schema.enumerations {
            let model = enumerations.translate(enumeration)
            consume(
                TranslatedFile(
                    model: model,
                    template: enumeration.keepsUnknown ? .openEnumeration : .closedEnumeration,
                    name: model.name,
                    folder: .enums
                )
            )
        }
        translateScalarsAndUnions(consume)
        translateStructures(consume)
    }

    private func translateScalarsAndUnions(_ consume: (TranslatedFile) -> Void) {
        let scalars = ScalarTranslator(headers: headers, types: types)
        for scalar in schema.scalars {
            let model = scalars.translate(scalar)
            consume(
                TranslatedFile(model: model, template: .scalar, name: model.name, folder: .scalars)
            )
        }
        let unions = UnionTranslator(headers: headers, types: types)
        for union in schema.unions {
            let model = unions.translate(union)
            consume(
                TranslatedFile(model: model, template: .union, name: model.name, folder: .unions)
            )
        }
    }

    private func translateStructures(_ consume: (TranslatedFile) -> Void) {
        let structures = StructureTranslator(
            access: access,
            headers: headers,
            properties: PropertyTranslator(types: types)
        )
        for value in schema.values {
            let model = structures.translate(value)
            consume(
                TranslatedFile(model: model, template: .value, name: model.name, folder: .values)
            )
        }
        for entity in schema.entities {
            let model = structures.translate(entity)
            consume(
                TranslatedFile(
                    model: model,
                    template: .entity,
                    name: model.structure.name,
                    folder: .entities
                )
            )
        }
    }

    /// The endpoints by their names in the schema, as repositories need them.
    private func translateEndpoints(
        _ consume: (TranslatedFile) -> Void
    ) -> [String: TranslatedEndpoint] {
        let translator = EndpointTranslator(access: access, headers: headers, types: types)
        var outlines: [String: TranslatedEndpoint] = [:]
        outlines.reserveCapacity(schema.endpoints.count)
        for endpoint in schema.endpoints {
            let outline = translator.outline(endpoint)
            outlines[endpoint.head.name] = outline
            consume(
                TranslatedFile(
                    model: translator.translate(endpoint, outline),
                    template: .endpoint,
                    name: outline.name,
                    folder: .endpoints
                )
            )
        }
        return outlines
    }

    private func translateRepositories(
        _ endpoints: [String: TranslatedEndpoint],
        _ consume: (TranslatedFile) -> Void
    ) {
        let translator = RepositoryTranslator(
            access: access,
            headers: headers,
            names: names,
            endpoints: endpoints,
            reachableAPIs: Set(schema.apis.filter { !$0.baseURLs.isEmpty }.map(\.head.name))
        )
        let entities = EntityRepositoryTranslator(
            access: access,
            headers: headers,
            names: names,
            identifiedByClient: Set(
                schema.entities.filter { $0.identityOrigin == .client }.map(\.head.name)
            ),
            resources: ResourceForms(schema)
        )
        for repository in schema.repositories {
            switch repository.kind {
            case .endpoints(let declared):
                let operations = translator.operations(declared)
                let model = translator.translate(repository, operations)
                consume(
                    TranslatedFile(
                        model: model,
                        template: .endpointRepository,
                        name: model.name,
                        folder: .repositories
                    )
                )
                consumeMock(translator.translateMock(repository, operations), consume)
            case .entity(let offer):
                let session = translator.session(of: repository.head.api)
                let model = entities.translate(repository, offer, session: session)
                consume(
                    TranslatedFile(
                        model: model,
                        template: .entityRepository,
                        name: model.name,
                        folder: .repositories
                    )
                )
                consumeMock(entities.translateMock(repository, offer), consume)
            }
        }
    }

    private func consumeMock(_ mock: MockModel, _ consume: (TranslatedFile) -> Void) {
        consume(TranslatedFile(model: mock, template: .mock, name: mock.name, folder: .mocks))
    }
}
