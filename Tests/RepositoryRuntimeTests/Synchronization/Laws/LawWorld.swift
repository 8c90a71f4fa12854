import Foundation
import SyncSample

@testable import RepositoryLocal

typealias SyncMessage = SyncSample.Message

/// Messages of a service with any conventions.
struct LawRepository: CRUDNetworkingRepository, PatchableRepository {
    typealias Entity = SyncMessage
    let store: any Networking
    let path = "messages"
    let conventions: Conventions
}

/// Everything that a run of the core needs: a store, a clock and a service.
///
/// It executes the effects of the core like ``Synchronizer``, and records the writes that it sends.
final class LawWorld {
    /// A write sent to the server, and the outbox at that moment.
    struct SentWrite {
        var request: NetworkingRequest
        var outbox: [OutboxEntry]

        /// The body; empty for a batch.
        var body: [String: JSON] {
            request.body.flatMap { try? [String: JSON](jsonData: $0) } ?? [:]
        }
    }

    let tables = MemoryTables()
    let service: LawService
    let collections: [RemoteCollection]
    var now = Date(timeIntervalSinceReferenceDate: 800_000_000)
    /// The duration of a transaction in seconds.
    var storingTakes = 0.0
    private(set) var writes: [SentWrite] = []
    private(set) var outcomes: [WriteOutcome] = []
    private(set) var report = SyncReport()
    private let backoff = Backoff(first: .seconds(10), jitter: { 1 })
    private lazy var pace = Pace(backoff)

    init(
        _ conflicts: ConflictPolicy = .merge,
        check: RemoteCollection.CreationCheck = .idempotencyKey(),
        listing: RemoteCollection.Listing = .whole,
        changes: Conventions.Changes? = nil,
        givesTags: Bool = true,
        batchSize: Int = 1,
        keeping: [String: ReplicaSelection] = [:]
    ) {
        var knowsKeys = false
        if case .idempotencyKey = check { knowsKeys = true }
        let service = LawService(knowsKeys: knowsKeys, givesTags: givesTags)
        self.service = service
        func collection<Repository: NetworkingRepository>(
            _ repository: Repository
        ) -> RemoteCollection where Repository.Entity: Entity {
            RemoteCollection(
                repository,
                conflicts: conflicts,
                creationCheck: check,
                listing: listing,
                batchSize: batchSize,
                keeping: keeping[Repository.Entity.schema.name]
            )
        }
        let conventions = Conventions(changes: changes)
        collections = [
            collection(ConversationRepository(store: service)),
            batchSize > 1
                ? collection(BatchMessageRepository(store: service))
                : collection(LawRepository(store: service, conventions: conventions)),
            collection(ErrandRepository(store: service)),
        ]
    }

    private func rules(isByHand: Bool = true) -> SyncRules {
        SyncRules(collections: collections, backoff: backoff, isByHand: isByHand)
    }

    // MARK: - The store

    /// Adds a message locally and on the server, in the same version.
    func know(_ id: String, text: String = "old", likes: Int = 0, hasTag: Bool = true) throws {
        let members = try [String: JSON](
            jsonData: SyncMessage(id: id, text: text, likes: likes).jsonData()
        )
        service.set("messages/\(id)", to: members)
        let document = try DocumentMembers.write(members)
        var record = StoredRecord(key: Self.key(id), document: document, base: document)
        record.entityTag = hasTag ? "\"1\"" : nil
        record.confirmedAt = now
        try tables.put(record)
        _ = tables.commit()
    }

    /// Writes messages locally, in one transaction.
    func write(_ body: (Outbox) throws -> Void) throws {
        try body(Outbox(SyncMessage.schema, in: tables))
        _ = tables.commit()
    }

    /// Executes one transaction.
    @discardableResult
    func perform(_ transaction: SyncTransaction) throws -> Ruling {
        defer { _ = tables.commit() }
        return try transaction.perform(in: tables, by: rules(), at: now)
    }

    /// Marks the first write of a message as in flight.
    func mark(_ id: String) throws -> WriteAttempt? {
        guard let entry = entries(id).first,
            case .write(.send(let attempt), _, _) =
                try perform(.prepare(entry.id, isChecked: true, nil))
        else { return nil }
        return attempt
    }

    static func key(_ id: String, in collection: String = "Message") -> RecordKey {
        RecordKey(collection: collection, id: id)
    }

    /// Returns the pending and rejected writes of a message.
    func entries(_ id: String) -> [OutboxEntry] { tables.entries(of: Self.key(id)) }

    /// Returns the local state of a message; empty if there is none.
    func message(_ id: String) throws -> [String: JSON] {
        try tables.record(Self.key(id)).map { record in
            try DocumentMembers.read(record.document)
        } ?? [:]
    }

    // MARK: - Runs

    /// Executes a run up to some number of effects: then the process is killed, without receiving
    /// the result of the last one.
    ///
    /// Code can run before each effect.
    ///
    /// - Returns: The number of executed effects.
    @discardableResult
    func run(
        pulling: Bool = false,
        isByHand: Bool = true,
        endingAfter limit: Int = .max,
        before happens: (SyncEffect) throws -> Void = { _ in }
    ) async throws -> Int {
        pace.begin(at: now)
        guard isByHand || !pace.holdsEverything(at: now) else { return 0 }
        let rules = rules(isByHand: isByHand)
        var core = SyncCore(pulling: pulling, from: 0, rules, pace, at: now)
        var event = SyncEvent.began
        var count = 0
        while let effect = core.next(after: event, at: now, isStopped: false) {
            note(core.takeNotices())
            try happens(effect)
            event = try await perform(effect, by: rules)
            count += 1
            guard count < limit else {
                pace = Pace(backoff)
                return count
            }
        }
        note(core.takeNotices())
        (pace, report) = (core.pace, core.report)
        return count
    }

    private func note(_ notices: [SyncNotice]) {
        for case .outcome(let outcome) in notices { outcomes.append(outcome) }
    }

    private func perform(_ effect: SyncEffect, by rules: SyncRules) async throws -> SyncEvent {
        switch effect {
        case .ask(let question):
            return .answered(try question.answer(from: tables, by: rules, at: now))
        case .store(let transaction):
            let ruling = try transaction.perform(in: tables, by: rules, at: now)
            _ = tables.commit()
            now.addTimeInterval(storingTakes)
            return .stored(ruling)
        case .exchange(let exchange):
            if case .send(let request, _) = exchange {
                let states = Set(OutboxEntry.State.allCases)
                let outbox = tables.entries(in: states, after: 0, limit: .max)
                writes.append(SentWrite(request: request, outbox: outbox))
            }
            return await exchange.perform(by: rules)
        }
    }
}
