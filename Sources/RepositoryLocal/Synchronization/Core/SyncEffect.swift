/// An effect requested by the synchronizer's core: one interaction with the store or the server.
///
/// The core decides, the ``Synchronizer`` executes, and the result returns to the core as a
/// ``SyncEvent``.
///
/// It is indirect, like the other enums of the core that contain requests or entities: each
/// copy of such a value would otherwise expand to kilobytes of machine code.
package indirect enum SyncEffect: Sendable {
    /// Reads from the store.
    case ask(SyncQuestion)
    /// Writes to the store, in one transaction.
    case store(SyncTransaction)
    /// Sends one request to the server.
    case exchange(RemoteExchange)
}

/// A request that the synchronizer's core sends to the server.
package indirect enum RemoteExchange: Sendable {
    /// Sends a write to the service of a collection.
    case send(NetworkingRequest, to: String)
    /// Fetches an entity.
    case read(RecordKey)
    /// Uploads or deletes a file of an entity.
    case sendFile(PendingFile)
    /// Fetches the next part of a listing.
    case list(RemotePages, of: String)

    /// Executes the exchange, with the collections of the rules.
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

/// An event for the synchronizer's core.
package indirect enum SyncEvent: Sendable {
    /// A run has started, possibly in a new process.
    case began
    /// The store has returned the answer to a question.
    case answered(SyncQuestion.Answer)
    /// A transaction was committed.
    case stored(Ruling)
    /// The response to a write, or the error.
    case response(Result<NetworkingResponse, RepositoryError>)
    /// The entity on the server, nil if there is none; or the error.
    case entity(Result<RemoteState?, RepositoryError>)
    /// A part of a listing, with the remaining listing; its elements are nil after the last part.
    case listed(Result<ListingPart, RepositoryError>)
}

/// A part of a listing.
package struct ListingPart: Sendable {
    /// The remaining listing.
    var pages: RemotePages
    /// The elements of the part; nil after the last one.
    var elements: [RemoteElement]?
}

/// The next step of a part of the core.
indirect enum SyncStep<Result> {
    case perform(SyncEffect)
    case end(Result)
}

/// A notice that the core publishes during a run.
package enum SyncNotice: Sendable {
    case progress(SyncProgress)
    case outcome(WriteOutcome)
}
