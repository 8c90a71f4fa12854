import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import SyncSample

/// Faults at random: one request in three.
final class RandomFaults: Sendable {
    private struct State {
        var random: SplitMix
        var count = 0
    }

    private let state: Locked<State>

    init(seed: UInt64) {
        state = Locked(State(random: SplitMix(seed: seed &+ 1)))
    }

    var count: Int { state.withLock { $0.count } }

    func next(_ request: ReceivedRequest) -> Fault? {
        guard request.headers["x-other"] == nil else { return nil }
        return state.withLock { state in
            let fault: Fault? =
                switch state.random.next() % 24 {
                case 0: .cutBefore
                case 1, 2: .cutAfter
                case 3: .truncated
                case 4, 5: .delay(.milliseconds(Int(state.random.next() % 40)))
                case 6: .unavailable(503)
                case 7: .unavailable(429, retryAfter: 0)
                default: nil
                }
            if fault != nil { state.count += 1 }
            return fault
        }
    }
}

/// Another client of the server: it changes other properties of messages, and has some of its own.
struct OtherClient {
    private let messages: MessageRepository
    private let random: Locked<SplitMix>

    init(url: String, seed: UInt64) {
        let session = NetworkingSession(local: url, headers: ["X-Other": "1"])
        messages = MessageRepository(store: session)
        random = Locked(SplitMix(seed: seed &+ 2))
    }

    /// Does some writes, and returns how many the server has taken.
    func write(_ count: Int) async -> Int {
        var done = 0
        for _ in 0..<count {
            let (choice, number) = random.withLock { ($0.next() % 4, $0.next()) }
            // The server may be away just then.
            guard let all = try? await messages.find(.all) else { continue }
            let chosen = all.isEmpty ? nil : all[Int(number % UInt64(all.count))]
            switch (choice, chosen) {
            case (0, _):
                let draft = Message.Draft(text: "r\(number):", likes: 0)
                if (try? await messages.create(draft)) != nil { done += 1 }
            case (1, let message?) where message.mark.hasPrefix("r"):
                if (try? await messages.delete(id: message.id)) != nil { done += 1 }
            case (_, let message?):
                let patch = Message.Patch(labels: .set(["\(number % 100)"]))
                if (try? await messages.patch(id: message.id, with: patch)) != nil { done += 1 }
            default:
                break
            }
        }
        return done
    }
}
