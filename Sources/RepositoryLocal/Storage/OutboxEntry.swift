#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An intent that waits to become a request: what is to happen to one entity.
public struct OutboxEntry: Hashable, Sendable, Identifiable {
    /// What is to happen.
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        /// It is new.
        case create
        /// It is replaced.
        case update
        /// Some properties change.
        case patch
        /// It is deleted.
        case delete
    }

    /// How far the entry is.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It is to be sent.
        case waiting
        /// It is being sent, or was when the process ended.
        case inFlight
        /// The server refused it.
        case rejected
    }

    /// What tells it from all others.
    public let id: UUID
    /// The place in the order of all entries; 0 until the store gives one.
    public var sequence: Int64
    /// The record that it is about.
    public var key: RecordKey
    /// What is to happen.
    public var operation: Operation
    /// The entity tag of the version that was changed.
    public var baseTag: String?
    /// What changed, as a merge patch (RFC 7396).
    public var changed: JSON?
    /// What lets a server recognize the same request when it comes again.
    public var idempotencyKey: String {
        get { ownKey ?? id.uuidString }
        set { ownKey = newValue == id.uuidString ? nil : newValue }
    }
    /// The idempotency key where it is not the identity, as that of most entries is.
    package private(set) var ownKey: String?
    /// How far it is.
    public var state: State
    /// How often the server was asked: to carry it out, or what had come of it.
    public var attempts: Int
    /// Before when it is not to be sent again.
    public var notBefore: Date?
    /// What came of the last attempt, where it failed.
    public var failure: OutboxFailure?

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - id: What tells it from all others; a new one by default.
    ///   - key: The record that it is about.
    ///   - operation: What is to happen.
    ///   - baseTag: The entity tag of the version that was changed.
    ///   - changed: What changed, as a merge patch.
    ///   - idempotencyKey: What lets a server recognize the same request; the identity by default.
    ///   - state: How far it is.
    ///   - attempts: How often the server was asked.
    ///   - notBefore: Before when it is not to be sent again.
    ///   - failure: What came of the last attempt, where it failed.
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

/// What came of an attempt to send an entry.
public struct OutboxFailure: Hashable, Sendable {
    /// The status of the answer; nil where none came.
    public var status: Int?
    /// The body of the answer.
    public var body: Data?
    /// What happened, in a sentence.
    public var message: String
    /// When it happened.
    public var date: Date

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - status: The status of the answer.
    ///   - body: The body of the answer.
    ///   - message: What happened, in a sentence.
    ///   - date: When it happened.
    public init(status: Int? = nil, body: Data? = nil, message: String, date: Date) {
        self.status = status
        self.body = body
        self.message = message
        self.date = date
    }
}
