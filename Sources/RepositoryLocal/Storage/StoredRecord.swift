public import Foundation

/// A stored entity: its document, and the last known state of the server.
public struct StoredRecord: Hashable, Sendable {
    /// The key of the record.
    public var key: RecordKey
    /// The local state of the entity: a JSON object in UTF-8.
    public var document: Data
    /// The last document confirmed by the server; nil if there was none.
    public var base: Data?
    /// The entity tag of the base.
    public var entityTag: String?
    /// The synchronization state.
    public var state: SyncState
    /// When the server last confirmed the record.
    public var confirmedAt: Date?

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - key: The key of the record.
    ///   - document: The local state of the entity: a JSON object in UTF-8.
    ///   - base: The last document confirmed by the server.
    ///   - entityTag: The entity tag of the base.
    ///   - state: The synchronization state.
    ///   - confirmedAt: When the server last confirmed the record.
    public init(
        key: RecordKey,
        document: Data,
        base: Data? = nil,
        entityTag: String? = nil,
        state: SyncState = .synchronized,
        confirmedAt: Date? = nil
    ) {
        self.key = key
        self.document = document
        self.base = base
        self.entityTag = entityTag
        self.state = state
        self.confirmedAt = confirmedAt
    }
}

/// The synchronization state of a stored entity.
public enum SyncState: String, Hashable, Sendable, CaseIterable {
    /// There is nothing to send.
    case synchronized
    /// A write is pending.
    case waiting
    /// A write is being sent, or was when the process was killed.
    case inFlight
    /// The server rejected a write.
    case rejected
    /// Both sides have changed, and the policy leaves the decision to the user.
    case conflicted
    /// It is deleted locally, and the deletion is pending: queries do not return it.
    case deleted
}
