/// How one entity stands to the server: what waits to be sent, is being sent, or was refused.
public struct EntitySyncState: Hashable, Sendable {
    /// Where the entity is kept: by the server's identity, once that is known.
    public var key: RecordKey
    /// All in one; nil where the store has no such entity.
    public var state: SyncState?
    /// The write that is being sent, or was when the process ended.
    public var inFlight: OutboxEntry?
    /// The writes that wait to be sent, in their order.
    public var waiting: [OutboxEntry]
    /// The write that the server has refused, with what it said, and that is for the user to decide.
    public var rejected: RejectedWrite?

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - key: Where the entity is kept.
    ///   - state: All in one.
    ///   - inFlight: The write that is being sent.
    ///   - waiting: The writes that wait to be sent.
    ///   - rejected: The write that the server has refused.
    public init(
        key: RecordKey,
        state: SyncState?,
        inFlight: OutboxEntry? = nil,
        waiting: [OutboxEntry] = [],
        rejected: RejectedWrite? = nil
    ) {
        self.key = key
        self.state = state
        self.inFlight = inFlight
        self.waiting = waiting
        self.rejected = rejected
    }

    /// Whether nothing is to be sent, and nothing was refused.
    public var isSynchronized: Bool {
        inFlight == nil && waiting.isEmpty && rejected == nil
    }
}

extension EntitySyncState {
    /// Reads the state of a record.
    init(of key: RecordKey, in store: any StorageReader) throws(StorageError) {
        let current = try IdentityAliases(in: store).current(key)
        let record = try store.record(current)
        self.init(key: current, state: record?.state)
        for entry in try store.entries(of: current) {
            switch entry.state {
            case .waiting: waiting.append(entry)
            case .inFlight: inFlight = entry
            case .rejected: rejected = RejectedWrite(entry: entry, record: record)
            }
        }
    }
}
