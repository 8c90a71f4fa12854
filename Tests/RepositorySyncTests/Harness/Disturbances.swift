import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import SyncSample

/// Random faults in every other request.
final class RandomFaults: Sendable {
    private struct State {
        var random: SplitMix
        var counts: [String: Int] = [:]
    }

    private let variant: SyncVariant
    private let state: Locked<State>

    init(seed: UInt64, _ variant: SyncVariant) {
        self.variant = variant
        state = Locked(State(random: SplitMix(seed: seed &+ 1)))
    }

    /// The number of faults of each kind.
    var counts: [String: Int] { state.withLock { $0.counts } }

    func next(_ request: ReceivedRequest) -> Fault? {
        guard request.headers["x-other"] == nil else { return nil }
        return state.withLock { state in
            guard let (name, fault) = fault(for: request, &state.random) else { return nil }
            state.counts[name, default: 0] += 1
            return fault
        }
    }

    private func fault(
        for request: ReceivedRequest,
        _ random: inout SplitMix
    ) -> (name: String, Fault)? {
        let choice = random.next() % 32
        let delay = Duration.milliseconds(Int(random.next() % 40))
        let status = [500, 502, 504].randomElement(using: &random) ?? 500
        let seconds = Int(random.next() % 3)
        switch choice {
        case 0: return ("cut before", .cutBefore)
        case 1, 2: return ("cut after", .cutAfter)
        case 3: return ("truncated", .truncated)
        case 4, 5: return ("delayed", .delay(delay))
        case 6: return ("unavailable", .unavailable(503))
        case 7: return ("unavailable for a time", .unavailable(503, retryAfter: seconds))
        case 8: return ("too many", .unavailable(429, retryAfter: seconds))
        case 9: return ("failed before", .answer(ScriptedAnswer(status)))
        case 10, 11: return ("failed after", .failsAfter(status))
        case 12...13 where mayBeRepeated(request):
            return ("repeated", .repeated(after: delay, isAnswered: choice == 12))
        case 14 where mayBeRepeated(request): return ("late", .late(delay))
        default: return nil
        }
    }

    /// Whether an intermediary may send a request again later, in a way that the client must
    /// handle.
    ///
    /// A creation without a key that is sent again is another one. A change without an entity tag
    /// cannot be distinguished from one of the later state.
    private func mayBeRepeated(_ request: ReceivedRequest) -> Bool {
        switch request.method {
        case "POST": variant.creation == .key && !request.path.hasSuffix("/collection")
        case "PUT", "PATCH": variant.hasTags && request.headers["if-match"] != nil
        case "DELETE": true
        default: false
        }
    }
}

/// Another client of the server: it changes other properties of messages, and has its own messages.
struct OtherClient {
    private let messages: MessageRepository
    private let random: Locked<SplitMix>
    private let marks = Locked<Set<String>>([])

    /// The marks of the messages that it has changed or deleted, or tried to.
    var touched: Set<String> { marks.withLock { $0 } }

    init(url: String, seed: UInt64) {
        let session = NetworkingSession(local: url, headers: ["X-Other": "1"])
        messages = MessageRepository(store: session)
        random = Locked(SplitMix(seed: seed &+ 2))
    }

    /// Makes some writes, and returns how many the server has accepted.
    func write(_ count: Int) async -> Int {
        var done = 0
        for _ in 0..<count {
            let (choice, number) = random.withLock { ($0.next() % 4, $0.next()) }
            // The server may be unavailable at this moment.
            guard let all = try? await messages.find(.all) else { continue }
            let chosen = all.isEmpty ? nil : all[Int(number % UInt64(all.count))]
            switch (choice, chosen) {
            case (0, _):
                let draft = Message.Draft(text: "r\(number):", likes: 0)
                if (try? await messages.create(draft)) != nil { done += 1 }
            case (1, let message?) where message.mark.hasPrefix("r"):
                marks.withLock { _ = $0.insert(message.mark) }
                if (try? await messages.delete(id: message.id)) != nil { done += 1 }
            case (_, let message?):
                marks.withLock { _ = $0.insert(message.mark) }
                let patch = Message.Patch(labels: .set(["\(number % 100)"]))
                if (try? await messages.patch(id: message.id, with: patch)) != nil { done += 1 }
            default:
                break
            }
        }
        return done
    }
}
