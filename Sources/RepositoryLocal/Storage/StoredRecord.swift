#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An entity as a store keeps it: a document, and what is known of it on the other side.
public struct StoredRecord: Hashable, Sendable {
    /// Where it is kept.
    public var key: RecordKey
    /// The entity as it is known here: a JSON object in UTF-8.
    public var document: Data
    /// The last body that the server confirmed; nil where there was none.
    public var base: Data?
    /// The entity tag that came with the base.
    public var entityTag: String?
    /// How it stands to the server.
    public var state: SyncState
    /// When the server last confirmed it.
    public var confirmedAt: Date?

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - key: Where it is kept.
    ///   - document: The entity as it is known here: a JSON object in UTF-8.
    ///   - base: The last body that the server confirmed.
    ///   - entityTag: The entity tag that came with the base.
    ///   - state: How it stands to the server.
    ///   - confirmedAt: When the server last confirmed it.
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

/// How a stored entity stands to the server.
public enum SyncState: String, Hashable, Sendable, CaseIterable {
    /// Nothing is to be sent.
    case synchronized
    /// A write waits to be sent.
    case waiting
    /// A write is being sent, or was when the process ended.
    case inFlight
    /// The server refused a write.
    case rejected
    /// Both sides have changed, and the policy leaves the decision to the user.
    case conflicted
    /// It is deleted here, which waits to be sent: queries do not see it.
    case deleted
}
