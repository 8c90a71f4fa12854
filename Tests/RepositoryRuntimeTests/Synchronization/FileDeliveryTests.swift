import Foundation
import SyncSample
import Testing

@testable import RepositoryLocal

/// The state machine that sends files.
@Suite struct FileDeliveryTests {
    private func file(_ id: String) -> PendingFile {
        PendingFile(
            id: id,
            key: LawWorld.key("n\(id)", in: "Notice"),
            property: "photo",
            path: "photo",
            mediaType: "image/png",
            name: id,
            date: Date(timeIntervalSinceReferenceDate: 0)
        )
    }

    /// Returns the effects of a run with two files and an event while the first one is in flight, or
    /// before that.
    private func effects(
        isByHand: Bool = true,
        meanwhile: (inout FileDelivery) -> Void = { _ in },
        before: (inout FileDelivery) -> Void = { _ in }
    ) -> [String] {
        let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let service = LawService(knowsKeys: false, givesTags: false)
        let notices = RemoteCollection(NoticeRepository(store: service))
        let rules = SyncRules(collections: [notices], backoff: Backoff(), isByHand: isByHand)
        var files = FileDelivery(RunState(rules: rules, pace: Pace(Backoff()), at: now))
        var event = SyncEvent.began
        var effects: [String] = []
        while case .perform(let effect) = files.next(after: event, at: now) {
            switch effect {
            case .ask: event = .answered(.files([file("1"), file("2")], due: nil))
            case .store(.prepareFile):
                before(&files)
                event = .stored(.file(now))
            case .store:
                effects.append("settle")
                event = .stored(.done)
            case .exchange(.sendFile(let file)):
                effects.append("send \(file.id)")
                meanwhile(&files)
                event = .response(.success(NetworkingResponse(status: 204, body: Data())))
            case .exchange:
                effects.append("read")
                event = .entity(.success(nil))
            }
        }
        return effects
    }

    @Test("an automatic run ends between two files if another run waits for it")
    func awaited() {
        let both = ["send 1", "read", "settle", "send 2", "read", "settle"]
        #expect(effects(isByHand: false) { $0.run.isAwaited = true } == Array(both.prefix(3)))
        #expect(effects(isByHand: true) { $0.run.isAwaited = true } == both)
    }

    @Test("a run that is stopped before it sends a file leaves the file to the next one")
    func stoppedBefore() {
        #expect(effects(before: { $0.run.isStopped = true }).isEmpty)
    }

    @Test("a stopped run stores what it has sent, and fetches nothing more")
    func stopped() {
        #expect(effects { $0.run.isStopped = true } == ["send 1", "settle"])
    }
}
