import Foundation
import RepositoryRuntime

/// The state of a client and a service at one moment, with the events that may still follow.
struct Scene {
    var client: SimulatedClient
    var service: SimulatedService
    var budget: ScopeBudget
    var now: Date
    /// The marks of messages that another client has changed.
    var touched: Set<String> = []
    /// Whether nothing has happened since a run that left nothing pending.
    var isSettled = false
    /// A digest of the exchanges of the current run, which determine its state outside of the store.
    var history = 0
    /// The chain of runs without a fault that it belongs to.
    var chain = 0
    /// The number of runs that its chain has started.
    var runs = 0
    /// The events so far; nil for none.
    private(set) var story: Story?
    /// The digests of the stored data, if they are known.
    private(set) var known: SceneDigest.Parts?

    /// Records an event.
    mutating func tell(_ line: String) {
        story = Story(line: line, before: story)
    }

    /// Starts a run, some time after the last event.
    mutating func synchronize() {
        now += 1_000
        runs += 1
        client.restart()
        client.synchronize(at: now)
    }

    /// Records that the store or the service may have changed.
    mutating func touch() { known = nil }

    /// The digests of the stored data.
    mutating func parts() -> SceneDigest.Parts {
        let parts = known ?? SceneDigest.parts(of: self)
        known = parts
        return parts
    }

    /// The digest of everything that determines what may follow, except for the remaining faults and changes.
    mutating func digest() -> Int {
        SceneDigest.value(parts().all, budget.writes, touched, isSettled, history)
    }

    /// Returns an independent copy.
    func copy() -> Scene {
        var scene = self
        scene.client = client.copy()
        return scene
    }
}

/// The events that led to a scene: the last one, and those before it, which scenes share.
final class Story {
    private let line: String
    private let before: Story?

    init(line: String, before: Story?) {
        (self.line, self.before) = (line, before)
    }

    /// All events, oldest first.
    var lines: [String] { (before?.lines ?? []) + [line] }
}

/// A write of the app in a small scope, which has one message, and one conversation that it may refer to.
enum ScopeWrite: CaseIterable, Sendable {
    case createConversation, createMessage, patchMessage, replaceMessage, deleteMessage

    /// Performs the write; returns false if it does not apply.
    func perform(in store: any StorageWriter) throws -> Bool {
        let writes = RandomWrites(seed: 0, in: store)
        let number = try writes.count()
        let message = try store.records(in: "Message", matching: .all).first.map { record in
            try Message(jsonData: record.document)
        }
        let conversation = try store.records(in: "Conversation", matching: .all).first?.key.id
        let outbox = Outbox(Message.schema, in: store)
        var line: JournalLine?
        switch (self, message) {
        case (.createConversation, _):
            guard conversation == nil else { return false }
            let new = Conversation(id: "u\(number)", title: "c\(number)")
            try Outbox(Conversation.schema, in: store).create(new.jsonData(), id: new.id)
        case (.createMessage, nil):
            let new = Message(id: "t\(number)", text: "w\(number):", conversation: conversation)
            try outbox.create(new.jsonData(), id: new.id)
            line = JournalLine(new, isNew: true)
        case (.patchMessage, let message?):
            var changed = message
            changed.likes = number + 1
            try outbox.patch(id: message.id, with: ["likes": .number(.init(changed.likes))])
            line = JournalLine(changed)
        case (.replaceMessage, let message?):
            var changed = message
            changed.text = "\(message.mark):\(number)"
            changed.conversation = conversation
            try outbox.update(changed.jsonData(), id: message.id)
            line = JournalLine(changed)
        case (.deleteMessage, let message?):
            try outbox.delete(id: message.id)
            line = JournalLine(message, isGone: true)
        default: return false
        }
        try writes.note(line)
        return true
    }
}

/// The network of a scene; the search determines the fate of the next request.
final class SceneNetwork: Networking {
    /// The fate of a request.
    enum Fate: String, CaseIterable, Sendable {
        case answered
        case lost = "lost before it arrives"
        case unheard = "the response is lost"
    }

    private struct State {
        var service: SimulatedService
        var fate = Fate.answered
        var line: String?
    }

    private let state: Locked<State>

    init(_ service: SimulatedService) {
        state = Locked(State(service: service))
    }

    /// Sets the service that responds to the next request, and the fate of that request.
    func prepare(_ service: SimulatedService, _ fate: Fate) {
        state.withLock { $0 = State(service: service, fate: fate) }
    }

    /// The service after the request, and the request with its response as text; nil if none was sent.
    var result: (service: SimulatedService, line: String?) {
        state.withLock { ($0.service, $0.line) }
    }

    func send(_ request: NetworkingRequest) async throws(NetworkingError) -> NetworkingResponse {
        let sent = SimulatedService.Request(request)
        let response = state.withLock { state -> SimulatedService.Response? in
            guard state.fate != .lost else {
                state.line = "\(state.fate.rawValue): \(sent)"
                return nil
            }
            let response = state.service.answer(sent)
            let remark = state.fate == .unheard ? "\(state.fate.rawValue): " : ""
            state.line = "\(remark)\(sent) → \(response)"
            return state.fate == .answered ? response : nil
        }
        guard let response else { throw NetworkingError(.connectionLost, during: request) }
        return response.networkingResponse(retryAfter: nil)
    }
}
