/// A repository of endpoints: the template `EndpointRepository`.
struct EndpointRepositoryModel: FileModel {
    static let vocabulary = TemplateVocabulary(
        text: [
            "name": "The name of the implementation.",
            "protocolName": "The name of the protocol.",
            "session": "The default session, ` = NetworkingSession(…)`, or nothing.",
        ],
        blocks: [
            "docs": "The documentation of the repository.",
            "requirements": "The functions of the protocol, without bodies.",
            "defaults": "Overloads that leave out a parameter with a default.",
            "functions": "The functions of the implementation.",
        ],
        including: FileHeader.vocabulary
    )

    let header: FileHeader
    let docs: Block
    let name: String
    let protocolName: String
    /// Such as ` = NetworkingSession(api: Conversations.self)`, or nothing.
    let session: String
    /// Such as `func newest(limit: Int) async throws(RepositoryError) -> [Message]`.
    let requirements: Block
    /// The same functions with the defaults of their parameters.
    let defaults: Block
    /// The functions of the implementation.
    let functions: Block

    func block(named block: String) -> Block? {
        switch block {
        case "docs": docs
        case "name": Block(text: name)
        case "protocolName": Block(text: protocolName)
        case "session": Block(text: session)
        case "requirements": requirements
        case "defaults": defaults
        case "functions": functions
        default: header.block(named: block)
        }
    }
}

/// A repository of an entity: the template `EntityRepository`.
struct EntityRepositoryModel: FileModel {
    static let vocabulary = TemplateVocabulary(
        text: [
            "name": "The name of the implementation.",
            "protocolName": "The name of the protocol.",
            "session": "The default session, ` = NetworkingSession(…)`, or nothing.",
            "operations": "The protocols that it refines, such as `ReadRepository<Message>`.",
            "conformances": "The protocols that the implementation conforms to.",
            "path": "The path of the collection, as a literal.",
        ],
        blocks: [
            "docs": "The documentation of the repository.",
            "api": "The property `api`, if the repository belongs to an API.",
            "local": "The strategy and the collection, if there is a local store.",
            "failures": "The enum of the errors that the repository declares.",
        ],
        including: FileHeader.vocabulary
    )

    let header: FileHeader
    let docs: Block
    let name: String
    let protocolName: String
    /// Such as ` = NetworkingSession(api: Conversations.self)`, or nothing.
    let session: String
    /// Such as `ReadRepository<Message>, DeleteRepository<Message>`.
    let operations: String
    /// Such as `MessageRepositoryProtocol, CRUDNetworkingRepository`.
    let conformances: String
    /// The path of the collection, as a literal.
    let path: String
    /// Such as `public var api: any APIDefinition.Type { Conversations.self }`, or nothing.
    let api: Block
    /// Such as `public static let strategy = Strategy.offlineFirst`, or nothing.
    let local: Block
    /// An enumeration with a case for each failure, or nothing.
    let failures: Block

    func block(named block: String) -> Block? {
        switch block {
        case "docs": docs
        case "name": Block(text: name)
        case "protocolName": Block(text: protocolName)
        case "session": Block(text: session)
        case "operations": Block(text: operations)
        case "conformances": Block(text: conformances)
        case "path": Block(text: path)
        case "api": api
        case "local": local
        case "failures": failures
        default: header.block(named: block)
        }
    }
}

/// The mock of a repository: the template `Mock`.
struct MockModel: FileModel {
    static let vocabulary = TemplateVocabulary(
        text: [
            "name": "The name of the mock.",
            "protocolName": "The name of the protocol.",
            "conformances": "The protocols that the mock conforms to.",
        ],
        blocks: [
            "stubs": "The stored properties, such as `public let newestStub = …`.",
            "functions": "The functions, which call the stubs; none for an entity.",
        ],
        including: FileHeader.vocabulary
    )

    let header: FileHeader
    let name: String
    let protocolName: String
    /// Such as `MessageRepositoryProtocol, MockRepository`.
    let conformances: String
    /// Such as `public let newestStub = MockFunction<Int, [Message]>("newest")`; for an entity,
    /// `public let stubs = MockFunctions()`.
    let stubs: Block
    /// The functions that call the stubs; none for an entity.
    let functions: Block

    func block(named block: String) -> Block? {
        switch block {
        case "name": Block(text: name)
        case "protocolName": Block(text: protocolName)
        case "conformances": Block(text: conformances)
        case "stubs": stubs
        case "functions": functions
        default: header.block(named: block)
        }
    }
}

/// The version check of the runtime, without names: the template `RuntimeVersion`.
struct RuntimeVersionModel: ViewModel {
    static let vocabulary = TemplateVocabulary()

    func block(named name: String) -> Block? { nil }
}
