/// The names that generated code has for itself.
///
/// In one list for each scope: what stands there already, and what the bodies in it use.
package enum SwiftNames {
    /// Names that no declaration of a schema may have, each with what has it, as a message says it:
    /// `"Entity": "a type of RepositoryRuntime"`.
    ///
    /// A declaration of that name would hide the type that generated code means. The types of the
    /// schema language are not among them: the checker knows those.
    package static let reservedTypeNames: [String: String] = {
        var names: [String: String] = [:]
        for name in languageTypes { names[name] = "a word of Swift" }
        for name in commonTypes { names[name] = "a type of Swift" }
        for name in runtimeTypes { names[name] = "a type of RepositoryRuntime" }
        for name in entityTypes { names[name] = "a type that every entity has" }
        for name in endpointTypes { names[name] = "a type that every endpoint has" }
        names["RuntimeVersion"] = "a generated file"
        return names
    }()

    /// Whether a declaration may not have this name.
    package static func isReservedTypeName(_ name: String) -> Bool {
        reservedTypeNames[name] != nil
    }

    /// What Swift itself takes, and the protocols of the standard library that generated code names.
    private static let languageTypes = [
        "Any", "Copyable", "Hashable", "Protocol", "Self", "Sendable", "Type", "Void",
    ]

    /// What nearly every file that imports a generated module names, and could not any more.
    private static let commonTypes = [
        "Array", "Dictionary", "Error", "Foundation", "Never", "Optional", "Result", "Set", "Swift",
    ]

    /// What generated code names.
    ///
    /// Other types of the runtime may be hidden: a schema of an issue tracker has a `Repository`, one
    /// of a shop an `Order`.
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
        "MockFunction", "Networking", "NetworkingSession", "NullableChange", "NumericBoolCodec",
        "OfflineRepository", "OpenEnum", "PagedRepository", "PageSequence", "Parameters",
        "PatchRepository",
        "PatchableRepository", "Presence", "ReadNetworkingRepository", "ReadRepository", "Redacted",
        "ReferenceURLCodec", "RemoteCollection", "RepositoryError", "RepositoryNetworking",
        "RepositoryRuntime", "RepositoryRuntimeVersion1", "RepositoryStrategy", "RepositoryValues",
        "ResponseBody", "SingleResponse", "SynchronizableRepository",
        "TextCodec", "UnionValue", "UnknownKeysKeeping", "UpdateNetworkingRepository",
        "UpdateRepository", "ValueCodec", "ValueObject",
    ]

    /// Types that a schema may well have of its own, with their modules: generated code then says
    /// whose it means.
    static let qualifiableTypes: [String: String] = {
        let others = [
            "Condition": "RepositoryValues", "Constrained": "RepositoryValues",
            "CustomReflectable": "Swift", "JSONKeyPath": "RepositoryValues", "Mirror": "Swift",
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

    /// What a name inside of an entity means first.
    private static let entityTypes = ["Draft", "Fields", "ID", "Patch"]

    /// What a name inside of an endpoint means first.
    private static let endpointTypes = [
        "API", "Body", "DeclaredFailure", "Response", "ResponseHeaders",
    ]

    // MARK: - Members

    /// What no property of a value may be called.
    static let valueMembers: Set<String> = ["dictionary", "dictionaryValue", "hashValue"]

    /// What no property of an entity may be called, besides its identity.
    static let entityMembers = valueMembers.union(["draft", "id"])

    /// What no property may be called where unknown keys are kept.
    static let unknownKeysMembers: Set<String> = ["unknownKeys"]

    /// What no property may be called where some are redacted.
    static let redactedMembers: Set<String> = ["customMirror"]

    /// What no parameter of an endpoint may be called.
    static let endpointMembers: Set<String> = [
        "authenticates", "body", "environment", "example", "failures", "method", "parameters",
        "path",
    ]

    /// What no case of an enumeration may be called: `none` and `some` would be mistaken for those of
    /// an optional.
    static let enumerationMembers: Set<String> = [
        "allCases", "dictionaryValue", "hashValue", "none", "rawValue", "some",
    ]

    /// What no case of an open enumeration may be called.
    static let openEnumerationMembers = enumerationMembers.union(["unknown"])

    /// What no case of a union may be called.
    static let unionMembers: Set<String> = ["dictionaryValue", "hashValue", "none", "some"]

    /// What no case of an open union may be called.
    static let openUnionMembers = unionMembers.union(["unknown"])

    /// What no operation of a repository may be called.
    static let repositoryMembers: Set<String> = ["networking"]

    // MARK: - Locals

    /// What reading JSON uses beside a variable for each property.
    static let readingLocals: Set<String> = ["key", "reader"]

    /// What reading a dictionary uses.
    static let sourceLocals: Set<String> = ["dictionary", "source"]
}
