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

    /// How many of two files a run sends for which another run waits after the first one.
    private func sentCount(isByHand: Bool) -> Int {
        let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let service = LawService(knowsKeys: false, givesTags: false)
        let notices = RemoteCollection(NoticeRepository(store: service))
        let rules = SyncRules(collections: [notices], backoff: Backoff(), isByHand: isByHand)
        var files = FileDelivery(RunState(rules: rules, pace: Pace(Backoff())))
        var event = SyncEvent.began
        var count = 0
        while case .perform(let effect) = files.next(after: event, at: now) {
            switch effect {
            case .ask: event = .answered(.files([file("1"), file("2")], due: nil))
            case .store(.prepareFile): event = .stored(.file(now))
            case .store: event = .stored(.done)
            case .exchange(.sendFile):
                count += 1
                files.isAwaited = true
                event = .response(.success(NetworkingResponse(status: 204, body: Data())))
            case .exchange: event = .entity(.success(nil))
            }
        }
        return count
    }

    @Test("a run that nobody has asked for ends between two files when another one waits for it")
    func awaited() {
        #expect(sentCount(isByHand: false) == 1)
        #expect(sentCount(isByHand: true) == 2)
    }
}
