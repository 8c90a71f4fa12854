#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sends the files of entities that the server has: a state machine, behind the writes of a run.
///
/// A file is sent with PUT and deleted with DELETE. Both can be repeated, so that nothing has to be found out after a
/// lost response: the file is sent again.
struct FileDelivery: Sendable {
    private enum Phase {
        /// The files of a collection that can be sent now.
        case asking(RemoteCollection)
        case sending(PendingFile)
        /// What the entity says of the file now.
        case reading(PendingFile)
        /// Whether the server still has the entity.
        case looking(PendingFile, RepositoryError)
        case storing
    }

    /// What the next part of the run goes on with.
    var run: RunState
    /// Whether nothing can be reached.
    private(set) var isUnreachable = false
    private var collections: ArraySlice<RemoteCollection>
    private var open: ArraySlice<PendingFile> = []
    private var phase = Phase.storing

    init(_ run: RunState) {
        self.run = run
        collections = run.rules.collections.filter { !$0.schema.files.isEmpty }[...]
    }

    /// Returns the next effect after an event, or ends.
    mutating func next(after event: SyncEvent, at now: Date) -> SyncStep<Void> {
        switch (phase, event) {
        case (.asking, .answered(.files(let files, let due))):
            if let due { run.pace.note(due: due) }
            open = files[...]
            return goOn(at: now)
        case (.sending(let file), .response(let result)):
            return heed(result, of: file, at: now)
        case (.reading(let file), .entity(let read)):
            run.report.uploaded += 1
            let state = try? read.get()
            return store(.settleFile(file, state))
        case (.looking(let file, let error), .entity(let read)):
            guard case .success(nil) = read else {
                run.note(error, in: file.key.collection, id: file.key.id)
                return store(.rejectFile(file, error, isGone: false))
            }
            return store(.rejectFile(file, error, isGone: true))
        default:
            return goOn(at: now)
        }
    }

    private mutating func goOn(at now: Date) -> SyncStep<Void> {
        guard !run.isStopped, !isUnreachable else { return .end(()) }
        if let file = open.popFirst() {
            guard !run.pace.holds(file.key.collection, at: now, isByHand: run.rules.isByHand) else {
                open = []
                return goOn(at: now)
            }
            phase = .sending(file)
            return .perform(.exchange(.sendFile(file)))
        }
        guard let collection = collections.popFirst() else { return .end(()) }
        phase = .asking(collection)
        return .perform(.ask(.files(of: collection.schema.name)))
    }

    private mutating func heed(
        _ result: Result<NetworkingResponse, RepositoryError>,
        of file: PendingFile,
        at now: Date
    ) -> SyncStep<Void> {
        let request = NetworkingRequest(method: file.isDeletion ? .delete : .put, path: "")
        switch Verdict(result, to: request, deletes: file.isDeletion) {
        case .acknowledged:
            run.pace.noteSuccess(in: file.key.collection, at: now)
            phase = .reading(file)
            return .perform(.exchange(.read(file.key)))
        case .later(let error, let pause), .ambiguous(let error, let pause):
            switch pause {
            case .entry: break
            case .collection:
                run.pace.pause(file.key.collection, at: now, retryAfter: error.retryAfter)
            case .everything:
                run.pace.pauseEverything(at: now)
                isUnreachable = true
            }
            run.note(error, in: file.key.collection, id: file.key.id)
            return store(.postponeFile(file, error))
        case .gone(let error):
            phase = .looking(file, error)
            return .perform(.exchange(.read(file.key)))
        case .conflict(let error), .refused(let error):
            run.note(error, in: file.key.collection, id: file.key.id)
            return store(.rejectFile(file, error, isGone: false))
        }
    }

    private mutating func store(_ transaction: SyncTransaction) -> SyncStep<Void> {
        phase = .storing
        return .perform(.store(transaction))
    }
}
