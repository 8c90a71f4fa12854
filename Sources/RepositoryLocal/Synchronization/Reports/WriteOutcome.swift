/// What became of one write that was to reach the server.
///
/// Writes to one entity that wait together are one write, see ``Outbox``: they end together, with one
/// outcome.
public struct WriteOutcome: Hashable, Sendable {
    /// How a write ends.
    public enum Kind: Hashable, Sendable {
        /// The server has taken it as it was.
        case acknowledged
        /// It met another change, and is together with it on the server now.
        case merged
        /// The server has refused it, with this answer; or no request could be made of it, and no status
        /// is there.
        ///
        /// One that had waited is kept, see ``Synchronizer/rejectedWrites(limit:)``; one that went to the
        /// server itself was also thrown to whoever asked for it.
        case rejected(OutboxFailure)
        /// The server's state, or a later write, has taken its place.
        case superseded
    }

    /// The name of the collection: that of the entity type.
    public var collection: String
    /// The identity as text: the server's; the temporary one where the server has not taken the entity,
    /// and nil where it has none, as its creation was refused by the server at once.
    public var id: String?
    /// The identity that the entity had here from its creation on; nil where it was not created here
    /// without the server, or its identity is not the server's to give.
    public var temporaryID: String?
    /// What was to happen.
    public var operation: OutboxEntry.Operation
    /// How it ended.
    public var kind: Kind
    /// How many outcomes before this one are missing, for whoever reads too slowly; see
    /// ``WriteOutcomes``.
    public internal(set) var missedBefore = 0

    /// Creates an outcome.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection.
    ///   - id: The identity as text.
    ///   - temporaryID: The identity that the entity had here from its creation on.
    ///   - operation: What was to happen.
    ///   - kind: How it ended.
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

/// What became of one write to an entity of a type, see ``WriteOutcome``.
public struct EntityWriteOutcome<Entity: RepositoryValues.Entity>: Hashable, Sendable {
    /// The identity: the server's; the temporary one where the server has not taken the entity, and nil
    /// where it has none, as its creation was refused by the server at once.
    public var id: Entity.ID?
    /// The identity that the entity had here from its creation on; nil where it was not created here
    /// without the server, or its identity is not the server's to give.
    public var temporaryID: Entity.ID?
    /// What was to happen.
    public var operation: OutboxEntry.Operation
    /// How it ended.
    public var kind: WriteOutcome.Kind
    /// How many outcomes before this one are missing, for whoever reads too slowly; see
    /// ``WriteOutcomes``.
    public var missedBefore: Int

    /// Reads an outcome as one of the entity type.
    ///
    /// - Parameter outcome: The outcome; nil comes of one of another collection.
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
    /// The identity with a text; nil where there is none, or the type says no form in JSON.
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
