/// What happens to a write when the server's side has changed, too.
///
/// | policy | both changed | deleted there, changed here | changed there, deleted here |
/// |---|---|---|---|
/// | ``serverWins`` | the server's | deleted | the server's |
/// | ``clientWins`` | the local one | created again | deleted |
/// | ``merge`` | property by property | created again | the server's |
/// | ``fail`` | left to the user | left to the user | left to the user |
///
/// Under ``merge``, a change survives a deletion: it could not be made again. A deletion that loses is never
/// silent: the report of the synchronization has it as superseded, or under ``fail`` as rejected, with a
/// ``SyncConflict`` that names the properties that somebody changed. Properties that only the server writes,
/// and what an answer merely left out, are no such change.
public enum ConflictPolicy: String, Hashable, Sendable, CaseIterable {
    /// The server's state takes the place of the local write.
    case serverWins
    /// The local write is sent again, on top of what the server has.
    case clientWins
    /// Each property that only one side has changed gets that side's value; where both have
    /// changed one property, the local value is sent, and the report says so.
    case merge
    /// The write is kept as refused, with both sides in hand.
    case fail
}

/// A write that met another change on the server.
public struct SyncConflict: Hashable, Sendable {
    /// What was done.
    public enum Resolution: String, Hashable, Sendable {
        /// The server's state is kept.
        case server
        /// The local state is kept.
        case local
        /// Nothing was done: the user decides.
        case open
    }

    /// A property that both sides have changed; null stands for absent.
    public struct Property: Hashable, Sendable {
        /// The key of the property in JSON.
        public var key: String
        /// The value that both sides knew.
        public var base: JSON
        /// The value here.
        public var local: JSON
        /// The value on the server.
        public var remote: JSON
    }

    /// The record.
    public var key: RecordKey
    /// What was done.
    public var resolution: Resolution
    /// The properties that both sides have changed.
    ///
    /// Where the entity is deleted here they are those that the server has changed, with null as the value
    /// here; where it is deleted there, there are none.
    public var properties: [Property]
}
