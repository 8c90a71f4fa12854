/// What the core of the synchronizer wants done: one interaction with the store or with the server.
///
/// The core decides, and ``SyncShell`` performs; what came of it goes back to the core as a ``SyncEvent``.
enum SyncEffect: Sendable {
    /// The store is read.
    case ask(SyncQuestion)
    /// The store is written, in one transaction.
    case store(SyncTransaction)
    /// A request is sent to the service of a collection.
    case send(NetworkingRequest, to: String)
    /// An entity is read from the server.
    case read(RecordKey)
    /// The next part of a listing is read from the server.
    case list(RemotePages, of: String)
}

/// What has happened, as the core of the synchronizer hears it.
enum SyncEvent: Sendable {
    /// A run begins: in a process that has just started, too.
    case began
    /// The store has answered a question.
    case answered(SyncQuestion.Answer)
    /// A transaction is stored.
    case stored(Ruling)
    /// A response has arrived, or none has.
    case response(Result<NetworkingResponse, RepositoryError>)
    /// The server has said what it has of an entity; nil where it has none.
    case entity(Result<RemoteState?, RepositoryError>)
    /// A part of a listing has arrived, with the listing behind it; nil behind the last part.
    case listed(Result<ListingPart, RepositoryError>)
}

/// A part of a listing.
struct ListingPart: Sendable {
    /// The listing, which goes on behind the part.
    var pages: RemotePages
    /// What the part has; nil behind the last one.
    var elements: [RemoteElement]?
}

/// What a part of the core does next.
enum SyncStep<Result> {
    case perform(SyncEffect)
    case end(Result)
}

/// What the core tells whoever listens, beside its report.
enum SyncNotice: Sendable {
    case progress(SyncProgress)
    case outcome(WriteOutcome)
}
