/// The synchronization state of one entity: its writes that are pending, in flight or rejected.
public struct EntitySyncState: Hashable, Sendable {
    /// The key of the record, with the server's identity once that is known.
    public var key: RecordKey
    /// The overall state; nil if the store has no such entity.
    public var state: SyncState?
    /// The write that is being sent, or was when the process was killed.
    public var inFlight: OutboxEntry?
    /// The pending writes, in order.
    public var waiting: [OutboxEntry] = []
    /// The write that the server rejected, with its response; the user decides about it.
    public var rejected: RejectedWrite?

    /// Whether no write is pending or rejected.
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
