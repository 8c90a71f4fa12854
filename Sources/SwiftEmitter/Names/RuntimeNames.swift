/// The names of the public types of the runtime.
///
/// Within a module, its own types hide them. Imported types with the same names are ambiguous, so
/// generated code names them with their modules.
enum RuntimeNames {
    /// All of them.
    static let all = Set(list.split { $0 == " " || $0 == "\n" }.map(String.init))

    private static let list = """
        APIDefinition APIEnvironment Aggregate AggregatedGroup Aggregation ArrayCodec
        ArrayResponse AttachmentFolder Authentication Backoff BearerMiddleware BodyMedia
        BodySource BytesResponse CRUDNetworkingDictionaryRepository CRUDNetworkingRepository
        CRUDNetworkingStorageRepository CRUDRepository CRUDStorageRepository CacheMiddleware
        Change ChunksResponse ClosedEnum ClosureMiddleware Comparison Condition Confirmations
        ConflictPolicy Constrained Constraint Constraints ContainedReferences Conventions
        ConversionError CookieJar CreateNetworkingRepository CreateRepository Credential
        Credentials Criteria DateCodec Day DeleteNetworkingRepository DeleteRepository
        DeletionRule DictionaryCodec DictionaryInitializable DictionaryReader
        DictionaryRepresentable DictionaryValueInitializable DictionaryValueRepresentable
        DictionaryWriter Download DownloadResponse EmptyBody EmptyResponse Endpoint
        EndpointDefinition EndpointResponse Entity EntityDraft EntityFields EntityIdentifier
        EntityPatch EntitySchema EntitySyncState EntityWriteOutcome EventsResponse Field
        FieldPath FileProperty FileUpload FormArrays FormObjects FormResponse FormerProperty
        FormerValue GenericRequest HTTPMethod HeaderReader IdentityAliases ImportReport
        InMemoryOfflineRepository IndexedProperty Indirect JSON JSONCodec JSONDecodable
        JSONElementDecodable JSONElementEncodable JSONEncodable JSONError JSONKey JSONKeyPath
        JSONKind JSONLimits JSONLinesResponse JSONReader JSONSequenceResponse JSONVariable
        JSONWriter Join Joined ListChange LoggedBodies LoggedExchange LoggingMiddleware
        LossyArrayCodec LossyDictionaryCodec MemberEncodable MemberWriter MemoryStorage
        MiddlewareStage MockFunction MockFunctions MockRepository Networking NetworkingError
        NetworkingMiddleware NetworkingRepository NetworkingRequest NetworkingResponse
        NetworkingSession NetworkingStack NoResponseHeaders NonisolatedConformance NullableChange
        NullableCodec NullableJSONVariable NumericBoolCodec OAuthAuthorization OAuthClient
        OAuthError OAuthGrant OAuthTokenSource OAuthTokenStore OAuthTokens ObserveRepository
        OfflineRepository OpenEnum OpeningLog OpeningReport Order Outbox OutboxEntry
        OutboxFailure PageSequence PagedRepository ParameterValue Parameters PatchRepository
        PatchableRepository PathIdentifier Pattern PatternError PendingFile Presence
        ProblemCollector PropertyName PropertyProblem QueryExplanation Reachability
        ReadNetworkingRepository ReadRepository RecordKey Redacted RedactedCodec ReferenceField
        ReferencePlace ReferenceURLCodec RejectedWrite RelatedField RelatedReference RelatedValue
        RelatedValueList RemoteCollection ReplicaSelection Repository RepositoryAttempt
        RepositoryError RepositoryObservation RepositoryOperation RepositoryProxy
        RepositoryRegistry RepositoryResult RepositoryRuntimeVersion1 RepositorySide
        RepositoryWarning RequestOptions RequestStream ResponseBody ResponseCache ResponseChunks
        ResponseDefinition ResponseHeadersDefinition ResponseStream RetryMiddleware ScalarError
        ScalarRepresentable ServerSentEvent ServiceFailure ServiceOperation SharingMiddleware
        SingleResponse SkippedValue SkippedValues StatusResponse Storage StorageBroadcast
        StorageChange StorageChanges StorageError StorageReader StorageRepository StorageWriter
        StoreOrUpdateRepository StoredRecord Strategy StrategyPlan StreamedResponse SyncClock
        SyncConflict SyncProblem SyncProgress SyncReport SyncState SyncSummary
        SynchronizableRepository Synchronizer SystemClock TextCodable TextCodec
        TextEventsResponse TextFailure TextFormat TextResponse TokenSource TransferProgress
        TypedIdentity UnionValue UnknownKeys UnknownKeysKeeping UnspecifiedAPI
        UpdateNetworkingRepository UpdateRepository ValueCodec ValueField ValueListField
        ValueObject WriteConflict WriteOutcome WriteOutcomes
        """
}
