/// What the core of the synchronizer wants done: one interaction with the store or with the server.
///
/// The core decides, and ``SyncShell`` performs; what came of it goes back to the core as a ``SyncEvent``.
package enum SyncEffect: Sendable {
    /// The store is read.
    case ask(SyncQuestion)
    /// The store is written, in one transaction.
    case store(SyncTransaction)
    /// The server is asked for something: one request.
    case exchange(RemoteExchange)
}

/// What the core of the synchronizer asks the server for.
package enum RemoteExchange: Sendable {
    /// A write is sent to the service of a collection.
    case send(NetworkingRequest, to: String)
    /// An entity is read.
    case read(RecordKey)
    /// A file of an entity is sent, or deleted.
    case sendFile(PendingFile)
    /// The next part of a listing is read.
    case list(RemotePages, of: String)

    /// Performs the exchange.
    ///
    /// - Parameter rules: The rules of the run, with the collections that it goes to.
    /// - Returns: What came of it.
    package func perform(by rules: SyncRules) async -> SyncEvent {
        switch self {
        case .send(let request, let name):
            return .response(
                await result(rules.collection(name)) { collection throws(RepositoryError) in
                    try await collection.send(request)
                }
            )
        case .read(let key):
            return .entity(
                await result(rules.collection(key.collection)) {
                    collection throws(RepositoryError) in
                    try await collection.read(key.id)
                }
            )
        case .sendFile(let file):
            return .response(
                await result(rules.collection(file.key.collection)) {
                    collection throws(RepositoryError) in
                    try await collection.send(file, from: rules.place, rules.tellsProgress)
                }
            )
        case .list(let pages, let name):
            return .listed(
                await result(rules.collection(name)) { _ throws(RepositoryError) in
                    var pages = pages
                    let elements = try await pages.next()
                    return ListingPart(pages: pages, elements: elements)
                }
            )
        }
    }

    private func result<Value>(
        _ collection: RemoteCollection?,
        _ body: (RemoteCollection) async throws(RepositoryError) -> Value
    ) async -> Result<Value, RepositoryError> {
        guard let collection else {
            let message = "The collection is not registered."
            return .failure(
                RepositoryError(.invalidRequest, during: "synchronization", message: message)
            )
        }
        do throws(RepositoryError) {
            return .success(try await body(collection))
        } catch {
            return .failure(error)
        }
    }
}

/// What has happened, as the core of the synchronizer hears it.
package enum SyncEvent: Sendable {
    /// A run begins: in a process that has just started, too.
    case began
    /// The store has answered a question.
    case answered(SyncQuestion.Answer)
    /// A transaction is stored.
    case stored(Ruling)
    /// The response to a write, or the error in its place.
    case response(Result<NetworkingResponse, RepositoryError>)
    /// The server has said what it has of an entity; nil where it has none.
    case entity(Result<RemoteState?, RepositoryError>)
    /// A part of a listing has arrived, with the listing behind it; nil behind the last part.
    case listed(Result<ListingPart, RepositoryError>)
}

/// A part of a listing.
package struct ListingPart: Sendable {
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
package enum SyncNotice: Sendable {
    case progress(SyncProgress)
    case outcome(WriteOutcome)
}
