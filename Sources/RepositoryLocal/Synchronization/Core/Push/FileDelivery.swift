import Foundation

/// Sends the files of entities that the server has: a state machine, after the writes of a run.
///
/// A file is uploaded with PUT and deleted with DELETE. Both are idempotent, so after a lost
/// response the request is simply repeated.
struct FileDelivery: SyncPart {
    private indirect enum Phase {
        case beginning
        /// The query for files of a collection that can be sent now.
        case asking
        /// The transaction that checks whether a file is still to be sent.
        case preparing(PendingFile)
        case sending(PendingFile)
        /// The request for the entity's new version of the file.
        case reading(PendingFile, since: Date)
        case storing
    }

    var run: RunState
    private var collections: ArraySlice<RemoteCollection>
    private var open: ArraySlice<PendingFile> = []
    private var hasSent = false
    private var phase = Phase.beginning

    init(_ run: RunState) {
        self.run = run
        collections = run.rules.collections.filter { !$0.schema.files.isEmpty }[...]
    }

    mutating func next(after event: SyncEvent, at now: Date) -> SyncStep<Void> {
        switch (phase, event) {
        case (.asking, .answered(.files(let files, let due))):
            if let due { run.pace.note(due: due) }
            open = files[...]
        case (.preparing(let file), .stored(.file(let date?))):
            // After a long suspension, another process may have sent a later one.
            if !run.isStopped, SyncLease.isHeld(since: date, at: now) {
                (phase, hasSent) = (.sending(file), true)
                return .perform(.exchange(.sendFile(file)))
            }
        case (.sending(let file), .response(let result)):
            return heed(result, of: file, at: now)
        case (.reading(let file, let date), .entity(let read)):
            return store(.settleFile(file, try? read.get(), readAt: date))
        case (.storing, .stored(.file(let due?))):
            run.pace.note(due: due)
        default:
            break
        }
        return goOn(at: now)
    }

    private mutating func goOn(at now: Date) -> SyncStep<Void> {
        let isLeft = run.isAwaited && hasSent && !run.rules.isByHand
        guard !run.isStopped, !run.isUnreachable, !isLeft else { return .end(()) }
        while let file = open.popFirst() {
            guard !run.paused.contains(file.key.collection) else { continue }
            phase = .preparing(file)
            return .perform(.store(.prepareFile(file)))
        }
        guard let collection = collections.popFirst() else { return .end(()) }
        phase = .asking
        return .perform(.ask(.files(of: collection.schema.name)))
    }

    private mutating func heed(
        _ result: Result<NetworkingResponse, RepositoryError>,
        of file: PendingFile,
        at now: Date
    ) -> SyncStep<Void> {
        let name = file.key.collection
        let path = "\(name)/\(file.key.id)/\(file.path)"
        let request = NetworkingRequest(method: file.isDeletion ? .delete : .put, path: path)
        switch Verdict(result, to: request) {
        case .acknowledged(let response) where response.isPage && !file.mediaType.isHTML:
            return postpone(file, after: RepositoryError(page: response, to: request), .entry, now)
        case .gone where file.isDeletion, .acknowledged:
            run.noteSuccess(in: name, at: now)
            run.report.uploaded += 1
            // If not fetched, the version follows from the next listing.
            guard !run.isStopped else { return store(.settleFile(file, nil, readAt: now)) }
            phase = .reading(file, since: now)
            return .perform(.exchange(.read(file.key)))
        case .later(let error, let pause), .ambiguous(let error, let pause):
            return postpone(file, after: error, pause, now)
        case .conflict(let error), .gone(let error), .refused(let error):
            run.note(error, in: name, id: file.key.id)
            return store(.rejectFile(file, error))
        }
    }

    private mutating func postpone(
        _ file: PendingFile,
        after error: RepositoryError,
        _ pause: Verdict.Pause,
        _ now: Date
    ) -> SyncStep<Void> {
        let name = file.key.collection
        run.note(error, pausing: pause, in: name, at: now)
        run.note(error, in: name, id: file.key.id)
        return store(.postponeFile(file, error, isHeld: pause == .entry))
    }

    private mutating func store(_ transaction: SyncTransaction) -> SyncStep<Void> {
        phase = .storing
        return .perform(.store(transaction))
    }
}
