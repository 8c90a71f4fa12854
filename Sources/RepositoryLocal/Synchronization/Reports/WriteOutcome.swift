/// The outcome of one write to the server.
///
/// Pending writes to one entity are combined into one, and have one outcome: see ``Outbox``.
public struct WriteOutcome: Hashable, Sendable {
    /// How a write ends.
    public enum Kind: Hashable, Sendable {
        /// The server accepted it unchanged.
        case acknowledged
        /// It was merged with another change on the server.
        case merged
        /// The server rejected it with this response.
        ///
        /// If no request could be created, there is no status code. A rejected write of the outbox
        /// is kept, see ``Synchronizer/rejectedWrites(limit:)``; the error of one that was sent
        /// directly was also thrown to the caller.
        case rejected(OutboxFailure)
        /// It was replaced by the server's state or a later write.
        case superseded
    }

    /// The name of the collection, which is that of the entity type.
    public var collection: String
    /// The identity as text.
    ///
    /// It is temporary if the server did not accept the entity. It is nil if the server rejected a
    /// creation that was sent directly, so that the entity has no identity.
    public var id: String?
    /// The temporary identity of an entity created locally; nil if it was not created locally, or
    /// if the client assigns identities.
    public var temporaryID: String?
    /// The kind of the write.
    public var operation: OutboxEntry.Operation
    /// How the write ended.
    public var kind: Kind
    /// The number of outcomes dropped before this one because the consumer was too slow; see
    /// ``WriteOutcomes``.
    public internal(set) var missedBefore = 0

    /// Creates an outcome.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection.
    ///   - id: The identity as text.
    ///   - temporaryID: The temporary identity of an entity created locally.
    ///   - operation: The kind of the write.
    ///   - kind: How the write ended.
    public init(
        collection: String,
        id: String?,
        temporaryID: String? = nil,
        operation: OutboxEntry.Operation,
        kind: Kind
    ) {
        self.collection = collection
        self.id = id
        self.temporaryID = temporaryID
        self.operation = operation
        self.kind = kind
    }
}

/// The outcome of one write to an entity of a type, see ``WriteOutcome``.
public struct EntityWriteOutcome<Entity: RepositoryValues.Entity>: Hashable, Sendable {
    /// The identity.
    ///
    /// It is temporary if the server did not accept the entity. It is nil if the server rejected a
    /// creation that was sent directly, so that the entity has no identity.
    public var id: Entity.ID?
    /// The temporary identity of an entity created locally; nil if it was not created locally, or
    /// if the client assigns identities.
    public var temporaryID: Entity.ID?
    /// The kind of the write.
    public var operation: OutboxEntry.Operation
    /// How the write ended.
    public var kind: WriteOutcome.Kind
    /// The number of outcomes dropped before this one because the consumer was too slow; see
    /// ``WriteOutcomes``.
    public var missedBefore: Int

    /// Creates the typed form of an outcome; nil if it is of another collection.
    ///
    /// - Parameter outcome: The outcome.
    public init?(_ outcome: WriteOutcome) {
        guard outcome.collection == Entity.schema.name else { return nil }
        id = outcome.id.flatMap { Entity.ID(identityText: $0) }
        temporaryID = outcome.temporaryID.flatMap { Entity.ID(identityText: $0) }
        operation = outcome.operation
        kind = outcome.kind
        missedBefore = outcome.missedBefore
    }
}

extension EntityIdentifier {
    /// Creates an identity from its text; nil if there is none, or if the type does not support it.
    init?(identityText text: String) {
        guard let type = Self.self as? any JSONDecodable.Type else { return nil }
        let numbers = JSON.Number(text).map { [JSON.number($0)] } ?? []
        for json in [.string(text)] + numbers {
            guard let data = try? json.jsonData(), let id = try? type.init(jsonData: data) as? Self,
                id.pathComponent == text
            else { continue }
            self = id
            return
        }
        return nil
    }
}
