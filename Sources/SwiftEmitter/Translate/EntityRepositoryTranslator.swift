import SchemaLanguage

/// Translates repositories of an entity.
struct EntityRepositoryTranslator: Sendable {
    let access: String
    let headers: HeaderTranslator
    let types: TypeTranslator
    /// The entities whose identities the client assigns.
    let identifiedByClient: Set<String>
    /// The JSON:API information about the entities, for services that use it.
    let resources: ResourceForms
    /// The selections of entities that a local store keeps.
    let selections: SelectionTranslator

    private var names: DeclarationNames { types.names }
    private var failures: FailureTranslator { FailureTranslator(access: access, types: types) }

    /// A repository, for the template `EntityRepository`.
    func translate(
        _ repository: CheckedRepository,
        _ offer: CheckedRepository.EntityOperations,
        session: String
    ) -> EntityRepositoryModel {
        let own = names.repository(repository.head.name)
        let entity = names[offer.entity]
        return EntityRepositoryModel(
            header: headers.header(
                of: repository.head,
                offer.local == .nowhere ? .networking : .local,
                imports(of: offer)
            ),
            docs: Documentation.block(
                repository.head.doc,
                or: "The operations of \(Documentation.code(own.name))."
            ),
            name: own.name,
            protocolName: own.protocolName,
            session: session,
            operations: offer.remote.compactMap(\.protocolName).map { "\($0)<\(entity)>" }
                .joined(separator: ", "),
            conformances: ([own.protocolName] + implementations(offer)).joined(separator: ", "),
            path: StringLiteral.literal(offer.path),
            api: api(of: repository, offer),
            local: local(offer, repository.head.api),
            failures: failures.enumeration(offer.failures)
        )
    }

    private func imports(of offer: CheckedRepository.EntityOperations) -> Imports {
        let shown = types.imports(of: [.entity(offer.entity)] + offer.failures.map(\.type))
        guard let keep = offer.keep else { return shown }
        return shown.union(selections.imports(keep, of: offer.entity))
    }

    /// The service of the repository, if it has one, and the conventions that differ from those of
    /// the service.
    private func api(
        of repository: CheckedRepository,
        _ offer: CheckedRepository.EntityOperations
    ) -> Block {
        var block = Block(capacity: 2)
        if let api = repository.head.api {
            block.line("/// The service that the repository belongs to.")
            block.line(access, "var api: any APIDefinition.Type { ", names[api], ".self }")
        }
        block.append(failures.settings(offer.failures, isComputed: true))
        var statements = offer.conventions.map { ConventionsTranslator.statements($0) } ?? []
        let api = base(of: offer, repository.head.api)
        let isJSONAPI = offer.conventions?.isJSONAPI ?? resources.areWanted(by: api)
        if isJSONAPI { statements.append(resources.statement(for: offer)) }
        guard !statements.isEmpty else { return block }
        let type = names.foreign("Conventions")
        block.append(
            ConventionsTranslator.declaration(
                "/// The conventions of the service, as this repository uses them.",
                access,
                type: type,
                start: api.map { "\(names[$0]).conventions" } ?? "\(type)()",
                statements
            )
        )
        block.line("/// The conventions of the service for this repository.")
        block.line(access, "var conventions: ", type, " { Self.conventions }")
        return block
    }

    /// The API whose conventions are the base for those of the repository; nil if they are based on
    /// a profile instead.
    private func base(
        of offer: CheckedRepository.EntityOperations,
        _ api: String?
    ) -> String? {
        offer.conventions?.beginsAnew == true ? nil : api
    }

    /// The declarations that connect the server and the local store, if there is one.
    ///
    /// ```swift
    /// /// Whether each operation uses the local store, the server or both.
    /// public static let strategy = Strategy.offlineFirst
    /// /// How a synchronizer uses the server.
    /// public var collection: RemoteCollection { RemoteCollection(self, conflicts: .merge) }
    /// ```
    private func local(
        _ offer: CheckedRepository.EntityOperations,
        _ api: String?
    ) -> Block {
        guard offer.local != .nowhere else { return Block() }
        let strategy = StrategyTranslator.expression(
            offer.strategy,
            type: names.foreign("Strategy")
        )
        var block = Block(capacity: 4)
        block.line("/// Whether each operation uses the local store, the server or both.")
        block.line(access, "static let strategy = ", strategy)
        let arguments =
            [offer.conflicts.map { "conflicts: .\($0.rawValue)" }] + server(offer, api)
            + [offer.keep.map { "keeping: \(selections.expression($0, of: offer.entity))" }]
        let call = (["self"] + arguments.compactMap(\.self)).joined(separator: ", ")
        guard call != "self" else { return block }
        block.line("/// How a synchronizer uses the server.")
        block.line(access, "var collection: RemoteCollection { RemoteCollection(\(call)) }")
        return block
    }

    /// The arguments for a synchronizer that differ from its defaults.
    private func server(
        _ offer: CheckedRepository.EntityOperations,
        _ api: String?
    ) -> [String?] {
        guard offer.remote.contains(.read) else { return ["listing: .none"] }
        // An explicit setting wins; without one, it follows from the origin of the identity.
        guard offer.conventions?.creation == nil,
            !resources.isCreationSaid(by: base(of: offer, api))
        else { return [] }
        return [identifiedByClient.contains(offer.entity) ? "creationCheck: .identity" : nil]
    }

    /// The mock, for the template `Mock`: the runtime implements its functions.
    ///
    /// ```swift
    /// /// The functions behind the stubs: `findStub`, `findByIDStub`, `pagesStub`.
    /// public let stubs = MockFunctions()
    /// ```
    func translateMock(
        _ repository: CheckedRepository,
        _ offer: CheckedRepository.EntityOperations
    ) -> MockModel {
        let own = names.repository(repository.head.name)
        let stubs = offer.remote.flatMap(\.stubNames).map { "`\($0)`" }.joined(separator: ", ")
        var block = Block(["/// The functions behind the stubs: \(stubs)."])
        block.line(access, "let stubs = MockFunctions()")
        return MockModel(
            header: headers.header(of: repository.head, .networking),
            name: own.mockName,
            protocolName: own.protocolName,
            conformances: "\(own.protocolName), MockRepository",
            stubs: block,
            functions: Block()
        )
    }

    /// The runtime protocols that provide the implementation.
    private func implementations(_ offer: CheckedRepository.EntityOperations) -> [String] {
        let plain: [CheckedRepository.RemoteOperation] = [.create, .read, .update, .delete]
        let others = offer.remote.filter { !plain.contains($0) }.map(\.implementationName)
        let local =
            switch offer.local {
            case .sqlite: ["OfflineRepository"]
            case .memory: ["InMemoryOfflineRepository"]
            case .nowhere: [String]()
            }
        if plain.allSatisfy(offer.remote.contains) {
            return ["CRUDNetworkingRepository"] + others + local
        }
        return offer.remote.filter(plain.contains).map(\.implementationName) + others + local
    }
}

extension CheckedRepository.RemoteOperation {
    /// The protocol for the layer above; nil if only a synchronizer calls it.
    fileprivate var protocolName: String? {
        switch self {
        case .create: "CreateRepository"
        case .read: "PagedRepository"
        case .update: "UpdateRepository"
        case .patch: "PatchRepository"
        case .delete: "DeleteRepository"
        case .synchronize: nil
        }
    }

    /// The stubs that the runtime declares for it in a mock.
    fileprivate var stubNames: [String] {
        switch self {
        case .create: ["createStub"]
        case .read: ["findStub", "findByIDStub", "pagesStub"]
        case .update: ["updateStub"]
        case .patch: ["patchStub", "patchFromStub"]
        case .delete: ["deleteStub"]
        case .synchronize: []
        }
    }

    /// The protocol that provides the implementation.
    fileprivate var implementationName: String {
        switch self {
        case .create: "CreateNetworkingRepository"
        case .read: "ReadNetworkingRepository"
        case .update: "UpdateNetworkingRepository"
        case .patch: "PatchableRepository"
        case .delete: "DeleteNetworkingRepository"
        case .synchronize: "SynchronizableRepository"
        }
    }
}
