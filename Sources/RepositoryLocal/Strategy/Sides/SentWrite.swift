#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The last write sent directly to the server, bypassing the outbox.
final class SentWrite: Sendable {
    private let header: String?
    private let clock: any SyncClock
    private let tags = Locked<(known: String?, received: String?)>((nil, nil))
    private let last = Locked<Sent?>(nil)
    private let merging = Locked(false)
    private let creation = Locked<(begin: (@Sendable () async -> UUID?)?, id: UUID?)>((nil, nil))

    private struct Sent {
        let operation: OutboxEntry.Operation
        let key: IdempotencyKey
        let date: Date
    }

    init(header: String?, clock: any SyncClock) {
        self.header = header
        self.clock = clock
    }

    /// The identity of the creation recorded as in flight; nil if none was.
    var openCreation: UUID? { creation.withLock { $0.id } }

    /// Records each creation as in flight before it is sent, from now on.
    func noteCreations(_ begin: @escaping @Sendable () async -> UUID?) {
        creation.withLock { $0.begin = begin }
    }

    /// Whether the write was merged with another change on the server.
    var isMerged: Bool {
        get { merging.withLock { $0 } }
        set { merging.withLock { $0 = newValue } }
    }

    /// The operation; nil if nothing was sent.
    var operation: OutboxEntry.Operation? { last.withLock { $0?.operation } }

    /// The idempotency key; nil if it was sent without one.
    var idempotencyKey: String? { last.withLock { $0?.key }?.sentValue }

    /// When it was sent; nil if nothing was.
    var date: Date? { last.withLock { $0?.date } }

    /// The entity tag of the version that the write assumes; nil if it is unknown.
    var expectedTag: String? {
        get { tags.withLock { $0.known } }
        set { tags.withLock { $0.known = newValue } }
    }

    /// The entity tag of the response; nil if it had none.
    var receivedTag: String? { tags.withLock { $0.received } }

    /// Fetches the entity; the writes that follow assume the fetched version.
    func reading<Value: Sendable>(
        _ body: () async throws(RepositoryError) -> Value
    ) async throws(RepositoryError) -> Value {
        let exchange = EntityTagExchange()
        let value = try await exchange.exchanging(body)
        expectedTag = exchange.received
        return value
    }

    /// Sends a write with a new idempotency key, and with the known entity tag.
    func sending<Value: Sendable>(
        _ operation: OutboxEntry.Operation,
        mayCreate: Bool = false,
        _ body: () async throws(RepositoryError) -> Value
    ) async throws(RepositoryError) -> Value {
        let begin = creation.withLock { $0.id == nil ? $0.begin : nil }
        if operation == .create || mayCreate, let id = await begin?() {
            creation.withLock { $0.id = id }
        }
        let key = IdempotencyKey(header: header, value: UUID().uuidString)
        let sent = Sent(operation: operation, key: key, date: clock.now)
        last.withLock { $0 = sent }
        let exchange = EntityTagExchange(expecting: operation == .create ? nil : expectedTag)
        let value = try await exchange.exchanging { () throws(RepositoryError) in
            try await key.sending(body)
        }
        tags.withLock { $0.received = exchange.received }
        return value
    }
}
