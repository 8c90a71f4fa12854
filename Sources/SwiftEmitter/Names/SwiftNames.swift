/// The names that generated code reserves.
///
/// There is a list for each scope: existing members, and the names that the code in it uses.
package enum SwiftNames {
    /// Names that no declaration of a schema may have, each with its owner for a message:
    /// `"Entity": "a type of RepositoryRuntime"`.
    ///
    /// A declaration with such a name would hide the type that generated code refers to. The
    /// built-in types of the schema language are not included, because the checker knows them.
    package static let reservedTypeNames: [String: String] = {
        var names: [String: String] = [:]
        for name in languageTypes { names[name] = "reserved by Swift" }
        for name in commonTypes { names[name] = "a Swift type" }
        for name in runtimeTypes { names[name] = "a type of RepositoryRuntime" }
        for name in entityTypes { names[name] = "a nested type of every entity" }
        for name in endpointTypes { names[name] = "a nested type of every endpoint" }
        names["RuntimeVersion"] = "a generated file"
        return names
    }()

    /// Whether a declaration must not have this name.
    package static func isReservedTypeName(_ name: String) -> Bool {
        reservedTypeNames[name] != nil
    }

    /// Names reserved by Swift, and the standard library protocols that generated code uses.
    private static let languageTypes = [
        "Any", "Copyable", "Hashable", "Protocol", "Self", "Sendable", "Type", "Void",
    ]

    /// Types used in almost every file that imports a generated module, which would be hidden.
    private static let commonTypes = [
        "Array", "Dictionary", "Error", "Foundation", "Never", "Optional", "Result", "Set", "Swift",
    ]

    /// Types used in generated code.
    ///
    /// Other types of the runtime may be hidden: the schema of an issue tracker has a `Repository`,
    /// that of a shop an `Order`.
    private static let runtimeTypes = [
        "APIDefinition", "APIEnvironment", "ArrayResponse", "CRUDNetworkingRepository", "Change",
        "ClosedEnum", "ConversionError", "CreateNetworkingRepository", "CreateRepository",
        "Criteria", "DateCodec", "DeleteNetworkingRepository", "DeleteRepository",
        "DeletionRule", "DictionaryInitializable", "DictionaryReader", "DictionaryRepresentable",
        "DictionaryWriter", "EmptyResponse", "Endpoint", "EndpointDefinition", "Entity",
        "EntityDraft", "EntityFields", "EntityPatch", "EntitySchema", "Field",
        "FileProperty",
        "FormerProperty", "FormerValue",
        "HTTPMethod", "InMemoryOfflineRepository", "IndexedProperty", "Indirect", "JSONDecodable",
        "JSONEncodable", "JSONError", "JSONReader", "JSONWriter", "MemberEncodable", "MemberWriter",
        "MockFunction", "MockFunctions", "MockRepository", "Networking", "NetworkingSession",
        "NullableChange", "NumericBoolCodec",
        "OfflineRepository", "OpenEnum", "PagedRepository", "PageSequence", "Parameters",
        "PatchRepository",
        "PatchableRepository", "Presence", "ReadNetworkingRepository", "ReadRepository", "Redacted",
        "ReferenceURLCodec", "RemoteCollection", "RepositoryError", "RepositoryLocal",
        "RepositoryNetworking",
        "RepositoryRuntime", "RepositoryRuntimeVersion1", "RepositoryStrategy", "RepositoryValues",
        "ResponseBody", "SingleResponse", "SynchronizableRepository",
        "TextCodec", "UnionValue", "UnknownKeysKeeping", "UpdateNetworkingRepository",
        "UpdateRepository", "ValueCodec", "ValueObject",
    ]

    /// Types that a schema may declare itself, with their modules: generated code then adds the
    /// module.
    static let qualifiableTypes: [String: String] = {
        let others = [
            "Actor": "_Concurrency", "Condition": "RepositoryValues",
            "Constrained": "RepositoryValues",
            "CustomReflectable": "Swift", "Identifiable": "Swift",
            "JSONKeyPath": "RepositoryValues", "Mirror": "Swift",
            "Order": "RepositoryValues", "ProblemCollector": "RepositoryValues",
            "ReferenceField": "RepositoryValues", "ReplicaSelection": "RepositoryLocal",
            "Strategy": "RepositoryStrategy", "TypedIdentity": "RepositoryValues",
            "ValueField": "RepositoryValues",
            "ValueListField": "RepositoryValues",
        ]
        let requests = [
            "Authentication", "BodyMedia", "BytesResponse", "ChunksResponse", "Conventions",
            "Download", "DownloadResponse", "EmptyBody", "EventsResponse", "FileUpload",
            "FormResponse", "HeaderReader", "JSONLinesResponse", "JSONSequenceResponse",
            "NetworkingResponse", "RequestOptions", "RequestStream", "ResponseHeadersDefinition",
            "ResponseStream", "ServerSentEvent", "StatusResponse", "TextEventsResponse",
            "TextFailure", "TextResponse",
        ]
        return requests.reduce(into: others) { $0[$1] = "RepositoryNetworking" }
    }()

    /// Names with another meaning inside an entity.
    private static let entityTypes = ["Draft", "Fields", "ID", "Patch"]

    /// Names with another meaning inside an endpoint.
    private static let endpointTypes = [
        "API", "Body", "DeclaredFailure", "Response", "ResponseHeaders",
    ]

    // MARK: - Members

    /// Names that no property of a value can have.
    static let valueMembers: Set<String> = ["dictionary", "dictionaryValue", "hashValue"]

    /// Names that no property of an entity except its identity can have.
    static let entityMembers = valueMembers.union(["draft", "id"])

    /// Names that no property can have if unknown keys are kept.
    static let unknownKeysMembers: Set<String> = ["unknownKeys"]

    /// Names that no property can have if some are redacted.
    static let redactedMembers: Set<String> = ["customMirror"]

    /// Names that no parameter of an endpoint can have.
    static let endpointMembers: Set<String> = [
        "authenticates", "body", "environment", "example", "failures", "method", "parameters",
        "path",
    ]

    /// Names that no case of an enumeration can have: `none` and `some` would be mistaken for those
    /// of an optional.
    static let enumerationMembers: Set<String> = [
        "allCases", "dictionaryValue", "hashValue", "none", "rawValue", "some",
    ]

    /// Names that no case of an open enumeration can have.
    static let openEnumerationMembers = enumerationMembers.union(["unknown"])

    /// Names that no case of a union can have.
    static let unionMembers: Set<String> = ["dictionaryValue", "hashValue", "none", "some"]

    /// Names that no case of an open union can have.
    static let openUnionMembers = unionMembers.union(["unknown"])

    /// Names that no operation of a repository can have.
    static let repositoryMembers: Set<String> = ["networking"]

    // MARK: - Locals

    /// Variables used for reading JSON, next to one for each property.
    static let readingLocals: Set<String> = ["key", "reader"]

    /// Variables used for reading a dictionary.
    static let sourceLocals: Set<String> = ["dictionary", "source"]
}
