public import Foundation

/// A pending write in the outbox: an intent for one entity that becomes a request.
public struct OutboxEntry: Hashable, Sendable, Identifiable {
    /// The kind of a write.
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        /// The entity is created.
        case create
        /// The entity is replaced.
        case update
        /// Some properties are changed.
        case patch
        /// The entity is deleted.
        case delete
    }

    /// The state of an entry.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It is to be sent.
        case waiting
        /// It is being sent, or was when the process was killed.
        case inFlight
        /// The server rejected it.
        case rejected
    }

    /// The identity of the entry.
    public let id: UUID
    /// The position in the order of all entries; 0 until the store assigns one.
    public var sequence: Int64
    /// The key of the record to write.
    public var key: RecordKey
    /// The kind of the write.
    public var operation: Operation
    /// The entity tag of the version that was changed.
    public var baseTag: String?
    /// The changes, as a merge patch (RFC 7396).
    public var changed: JSON?
    /// The key by which a server recognizes a repeated request.
    public var idempotencyKey: String {
        get { ownKey ?? id.uuidString }
        set { ownKey = newValue == id.uuidString ? nil : newValue }
    }
    /// The idempotency key, if it differs from the identity; for most entries, it does not.
    package private(set) var ownKey: String?
    /// The state of the entry.
    public var state: State
    /// The number of requests to the server that were to carry out the write, or to find out its
    /// outcome.
    public var attempts: Int
    /// The time before which it is not sent again.
    public var notBefore: Date?
    /// The failure of the last attempt, if it failed.
    public var failure: OutboxFailure?

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - id: The identity; a new one by default.
    ///   - key: The key of the record to write.
    ///   - operation: The kind of the write.
    ///   - baseTag: The entity tag of the version that was changed.
    ///   - changed: The changes, as a merge patch.
    ///   - idempotencyKey: The key by which a server recognizes a repeated request; by default the
    ///     identity.
    ///   - state: The state of the entry.
    ///   - attempts: The number of requests to the server.
    ///   - notBefore: The time before which it is not sent again.
    ///   - failure: The failure of the last attempt, if it failed.
    public init(
        id: UUID? = nil,
        key: RecordKey,
        operation: Operation,
        baseTag: String? = nil,
        changed: JSON? = nil,
        idempotencyKey: String? = nil,
        state: State = .waiting,
        attempts: Int = 0,
        notBefore: Date? = nil,
        failure: OutboxFailure? = nil
    ) {
        self.id = id ?? EntryIdentifiers.next()
        self.sequence = 0
        self.key = key
        self.operation = operation
        self.baseTag = baseTag
        self.changed = changed
        self.ownKey = nil
        self.state = state
        self.attempts = attempts
        self.notBefore = notBefore
        self.failure = failure
        if let idempotencyKey { self.idempotencyKey = idempotencyKey }
    }
}

/// A failed attempt to send an entry.
public struct OutboxFailure: Hashable, Sendable {
    /// The status code of the response; nil if there was none.
    public var status: Int?
    /// The body of the response.
    public var body: Data?
    /// A description in one sentence.
    public var message: String
    /// The date of the failure.
    public var date: Date

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - status: The status code of the response.
    ///   - body: The body of the response.
    ///   - message: A description in one sentence.
    ///   - date: The date of the failure.
    public init(status: Int? = nil, body: Data? = nil, message: String, date: Date) {
        self.status = status
        self.body = body
        self.message = message
        self.date = date
    }
}
