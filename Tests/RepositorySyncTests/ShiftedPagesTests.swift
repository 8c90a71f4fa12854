import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Another client deletes an entity while pages are requested by offset: the entities behind it move
/// to a page that was already read.
@Suite struct ShiftedPagesTests {
    // The trap: the position of the listing is stored, so the entity arrives only after its next
    // change.
    @Test("an entity that a full listing has missed is fetched later")
    func fullListing() async throws {
        let service = PagedService(creation: .key, texts: ["a", "b", "c", "d"])
        service.change("m2")
        service.deletes("m1", afterPage: 0)
        let (synchronizer, storage) = try await service.synchronizer()
        await service.run(synchronizer)
        await service.run(synchronizer)
        #expect(try await storage.texts() == ["b", "c", "d"])
        service.forgetRequests()
        await service.run(synchronizer)
        #expect(!service.requests.isEmpty)
        #expect(service.requests.allSatisfy { $0.since != nil })
    }

    @Test("an entity that a listing of changes has missed is fetched later")
    func changes() async throws {
        let service = PagedService(creation: .key, texts: ["a"])
        let (synchronizer, storage) = try await service.synchronizer()
        await service.run(synchronizer)
        service.create(["b", "c", "d", "e"])
        service.change("m3")
        service.deletes("m2", afterPage: 0)
        await service.run(synchronizer)
        await service.run(synchronizer)
        #expect(try await storage.texts() == ["a", "c", "d", "e"])
    }

    // The trap: the search misses the created entity, so the creation is sent again.
    @Test("a creation without a response that the search has missed is not repeated")
    func search() async throws {
        let service = PagedService(creation: .comparison, texts: ["a", "b"], listsChanges: false)
        let (synchronizer, storage) = try await service.synchronizer()
        await service.run(synchronizer)
        try await storage.create(Message(id: "mine", text: "mine"))
        service.losesCreation()
        await service.run(synchronizer)
        service.deletes("m1", afterPage: 0)
        for _ in 0..<3 {
            await service.run(synchronizer)
        }
        #expect(service.texts == ["b", "mine"])
        #expect(try await storage.texts() == ["b", "mine"])
    }

    // The trap: the service no longer knows the position of an old change, so no listing ends.
    @Test("a service that refuses the second listing is listed fully each time")
    func refusedProof() async throws {
        let service = PagedService(creation: .key, texts: ["a", "b", "c"])
        service.refusesPositions()
        let (synchronizer, storage) = try await service.synchronizer()
        await service.run(synchronizer)
        #expect(try await storage.texts() == ["a", "b", "c"])
        service.delete("m1")
        await service.run(synchronizer)
        #expect(try await storage.texts() == ["b", "c"])
    }

    // The trap: the search never ends, so the creation is never sent again.
    @Test("a service that refuses the second listing is searched by two full ones")
    func refusedSearch() async throws {
        let service = PagedService(creation: .comparison, texts: ["a", "b", "c"])
        service.refusesPositions()
        let (synchronizer, storage) = try await service.synchronizer()
        await service.run(synchronizer)
        try await storage.create(Message(id: "mine", text: "mine"))
        service.losesCreation(isCarriedOut: false)
        for _ in 0..<3 { await service.run(synchronizer) }
        #expect(service.texts == ["a", "b", "c", "mine"])
    }

    // The trap: the second listing has the created entity, but only the first one is searched.
    @Test("a search of a service that lists changes considers the second listing")
    func searchOfChanges() async throws {
        let service = PagedService(creation: .comparison, texts: ["a", "b"])
        let (synchronizer, storage) = try await service.synchronizer()
        await service.run(synchronizer)
        try await storage.create(Message(id: "mine", text: "mine"))
        service.losesCreation()
        await service.run(synchronizer)
        service.deletes("m1", afterPage: 0)
        await service.run(synchronizer)
        #expect(
            try await storage.read { store throws(StorageError) in try store.entries() }.isEmpty
        )
        #expect(service.texts == ["b", "mine"])
    }
}

/// A service with pages of two messages.
private final class PagedService: Networking {
    private struct State {
        var service: SimulatedService
        var deletion: (id: String, offset: Int)?
        var losesCreation = false
        var carriesOut = true
        var refusesPositions = false
        var requests: [SimulatedService.Request] = []
    }

    private let clock = ManualClock()
    private let variant: SyncVariant
    private let state: Locked<State>

    init(creation: SyncVariant.Creation, texts: [String], listsChanges: Bool = true) {
        var variant = SyncVariant(
            creation,
            .merge,
            patches: true,
            batchSize: 1,
            listsChanges: listsChanges,
            hasTags: true
        )
        variant.pageSize = 2
        self.variant = variant
        state = Locked(State(service: SimulatedService(variant, seed: 1)))
        create(texts)
    }

    var requests: [SimulatedService.Request] { state.withLock { $0.requests } }
    var texts: [String] {
        state.withLock { state in
            state.service.collections["messages"]?.entities.compactMap { $0["text"]?.string } ?? []
        }
    }

    func create(_ texts: [String]) {
        state.withLock { state in
            for text in texts {
                let body: JSON = ["text": .string(text)]
                _ = state.service.answer(.init(method: "POST", path: ["messages"], body: body))
            }
        }
    }

    /// Changes a message, so that it is newer than those behind it.
    func change(_ id: String) {
        state.withLock { state in
            _ = state.service.answer(
                .init(method: "PATCH", path: ["messages", id], body: ["likes": 1])
            )
        }
    }

    /// Deletes a message after the response with the page at an offset.
    func deletes(_ id: String, afterPage offset: Int) {
        state.withLock { $0.deletion = (id, offset) }
    }

    func delete(_ id: String) {
        state.withLock { state in
            _ = state.service.answer(.init(method: "DELETE", path: ["messages", id]))
        }
    }

    /// Loses the next creation, or the response to it.
    func losesCreation(isCarriedOut: Bool = true) {
        state.withLock { ($0.losesCreation, $0.carriesOut) = (true, isCarriedOut) }
    }

    /// Refuses incremental listings.
    func refusesPositions() { state.withLock { $0.refusesPositions = true } }

    func forgetRequests() { state.withLock { $0.requests = [] } }

    func synchronizer() async throws -> (Synchronizer, MemoryStorage) {
        let storage = MemoryStorage()
        let synchronizer = Synchronizer(storage: storage, clock: clock)
        for collection in variant.collections(over: self) where collection.schema.name == "Message"
        {
            try await synchronizer.register(collection)
        }
        return (synchronizer, storage)
    }

    /// Synchronizes, ten minutes after the last time.
    func run(_ synchronizer: Synchronizer) async {
        clock.advance(by: .seconds(600))
        await synchronizer.synchronize()
    }

    func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        let sent = SimulatedService.Request(request)
        if sent.since != nil, state.withLock({ $0.refusesPositions }) {
            return NetworkingResponse(status: 410, headers: [:], body: Data())
        }
        let response = state.withLock { state -> SimulatedService.Response? in
            state.requests.append(sent)
            if sent.method == "POST", state.losesCreation, !state.carriesOut {
                state.losesCreation = false
                return nil
            }
            let response = state.service.answer(sent)
            if sent.method == "GET", let (id, offset) = state.deletion, sent.offset == offset {
                state.deletion = nil
                _ = state.service.answer(.init(method: "DELETE", path: ["messages", id]))
            }
            guard sent.method == "POST", state.losesCreation else { return response }
            state.losesCreation = false
            return nil
        }
        guard let response else { throw NetworkingError(.connectionLost, during: request) }
        return response.networkingResponse(retryAfter: nil)
    }
}

extension MemoryStorage {
    /// The texts of all messages, sorted.
    fileprivate func texts() async throws -> [String] {
        try await read { store throws(StorageError) in
            try store.records(in: "Message", matching: .all)
        }.map { try Message(jsonData: $0.document).text }.sorted()
    }

    fileprivate func create(_ message: Message) async throws {
        let document = try message.jsonData()
        try await write { store throws(StorageError) in
            _ = try Outbox(Message.schema, in: store).create(document, id: message.id)
        }
    }
}
