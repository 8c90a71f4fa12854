#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What was sent to the server last, past the outbox.
final class SentWrite: Sendable {
    private let header: String
    private let last = Locked<(operation: OutboxEntry.Operation, key: IdempotencyKey)?>(nil)

    init(header: String) {
        self.header = header
    }

    /// What it was; nil where nothing was sent.
    var operation: OutboxEntry.Operation? { last.withLock { $0?.operation } }

    /// Its idempotency key; nil where none went with it.
    var idempotencyKey: String? { last.withLock { $0?.key }?.sentValue }

    /// Sends something with a new idempotency key.
    func sending<Value: Sendable>(
        _ operation: OutboxEntry.Operation,
        _ body: () async throws(RepositoryError) -> Value
    ) async throws(RepositoryError) -> Value {
        let key = IdempotencyKey(header: header, value: UUID().uuidString)
        last.withLock { $0 = (operation, key) }
        return try await key.sending(body)
    }
}
