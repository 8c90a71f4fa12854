import Parallelism
import SchemaLanguage

/// A file to be rendered.
struct TranslatedFile: Sendable {
    let model: any FileModel
    let template: FileTemplate
    let name: String
    let folder: FileTable.Folder

    init(
        _ model: any FileModel,
        _ template: FileTemplate,
        named name: String,
        in folder: FileTable.Folder
    ) {
        self.model = model
        self.template = template
        self.name = name
        self.folder = folder
    }
}

/// Translates a checked schema into view models: every decision is made here.
struct SchemaTranslator {
    /// The translation of one declaration, independent of all others; any core can run it when
    /// there is room for its view models.
    typealias Translation = @Sendable () -> [TranslatedFile]

    /// The schema to translate.
    private let schema: CheckedSchema
    /// The same schema with the declarations imported from other modules.
    private let whole: CheckedSchema
    private let access: String
    private let isServer: Bool
    private let headers: HeaderTranslator
    private let names: DeclarationNames
    private let types: TypeTranslator

    /// Makes a translator of a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - access: The access level of generated declarations.
    ///   - isServer: Whether drafts and patches can also be decoded.
    ///   - isImported: Whether the schemas of other outputs use the declarations, too.
    init(
        _ schema: CheckedSchema,
        access: ProjectConfiguration.AccessLevel,
        isServer: Bool = false,
        isImported: Bool = false
    ) {
        self.schema = schema.own
        whole = schema
        self.access = access.modifier
        self.isServer = isServer
        headers = HeaderTranslator(access: access)
        names = DeclarationNames(schema)
        types = TypeTranslator(
            schema,
            names: names,
            received: isImported ? ReceivedEntities() : ReceivedEntities(schema)
        )
    }

    /// The translations of all declarations, in the order in which their files get their names.
    var translations: [Translation] {
        let endpoints = EndpointTranslator(access: access, headers: headers, types: types)
        let outlines = schema.endpoints.concurrentMap { endpoints.outline($0) }
        var translations = apis + enumerations + scalars + unions + values + entities
        translations += Self.translations(of: Array(zip(schema.endpoints, outlines))) {
            let (endpoint, outline) = $0
            let model = endpoints.translate(endpoint, outline)
            return TranslatedFile(model, .endpoint, named: outline.name, in: .endpoints)
        }
        return translations + repositories(outlines)
    }

    private static func translations<Declaration: Sendable>(
        of declarations: [Declaration],
        _ translate: @escaping @Sendable (Declaration) -> TranslatedFile
    ) -> [Translation] {
        declarations.map { declaration in { [translate(declaration)] } }
    }

    private var apis: [Translation] {
        let translator = APITranslator(
            access: access,
            headers: headers,
            names: names,
            redacted: RedactedKeys(whole)
        )
        return Self.translations(of: schema.apis) { api in
            let model = translator.translate(api)
            return TranslatedFile(model, .api, named: model.name, in: .apis)
        }
    }

    private var enumerations: [Translation] {
        let translator = EnumerationTranslator(headers: headers, names: names)
        return Self.translations(of: schema.enumerations) { enumeration in
            let model = translator.translate(enumeration)
            let isOpen = enumeration.keepsUnknown
            let template: FileTemplate = isOpen ? .openEnumeration : .closedEnumeration
            return TranslatedFile(model, template, named: model.name, in: .enums)
        }
    }

    private var scalars: [Translation] {
        let translator = ScalarTranslator(headers: headers, types: types)
        return Self.translations(of: schema.scalars) { scalar in
            let model = translator.translate(scalar)
            return TranslatedFile(model, .scalar, named: model.name, in: .scalars)
        }
    }

    private var unions: [Translation] {
        let translator = UnionTranslator(access: access, headers: headers, types: types)
        return Self.translations(of: schema.unions) { union in
            let model = translator.translate(union)
            return TranslatedFile(model, .union, named: model.name, in: .unions)
        }
    }

    private var structures: StructureTranslator {
        StructureTranslator(
            access: access,
            headers: headers,
            properties: PropertyTranslator(types: types),
            readsSent: isServer
        )
    }

    private var values: [Translation] {
        Self.translations(of: schema.values) { [structures] value in
            let model = structures.translate(value)
            return TranslatedFile(model, .value, named: model.name, in: .values)
        }
    }

    private var entities: [Translation] {
        let relations = RelationsTranslator(
            access: access,
            headers: headers,
            structures: structures
        )
        return schema.entities.map { entity in
            {
                let model = relations.structures.translate(entity)
                let name = model.structure.name
                let file = TranslatedFile(model, .entity, named: name, in: .entities)
                guard let model = relations.translate(entity) else { return [file] }
                let functions = TranslatedFile(
                    model,
                    .relations,
                    named: name + "+Relations",
                    in: .relations
                )
                return [file, functions]
            }
        }
    }

    private func repositories(_ outlines: [TranslatedEndpoint]) -> [Translation] {
        let names = schema.endpoints.map(\.head.name)
        let translator = RepositoryTranslator(
            access: access,
            headers: headers,
            names: self.names,
            endpoints: Dictionary(zip(names, outlines)) { _, last in last },
            reachableAPIs: Set(whole.apis.filter { !$0.baseURLs.isEmpty }.map(\.head.name))
        )
        let entities = EntityRepositoryTranslator(
            access: access,
            headers: headers,
            types: types,
            identifiedByClient: Set(
                whole.entities.filter { $0.identityOrigin == .client }.map(\.head.name)
            ),
            resources: ResourceForms(whole),
            selections: SelectionTranslator(entities: whole.entities, structures: structures)
        )
        return schema.repositories.map { repository in
            switch repository.kind {
            case .endpoints(let declared):
                {
                    let operations = translator.operations(declared)
                    let model = translator.translate(repository, operations)
                    let mock = translator.translateMock(repository, operations)
                    return Self.files(model, .endpointRepository, named: model.name, mock)
                }
            case .entity(let offer):
                {
                    let session = translator.session(of: repository.head.api)
                    let model = entities.translate(repository, offer, session: session)
                    let mock = entities.translateMock(repository, offer)
                    return Self.files(model, .entityRepository, named: model.name, mock)
                }
            }
        }
    }

    private static func files(
        _ model: any FileModel,
        _ template: FileTemplate,
        named name: String,
        _ mock: MockModel
    ) -> [TranslatedFile] {
        [
            TranslatedFile(model, template, named: name, in: .repositories),
            TranslatedFile(mock, .mock, named: mock.name, in: .mocks),
        ]
    }
}
