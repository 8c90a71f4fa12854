import SchemaLanguage

/// Translates repositories of an entity.
struct EntityRepositoryTranslator: Sendable {
    let access: String
    let headers: HeaderTranslator
    let names: DeclarationNames

    /// A repository, for the template `EntityRepository`.
    func translate(
        _ repository: CheckedRepository,
        _ offer: CheckedRepository.EntityOperations,
        session: String
    ) -> EntityRepositoryModel {
        let own = names.repository(repository.head.name)
        let entity = names[offer.entity]
        return EntityRepositoryModel(
            header: headers.header(of: repository.head),
            docs: Documentation.block(
                repository.head.doc,
                or: "What \(Documentation.code(own.name)) offers."
            ),
            name: own.name,
            protocolName: own.protocolName,
            session: session,
            operations: offer.remote.map { "\($0.protocolName)<\(entity)>" }
                .joined(separator: ", "),
            conformances: ([own.protocolName] + implementations(offer)).joined(separator: ", "),
            path: StringLiteral.literal(offer.path),
            api: api(of: repository)
        )
    }

    /// The service that the repository belongs to, where it belongs to one.
    private func api(of repository: CheckedRepository) -> Block {
        guard let api = repository.head.api else { return Block(capacity: 0) }
        var block = Block(capacity: 2)
        block.line("/// The service that the repository belongs to.")
        block.line(access, "var api: any APIDefinition.Type { ", names[api], ".self }")
        return block
    }

    /// The mock, for the template `Mock`.
    func translateMock(
        _ repository: CheckedRepository,
        _ offer: CheckedRepository.EntityOperations
    ) -> MockModel {
        let own = names.repository(repository.head.name)
        let entity = names[offer.entity]
        let functions = offer.remote.flatMap { MockedFunction.functions(of: $0, on: entity) }
        var stubs = Block(capacity: functions.count * 2)
        for function in functions { function.declareStub(in: &stubs, access) }
        return MockModel(
            header: headers.header(of: repository.head),
            name: own.mockName,
            protocolName: own.protocolName,
            stubs: stubs,
            functions: Block(paragraphs: functions.map { $0.function(access) })
        )
    }

    /// The protocols of the runtime that bring the implementation.
    private func implementations(_ offer: CheckedRepository.EntityOperations) -> [String] {
        let plain: [CheckedRepository.RemoteOperation] = [.create, .read, .update, .delete]
        let patch = offer.remote.filter { $0 == .patch }.map(\.implementationName)
        if plain.allSatisfy(offer.remote.contains) { return ["CRUDNetworkingRepository"] + patch }
        return offer.remote.filter(plain.contains).map(\.implementationName) + patch
    }
}

extension CheckedRepository.RemoteOperation {
    /// The protocol that the layer above sees.
    fileprivate var protocolName: String {
        switch self {
        case .create: "CreateRepository"
        case .read: "ReadRepository"
        case .update: "UpdateRepository"
        case .patch: "PatchRepository"
        case .delete: "DeleteRepository"
        }
    }

    /// The protocol that brings the implementation.
    fileprivate var implementationName: String {
        switch self {
        case .create: "CreateNetworkingRepository"
        case .read: "ReadNetworkingRepository"
        case .update: "UpdateNetworkingRepository"
        case .patch: "PatchableRepository"
        case .delete: "DeleteNetworkingRepository"
        }
    }
}
