import Foundation

/// The last write sent directly to the server, bypassing the outbox.
final class SentWrite: Sendable {
    private let header: String?
    private let clock: any SyncClock
    private let state = Locked(State())

    private struct State {
        var expectedTag: String?
        var receivedTag: String?
        var isMerged = false
        var sent: (operation: OutboxEntry.Operation, key: IdempotencyKey, date: Date)?
        /// Records a creation as in flight; nil if creations are not recorded.
        var begin: (@Sendable () async -> UUID?)?
        var openCreation: UUID?
        var notBefore: Date?
    }

    init(header: String?, clock: any SyncClock) {
        self.header = header
        self.clock = clock
    }

    /// The identity of the creation recorded as in flight; nil if none was.
    var openCreation: UUID? { state.withLock { $0.openCreation } }

    /// Records each creation as in flight before it is sent, from now on.
    func noteCreations(_ begin: @escaping @Sendable () async -> UUID?) {
        state.withLock { $0.begin = begin }
    }

    /// The time before which the server asked not to be contacted again.
    var notBefore: Date? { state.withLock { $0.notBefore } }

    /// Records why the write was not acknowledged; nil if it was not sent.
    func failing(with error: RepositoryError?) -> SentWrite {
        let end = (error?.retryAfter).map { clock.now.addingTimeInterval($0.inSeconds) }
        state.withLock { $0.notBefore = end }
        return self
    }

    /// Whether the write was merged with another change on the server.
    var isMerged: Bool {
        get { state.withLock { $0.isMerged } }
        set { state.withLock { $0.isMerged = newValue } }
    }

    /// The operation; nil if nothing was sent.
    var operation: OutboxEntry.Operation? { state.withLock { $0.sent?.operation } }

    /// The idempotency key; nil if it was sent without one.
    var idempotencyKey: String? { state.withLock { $0.sent?.key }?.sentValue }

    /// When it was sent; nil if nothing was.
    var date: Date? { state.withLock { $0.sent?.date } }

    /// The entity tag of the version that the write assumes; nil if it is unknown.
    var expectedTag: String? {
        get { state.withLock { $0.expectedTag } }
        set { state.withLock { $0.expectedTag = newValue } }
    }

    /// The entity tag of the response; nil if it had none.
    var receivedTag: String? { state.withLock { $0.receivedTag } }

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
        let begin = state.withLock { $0.openCreation == nil ? $0.begin : nil }
        if operation == .create || mayCreate, let id = await begin?() {
            state.withLock { $0.openCreation = id }
        }
        let key = IdempotencyKey(header: header, value: UUID().uuidString)
        let date = clock.now
        state.withLock { $0.sent = (operation, key, date) }
        let exchange = EntityTagExchange(expecting: operation == .create ? nil : expectedTag)
        let value = try await exchange.exchanging { () throws(RepositoryError) in
            try await key.sending(body)
        }
        state.withLock { $0.receivedTag = exchange.received }
        return value
    }
}
