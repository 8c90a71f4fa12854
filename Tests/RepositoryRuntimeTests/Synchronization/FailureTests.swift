import Foundation
import SyncSample
import Testing

@testable import RepositoryLocal

/// Failures of requests, and what they mean for later ones.
@Suite struct FailureTests {
    private func create(_ id: String, in world: LawWorld) throws {
        let document = try SyncMessage(id: id, text: "new").jsonData()
        try world.write { outbox in try outbox.create(document, id: id) }
    }

    // The trap: the failure of the same response starts a shorter backoff.
    @Test("a pause that a header field requests is not shortened by a failure")
    func requestedPause() {
        let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
        var pace = Pace(Backoff(first: .seconds(1), jitter: { 1 }))
        pace.wait(with: "Message", at: now, for: .seconds(60))
        pace.pause("Message", at: now)
        for isByHand in [true, false] {
            #expect(pace.holds("Message", at: now + 59, isByHand: isByHand))
            #expect(!pace.holds("Message", at: now + 61, isByHand: isByHand))
        }
    }

    // The trap: no response has told the address of the server, so each collection seems to have its own.
    @Test("a service that does not respond gets three requests for all its collections")
    func unanswered() async throws {
        let world = LawWorld()
        let conversations = Outbox(Conversation.schema, in: world.tables)
        for number in 1...2 {
            let new = Conversation(id: "c\(number)", title: "new")
            try conversations.create(new.jsonData(), id: new.id)
            try create("m\(number)", in: world)
        }
        for name in ["conversations", "messages"] { world.service.fail("POST \(name)", .dropped) }
        try await world.run()
        #expect(world.service.takeLines().count { $0.hasPrefix("POST") } == 3)
    }

    // The trap: a client without a valid token fails often, and one failure of the server comes on top.
    @Test("a creation is not rejected because of failures that say nothing about it")
    func unauthorized() async throws {
        let world = LawWorld()
        try create("m1", in: world)
        world.service.answer("POST messages", 401)
        for _ in 0..<25 { try await world.run() }
        world.service.answer("POST messages", 500)
        try await world.run()
        #expect(world.entries("m1").map(\.state) == [.inFlight])
        world.service.fail("POST messages", nil)
        try await world.run()
        #expect(world.service.carriedOut == ["POST messages"])
    }

    @Test("a change that is sent again and again without a response is recorded once")
    func history() async throws {
        let world = LawWorld()
        try world.know("m1")
        try world.write { outbox in try outbox.patch(id: "m1", with: ["text": "new"]) }
        world.service.fail("PATCH messages/m1", .dropped)
        for _ in 0..<5 { try await world.run() }
        let entry = try #require(world.entries("m1").first)
        #expect(try WriteHistory.of(entry.id, in: world.tables).unanswered == [["text": "new"]])
    }

    @Test("a lease holds for a time close to its date, before or after it")
    func lease() {
        let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
        #expect(SyncLease.isHeld(since: date, at: date + 99))
        #expect(!SyncLease.isHeld(since: date, at: date + 101))
        #expect(SyncLease.isHeld(since: date, at: date - 1))
        #expect(!SyncLease.isHeld(since: date, at: date - 3600))
    }
}
