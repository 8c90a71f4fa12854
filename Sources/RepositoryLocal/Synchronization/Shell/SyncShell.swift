/// Performs the effects of a run: it holds no decision.
struct SyncShell: Sendable {
    let storage: any Storage
    let rules: SyncRules
    let clock: any SyncClock
    /// Called between all steps: a test ends the process there.
    let checkpoint: @Sendable () -> Void

    /// Performs a run to its end, and tells of progress and outcomes.
    ///
    /// Where the store cannot be read or written, the run ends.
    func run(
        _ core: inout SyncCore,
        isolation: isolated (any Actor)? = #isolation,
        tell: (SyncNotice) -> Void
    ) async throws(StorageError) {
        var event = SyncEvent.began
        while true {
            let effect = core.next(after: event, at: clock.now, isStopped: Task.isCancelled)
            for notice in core.takeNotices() { tell(notice) }
            guard let effect else { return }
            event = try await perform(effect)
            checkpoint()
            for collection in rules.collections {
                guard let pause = collection.pause?.take() else { continue }
                core.hear(pause: pause, askedBy: collection.schema.name, at: clock.now)
            }
        }
    }

    private func perform(_ effect: SyncEffect) async throws(StorageError) -> SyncEvent {
        switch effect {
        case .ask(let question):
            return .answered(
                try await storage.read { [rules, clock] store throws(StorageError) in
                    try question.answer(from: store, by: rules, at: clock.now)
                }
            )
        case .store(let transaction):
            return .stored(
                try await storage.write { [rules, clock] store throws(StorageError) in
                    try transaction.perform(in: store, by: rules, at: clock.now)
                }
            )
        case .send(let request, let name):
            return .response(
                await result(name) { collection throws(RepositoryError) in
                    try await collection.send(request)
                }
            )
        case .read(let key):
            return .entity(
                await result(key.collection) { collection throws(RepositoryError) in
                    try await collection.read(key.id)
                }
            )
        case .list(let pages, let name):
            return .listed(
                await result(name) { _ throws(RepositoryError) in
                    var pages = pages
                    let elements = try await pages.next()
                    return ListingPart(pages: pages, elements: elements)
                }
            )
        }
    }

    private func result<Value>(
        _ name: String,
        _ body: (RemoteCollection) async throws(RepositoryError) -> Value
    ) async -> Result<Value, RepositoryError> {
        guard let collection = rules.collection(name) else {
            let message = "The collection is not registered."
            return .failure(RepositoryError(.invalidRequest, during: name, message: message))
        }
        do throws(RepositoryError) {
            return .success(try await body(collection))
        } catch {
            return .failure(error)
        }
    }
}
